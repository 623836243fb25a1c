import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { ActionForm, type ActionTarget } from "./action-form";

export type TestStep = "renew" | "end_period" | "end_grace" | "cancel";
type Status = "active" | "past_due" | "cancelled" | "expired";

export type TestSubscriptionRowProps = {
  id: string;
  /** Whom the seller's server knows: the ref, else the e-mail. */
  who: string;
  planName: string;
  status: Status;
  hasAccess: boolean;
  accessEndsAt: Date;
  timeZone: string;
  manageUrl: string;
  /** All four buttons post here; each adds `move=<step>`. */
  target: ActionTarget;
  /** Why a step cannot be done now, in words. Defaults to what its status forbids. */
  blocked?: Partial<Record<TestStep, string>>;
  /** What the last step sent, said in place with a link to the event. */
  result?: ReactNode;
};

const words: Record<Status, { tone: StatusTone; word: string }> = {
  active: { tone: "ok", word: "active" },
  past_due: { tone: "warn", word: "past_due" },
  cancelled: { tone: "ended", word: "cancelled" },
  expired: { tone: "ended", word: "expired" },
};

const steps: { step: TestStep; label: string }[] = [
  { step: "renew", label: "Renew now" },
  { step: "end_period", label: "End the period" },
  { step: "end_grace", label: "End grace period" },
  { step: "cancel", label: "Cancel" },
];

/** One test subscription in a `<ul>`, with its four buttons (spec, Test mode behaviour). */
export function TestSubscriptionRow(props: TestSubscriptionRowProps) {
  const { id, who, planName, status, hasAccess, accessEndsAt, timeZone } = props;
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
          <StatusMark tone={words[status].tone}>{words[status].word}</StatusMark>
          <p className="text-label text-ink-2">
            {hasAccess ? "Access until " : "Access ended "}
            <Timestamp at={accessEndsAt} timeZone={timeZone} />
          </p>
        </div>
      </div>
      <StepButtons {...props} />
      {props.result ? <div>{props.result}</div> : null}
    </li>
  );
}

function StepButtons({ id, who, status, target, blocked = blockedSteps(status) }: TestSubscriptionRowProps) {
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {steps.map(({ step, label }) => {
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

/** What a status forbids (spec, States: Subscription), as the words under the button. */
function blockedSteps(status: Status): Partial<Record<TestStep, string>> {
  const blocked: Partial<Record<TestStep, string>> = {};
  if (status !== "active") blocked.end_period = "Only while active";
  if (status !== "past_due") blocked.end_grace = "Only in the grace period";
  if (status !== "active" && status !== "past_due") blocked.cancel = "Only while active or past_due";
  return blocked;
}
