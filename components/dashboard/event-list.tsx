import { StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import type { DashboardKey, DashboardWords } from "./messages/words";

export type DeliveryState = "delivered" | "pending" | "retrying" | "failed" | "skipped" | "no_endpoint";

export type EventListItem = {
  id: string;
  type: string;
  href: string;
  delivery: DeliveryState;
  /** What it is about, such as `order/12`. */
  objectId?: string;
  /** The code of the last answer, where an endpoint answered. */
  code?: number | null;
  at: Date;
};

const states: Record<DeliveryState, { tone: StatusTone; word: DashboardKey }> = {
  delivered: { tone: "ok", word: "delivery_succeeded" },
  pending: { tone: "warn", word: "delivery_pending" },
  retrying: { tone: "bad", word: "delivery_retrying" },
  failed: { tone: "bad", word: "delivery_failed" },
  skipped: { tone: "ended", word: "delivery_skipped" },
  no_endpoint: { tone: "ended", word: "delivery_none" },
};

export function DeliveryMark({ state, words }: { state: DeliveryState; words: DashboardWords }) {
  return <StatusMark tone={states[state].tone}>{words.loose(states[state].word, {})}</StatusMark>;
}

/** An event in a list, as one link, so it opens in a new tab too. */
export function EventRow(props: {
  event: EventListItem;
  timeZone: string;
  words: DashboardWords;
  now?: Date;
}) {
  const { event, timeZone, words, now } = props;
  return (
    <a
      href={event.href}
      className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 px-2 py-2.5 outline-offset-[-2px] hover:bg-sunk"
    >
      <span className="min-w-0">
        <span className="font-medium">{event.type}</span>{" "}
        {event.objectId ? <span className="text-label text-ink-2">{event.objectId}</span> : null}
      </span>
      <span className="text-end text-label text-ink-2">
        <Timestamp at={event.at} timeZone={timeZone} locale={words.locale} {...(now ? { now } : {})} />
      </span>
      <span className="min-w-0 truncate text-ink-2">
        <Code>{event.id}</Code>
      </span>
      <span className="flex items-baseline justify-end gap-2">
        {event.code ? <Code>{String(event.code)}</Code> : null}
        <DeliveryMark state={event.delivery} words={words} />
      </span>
    </a>
  );
}
