import { Disclosure, Timeline, type TimelineItem, Timestamp } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import type { DashboardWords } from "./messages/words";

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
