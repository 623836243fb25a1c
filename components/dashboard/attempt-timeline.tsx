import { CodeBlock } from "@/components/ui/code";
import { Disclosure } from "@/components/ui/disclosure";
import { Timeline, type TimelineItem } from "@/components/ui/timeline";
import { Timestamp } from "@/components/ui/timestamp";

export type DeliveryAttempt = {
  number: number;
  at: Date;
  succeeded: boolean;
  /** "200 in 81 ms", "timed out after 15 s", "connection refused". */
  result: string;
  /** Who asked for it, when it was resent by hand. */
  sentBy?: string | null;
  request?: string | null;
  response?: string | null;
};

export type AttemptTimelineProps = {
  attempts: DeliveryAttempt[];
  /** The try that is planned. `wait` is in words: "4 min 10 s". */
  next?: { at: Date; wait: string; triesLeft: number; lastAt: Date } | null;
  timeZone: string;
};

/** Every try to deliver one event to one endpoint, then the next one and when it gives up. */
export function AttemptTimeline({ attempts, next, timeZone }: AttemptTimelineProps) {
  const items = attempts.map((attempt) => toItem(attempt, timeZone));
  if (next) {
    items.push({
      key: "next",
      tone: "ended",
      head: (
        <>
          Next attempt in {next.wait} (<Timestamp at={next.at} timeZone={timeZone} show="time" />
          ). {next.triesLeft === 1 ? "1 try left" : `${next.triesLeft} tries left`}, gives up at{" "}
          <Timestamp at={next.lastAt} timeZone={timeZone} />.
        </>
      ),
    });
  }
  return <Timeline items={items} />;
}

function toItem(attempt: DeliveryAttempt, timeZone: string): TimelineItem {
  return {
    key: `${attempt.number}-${attempt.at.getTime()}`,
    tone: attempt.succeeded ? "ok" : "bad",
    head: (
      <>
        Attempt {attempt.number}, <Timestamp at={attempt.at} timeZone={timeZone} show="time" />{" "}
        <span className={attempt.succeeded ? "text-ok" : "text-bad"}>{attempt.result}</span>
        {attempt.sentBy ? <span className="text-ink-2"> sent by {attempt.sentBy}</span> : null}
      </>
    ),
    body: attempt.request || attempt.response ? <Exchange attempt={attempt} /> : undefined,
  };
}

function Exchange({ attempt }: { attempt: DeliveryAttempt }) {
  return (
    <Disclosure summary="Request and response">
      <div className="grid gap-2">
        {attempt.request ? (
          <CodeBlock label={`Request of attempt ${attempt.number}`}>{attempt.request}</CodeBlock>
        ) : null}
        {attempt.response ? (
          <CodeBlock label={`Response to attempt ${attempt.number}`}>{attempt.response}</CodeBlock>
        ) : null}
      </div>
    </Disclosure>
  );
}
