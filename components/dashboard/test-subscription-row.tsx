import { StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import { ActionForm, type ActionTarget } from "./action-form";
import type { DashboardWords } from "./messages/words";

export type TestStep = "renew" | "end_period" | "end_grace" | "end_trial" | "cancel" | "fail_renewal";
type Status = "active" | "past_due" | "cancelled" | "expired";

export type TestSubscriptionRowProps = {
  id: string;
  /** The seller's id for the user: the ref, else the e-mail. */
  who: string;
  planName: string;
  status: Status;
  /** Then its free days can be ended, and not a grace period that it does not have. */
  isInTrial: boolean;
  hasAccess: boolean;
  accessEndsAt: Date;
  timeZone: string;
  words: DashboardWords;
  manageUrl: string;
  /** All four buttons post here; each adds `move=<step>`. */
  target: ActionTarget;
  /** Why a step is not possible now, in words. */
  blocked: Partial<Record<TestStep, string>>;
};

// The API's own words in every language, because this page shows what a server receives.
const tones: Record<Status, StatusTone> = {
  active: "ok",
  past_due: "warn",
  cancelled: "ended",
  expired: "ended",
};

const steps: TestStep[] = ["renew", "end_period", "end_grace", "cancel", "fail_renewal"];
const stepsInTrial: TestStep[] = ["renew", "end_period", "end_trial", "cancel"];

/** One test subscription in a `<ul>`, with its four buttons (spec, Test mode behaviour). */
export function TestSubscriptionRow(props: TestSubscriptionRowProps) {
  const { id, who, planName, status, hasAccess, accessEndsAt, timeZone, words } = props;
  return (
    <li className="grid gap-3 border-b border-rule py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <p className="font-medium">
            <bdi>{who}</bdi>, <bdi>{planName}</bdi>
          </p>
          <a href={props.manageUrl} className="text-ink-2 underline underline-offset-2">
            <Code>{id}</Code>
          </a>
        </div>
        <div className="sm:text-end">
          <StatusMark tone={tones[status]} word={status} />
          <p className="text-label text-ink-2">
            {words.rich(hasAccess ? "accessUntilAt" : "accessEndedAt", {
              date: <Timestamp key="at" at={accessEndsAt} timeZone={timeZone} locale={words.locale} />,
            })}
          </p>
        </div>
      </div>
      <StepButtons {...props} />
    </li>
  );
}

function StepButtons({ id, who, words, target, blocked, isInTrial }: TestSubscriptionRowProps) {
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {(isInTrial ? stepsInTrial : steps).map((step) => {
        const label = words.text(`step_${step}`);
        const reason = blocked[step];
        return (
          <ActionForm
            key={step}
            to={{ ...target, fields: { ...target.fields, move: step } }}
            className="grid content-start gap-1"
          >
            <Button
              disabled={Boolean(reason)}
              look={step === "cancel" ? "danger" : "secondary"}
              aria-label={`${label}: ${who}`}
              aria-describedby={reason ? `${id}-${step}` : undefined}
            >
              {label}
            </Button>
            {reason ? (
              <p id={`${id}-${step}`} className="text-note text-ink-2">
                {reason}
              </p>
            ) : null}
          </ActionForm>
        );
      })}
    </div>
  );
}
