import { ActionForm } from "@/components/dashboard/action-form";
import { AttemptTimeline, type DeliveryAttempt } from "@/components/dashboard/attempt-timeline";
import { DeliveryMark } from "@/components/dashboard/event-list";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/page-header";
import type { DeliveryDetails } from "@/lib/services/hooks/events/read";
import type { Mode } from "../../mode";
import { wireWord } from "../../wire-words";
import { resendAction } from "../actions";
import { deliveryState, skippedInWords } from "../delivery-state";

type Props = {
  delivery: DeliveryDetails;
  mode: Mode;
  /** False while the store may not use webhooks, and where the button of the whole page does the same. */
  canSend: boolean;
  timeZone: string;
  words: DashboardWords;
  now: Date;
};

/** The deliveries of one event to one endpoint: every attempt with request and answer, then the next attempt. */
export function DeliverySection({ delivery, mode, canSend, timeZone, words, now }: Props) {
  const { endpoint, attempts, nextAttemptAt, givesUpAt } = delivery;
  const next =
    delivery.status === "pending" && nextAttemptAt && delivery.attemptsMade > 0
      ? {
          at: nextAttemptAt,
          wait: inWords(nextAttemptAt.getTime() - now.getTime()),
          triesLeft: delivery.triesLeft,
          lastAt: givesUpAt ?? nextAttemptAt,
        }
      : null;
  return (
    <Section title={endpoint.url} aside={<DeliveryMark state={deliveryState(delivery)} words={words} />}>
      <div className="grid gap-4 pt-4">
        {delivery.status === "skipped" ? <p>{skippedInWords(delivery.skippedReason, words)}</p> : null}
        {endpoint.deletedAt ? <p className="text-ink-2">{words.text("endpointGone")}</p> : null}
        {attempts.length === 0 && delivery.status === "pending" ? (
          <p className="text-ink-2">{words.text("goesSoon")}</p>
        ) : null}
        <AttemptTimeline
          attempts={[...attempts].reverse().map((row, index) => toAttempt(row, index, words))}
          next={next}
          timeZone={timeZone}
          words={words}
        />
        {canSend && !endpoint.deletedAt ? (
          <ActionForm
            to={{
              action: resendAction,
              fields: { mode, event: delivery.eventId, delivery: String(delivery.id) },
            }}
          >
            <Button aria-label={words.text("sendAgainTo", { url: endpoint.url })}>
              {words.text("sendEventAgain")}
            </Button>
          </ActionForm>
        ) : null}
      </div>
    </Section>
  );
}

function toAttempt(
  row: DeliveryDetails["attempts"][number],
  index: number,
  words: DashboardWords,
): DeliveryAttempt {
  const succeeded = row.statusCode !== null && row.statusCode >= 200 && row.statusCode < 300;
  const ms = String(row.durationMs);
  return {
    number: index + 1,
    at: row.startedAt,
    succeeded,
    result:
      row.statusCode === null
        ? words.text("attemptFailed", { why: wireWord(row.errorClass, words), ms })
        : words.text("attemptAnswered", { code: String(row.statusCode), ms }),
    sentBy: row.sentBy,
    request: `POST ${row.url}\n${headerLines(row.requestHeaders)}`,
    response:
      row.statusCode === null
        ? null
        : [`${row.statusCode}`, headerLines(row.responseHeaders), "", row.responseBody ?? ""]
            .join("\n")
            .trim(),
  };
}

/** Headers are stored as a flat object; any other value in the column is not shown. */
function headerLines(headers: unknown): string {
  if (typeof headers !== "object" || headers === null) return "";
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("\n");
}

function inWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
