import { Code } from "@/components/ui/code";
import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";

export type DeliveryState = "delivered" | "pending" | "retrying" | "failed" | "skipped" | "no_endpoint";

export type EventListItem = {
  id: string;
  type: string;
  href: string;
  /** The event that is open beside the list. */
  current: boolean;
  delivery: DeliveryState;
  at: Date;
};

const states: Record<DeliveryState, { tone: StatusTone; word: string }> = {
  delivered: { tone: "ok", word: "Delivered" },
  pending: { tone: "warn", word: "Waiting" },
  retrying: { tone: "bad", word: "Failed, retrying" },
  failed: { tone: "bad", word: "Failed" },
  skipped: { tone: "ended", word: "Skipped" },
  no_endpoint: { tone: "ended", word: "No endpoint" },
};

export function DeliveryMark({ state }: { state: DeliveryState }) {
  return <StatusMark tone={states[state].tone}>{states[state].word}</StatusMark>;
}

/** Events, newest first. Each row is one link, so it opens in a new tab too. */
export function EventList({ events, timeZone }: { events: EventListItem[]; timeZone: string }) {
  return (
    <ul className="border-t border-rule">
      {events.map((event) => (
        <li key={event.id} className="border-b border-rule">
          <a
            href={event.href}
            aria-current={event.current ? "true" : undefined}
            className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 px-2 py-2.5 outline-offset-[-2px] hover:bg-sunk aria-[current]:bg-sunk"
          >
            <span className="min-w-0 font-medium">{event.type}</span>
            <span className="text-end text-label text-ink-2">
              <Timestamp at={event.at} timeZone={timeZone} />
            </span>
            <span className="min-w-0 truncate text-ink-2">
              <Code>{event.id}</Code>
            </span>
            <span className="text-end">
              <DeliveryMark state={event.delivery} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
