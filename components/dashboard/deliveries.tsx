import type { ReactNode } from "react";
import {
  Disclosure,
  StatusMark,
  type StatusTone,
  Timeline,
  type TimelineItem,
  Timestamp,
} from "@/components/ui/blocks";
import { Code, CodeBlock } from "@/components/ui/copy-button";
import type { DashboardKey, DashboardWords } from "./messages/words";
import { ModeTag } from "./mode-tag";

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
  return <StatusMark tone={states[state].tone} word={words.loose(states[state].word, {})} />;
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
        <Timestamp
          at={event.at}
          timeZone={timeZone}
          locale={words.locale}
          {...(now ? { now } : {})}
          isExact
        />
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

export type EndpointRowProps = {
  url: string;
  href?: string;
  mode: "live" | "test";
  /** The event types it gets, already in words: "All events" or their names. */
  events: string;
  state: "enabled" | "disabled";
  lastDelivery: { at: Date; succeeded: boolean } | null;
  timeZone: string;
  words: DashboardWords;
  /** Other content of the row. */
  children?: ReactNode;
};

/** One endpoint in a `<ul>`. */
export function EndpointRow(props: EndpointRowProps) {
  const { url, href, mode, events, state, words } = props;
  const address = <bdi className="break-all font-mono text-label">{url}</bdi>;
  return (
    <li className="grid gap-3 border-b border-rule py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p>
            {href ? (
              <a href={href} className="underline underline-offset-2">
                {address}
              </a>
            ) : (
              address
            )}{" "}
            <ModeTag mode={mode} words={words} />
          </p>
          <p className="mt-1 text-label text-ink-2">{events}</p>
        </div>
        <div className="text-label text-ink-2">
          {state === "disabled" ? (
            <StatusMark tone="ended" word={words.text("endpointDisabledMark")} />
          ) : (
            <LastDelivery {...props} />
          )}
        </div>
      </div>
      {props.children}
    </li>
  );
}

function LastDelivery({ lastDelivery: last, timeZone, words }: EndpointRowProps) {
  if (!last) return <>{words.text("nothingDelivered")}</>;
  return (
    <>
      <StatusMark
        tone={last.succeeded ? "ok" : "bad"}
        word={words.text(last.succeeded ? "delivery_succeeded" : "delivery_failed")}
      />{" "}
      <Timestamp at={last.at} timeZone={timeZone} locale={words.locale} />
    </>
  );
}

export type DeliveryAttempt = {
  number: number;
  at: Date;
  succeeded: boolean;
  /** "200 in 81 ms", "timed out after 15 s", "connection refused". */
  result: string;
  /** Who resent it manually. */
  sentBy?: string | null;
  request?: string | null;
  response?: string | null;
};

export type AttemptTimelineProps = {
  attempts: DeliveryAttempt[];
  /** The next planned attempt. `wait` is in words: "4 min 10 s". */
  next?: { at: Date; wait: string; triesLeft: number; lastAt: Date } | null;
  timeZone: string;
  words: DashboardWords;
};

/** Every attempt to deliver one event to one endpoint, then the next one and when the deliveries end. */
export function AttemptTimeline({ attempts, next, timeZone, words }: AttemptTimelineProps) {
  const items = attempts.map((attempt) => toItem(attempt, timeZone, words));
  const { locale } = words;
  if (next) {
    items.push({
      key: "next",
      tone: "ended",
      head: words.rich("nextTry", {
        wait: next.wait,
        time: <Timestamp key="at" at={next.at} timeZone={timeZone} show="time" locale={locale} />,
        count: next.triesLeft,
        last: <Timestamp key="last" at={next.lastAt} timeZone={timeZone} locale={locale} />,
      }),
    });
  }
  return <Timeline items={items} />;
}

function toItem(attempt: DeliveryAttempt, timeZone: string, words: DashboardWords): TimelineItem {
  return {
    key: `${attempt.number}-${attempt.at.getTime()}`,
    tone: attempt.succeeded ? "ok" : "bad",
    head: (
      <>
        {words.rich("attemptHead", {
          number: String(attempt.number),
          time: <Timestamp key="at" at={attempt.at} timeZone={timeZone} show="time" locale={words.locale} />,
        })}{" "}
        <span className={attempt.succeeded ? "text-ok" : "text-bad"}>{attempt.result}</span>
        {attempt.sentBy ? (
          <span className="text-ink-2"> {words.text("attemptBy", { name: attempt.sentBy })}</span>
        ) : null}
      </>
    ),
    body: attempt.request || attempt.response ? <Exchange attempt={attempt} words={words} /> : undefined,
  };
}

function Exchange({ attempt, words }: { attempt: DeliveryAttempt; words: DashboardWords }) {
  const slots = { number: String(attempt.number) };
  return (
    <Disclosure summary={words.text("exchange")}>
      <div className="grid gap-2">
        {attempt.request ? (
          <CodeBlock label={words.text("requestOf", slots)}>{attempt.request}</CodeBlock>
        ) : null}
        {attempt.response ? (
          <CodeBlock label={words.text("responseTo", slots)}>{attempt.response}</CodeBlock>
        ) : null}
      </div>
    </Disclosure>
  );
}
