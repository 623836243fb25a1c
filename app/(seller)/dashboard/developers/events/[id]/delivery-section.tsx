import { ActionForm } from "@/components/dashboard/action-form";
import { AttemptTimeline, type DeliveryAttempt } from "@/components/dashboard/attempt-timeline";
import { DeliveryMark } from "@/components/dashboard/event-list";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/page-header";
import type { DeliveryDetails } from "@/lib/services/events/read";
import type { Mode } from "../../mode";
import { resendAction } from "../actions";
import { deliveryState, skippedInWords } from "../delivery-state";

type Props = {
  delivery: DeliveryDetails;
  mode: Mode;
  /** Off while the store may not use webhooks. */
  canSend: boolean;
  timeZone: string;
  now: Date;
};

/** One event on its way to one endpoint: every try with what was sent and answered, then the next one. */
export function DeliverySection({ delivery, mode, canSend, timeZone, now }: Props) {
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
    <Section title={endpoint.url} aside={<DeliveryMark state={deliveryState(delivery)} />}>
      <div className="grid gap-4 pt-4">
        {delivery.status === "skipped" ? <p>{skippedInWords(delivery.skippedReason)}</p> : null}
        {endpoint.deletedAt ? <p className="text-ink-2">This endpoint is deleted.</p> : null}
        {attempts.length === 0 && delivery.status === "pending" ? (
          <p className="text-ink-2">It goes out with the next pass, within a minute.</p>
        ) : null}
        <AttemptTimeline attempts={[...attempts].reverse().map(toAttempt)} next={next} timeZone={timeZone} />
        {canSend && !endpoint.deletedAt ? (
          <ActionForm
            to={{
              action: resendAction,
              fields: { mode, event: delivery.eventId, delivery: String(delivery.id) },
            }}
          >
            <Button aria-label={`Send again to ${endpoint.url}`}>Send again</Button>
          </ActionForm>
        ) : null}
      </div>
    </Section>
  );
}

function toAttempt(row: DeliveryDetails["attempts"][number], index: number): DeliveryAttempt {
  const succeeded = row.statusCode !== null && row.statusCode >= 200 && row.statusCode < 300;
  const answer =
    row.statusCode === null ? (row.errorClass ?? "no answer").replaceAll("_", " ") : String(row.statusCode);
  return {
    number: index + 1,
    at: row.startedAt,
    succeeded,
    result:
      row.statusCode === null ? `${answer}, after ${row.durationMs} ms` : `${answer} in ${row.durationMs} ms`,
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

/** Headers are kept as a flat object; anything else in the column is not shown. */
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
