import { stamp } from "@/app/_lists/list-view";
import { found } from "@/app/service-name";
import { AttemptTimeline, type DeliveryAttempt, DeliveryMark } from "@/components/dashboard/deliveries";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Facts, Section } from "@/components/ui/blocks";
import { Code, CodeBlock } from "@/components/ui/copy-button";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type DeliveryDetails, readEvent } from "@/lib/services/hooks/events/read";
import { SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, titled } from "../../../words";
import { developerGate, eventsPath, type Mode, modeOf } from "../../developer-page";
import { deliveryState, pageOf, skippedInWords, wireWord } from "../../words";
import { resendAction } from "../actions";

export const generateMetadata = titled("event");

type EventDetails = Awaited<ReturnType<typeof readEvent>>;

export default sellerPage("events", async (who, { id, search }) => {
  const { seller, words } = who;
  const mode = modeOf(search.mode);
  const event = await found(readEvent(systemWorld(), seller.caller(mode === "live"), id));
  const canSend = developerGate(seller) === null && may(seller.role, "event.resend");
  return (
    <SellerPage
      {...who}
      here={event.type}
      test={mode === "test" ? { liveHref: `${eventsPath}?mode=live` } : null}
      title={
        <>
          {event.type} <ModeTag mode={mode} words={words} />
        </>
      }
      actions={canSend ? <ResendAll event={event} mode={mode} words={words} /> : null}
    >
      <Facts
        items={facts(words, {
          event: <Code>{event.id}</Code>,
          eventAbout: <About event={event} mode={mode} />,
          eventHappened: stamp(event.occurredAt, who),
          eventRecorded: stamp(event.createdAt, who),
        })}
      />
      {event.deliveries.map((delivery) => (
        <DeliverySection
          key={delivery.endpointId}
          delivery={delivery}
          mode={mode}
          canSend={canSend && event.deliveries.length > 1}
          who={who}
        />
      ))}
      {event.deliveries.length === 0 ? (
        <Section title={words.text("deliveries")}>
          <EmptyState sentence={words.text("noDelivery", { type: event.type })} />
        </Section>
      ) : null}
      <Section title={words.text("eventBody")} aside={words.text("eventBodyMeans")}>
        <div className="pt-4">
          <CodeBlock label={words.text("eventBody")}>
            {inLines(event.payload, may(seller.role, "subscription.cancel"))}
          </CodeBlock>
        </div>
      </Section>
    </SellerPage>
  );
});

/** The thing itself, where the dashboard has a page of it. */
function About({ event, mode }: { event: EventDetails; mode: Mode }) {
  const href = pageOf(event.objectId, mode);
  const name = <Code>{event.objectId}</Code>;
  if (href === null) return name;
  return <TextLink href={href}>{name}</TextLink>;
}

function ResendAll(props: { event: EventDetails; mode: Mode; words: DashboardWords }) {
  const { event, mode, words } = props;
  return (
    <Press action={resendAction} fields={{ mode, event: event.id }}>
      {words.text(event.deliveries.length > 1 ? "sendAgainAll" : "sendEventAgain")}
    </Press>
  );
}

/** A manage link acts for the subscriber, so it is hidden from people who may not act for customers. */
function inLines(payload: string, mayAct: boolean): string {
  const whole = JSON.stringify(JSON.parse(payload), null, 2);
  return mayAct ? whole : whole.replace(/\/manage\/[0-9A-Za-z.]+/g, "/manage/…");
}

type Props = {
  delivery: DeliveryDetails;
  mode: Mode;
  /** False while the store may not use webhooks, and where the button of the whole page does the same. */
  canSend: boolean;
  who: AtStore;
};

/** The deliveries of one event to one endpoint: every attempt with request and answer, then the next attempt. */
function DeliverySection({ who, delivery, mode, canSend }: Props) {
  const { words, timeZone, now } = who;
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
          <Press
            action={resendAction}
            fields={{ mode, event: delivery.eventId, delivery: String(delivery.id) }}
            aria-label={words.text("sendAgainTo", { url: endpoint.url })}
          >
            {words.text("sendEventAgain")}
          </Press>
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
