import { Disclosure } from "@/components/ui/disclosure";
import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";

export interface MessageItem {
  channel: "email" | "sms";
  /** What it is: the subject of a mail, the kind of a text. */
  title: string;
  recipient: string;
  /** Null where it may not be read here; `hidden` says why. */
  body: string | null;
  hidden?: string;
  status: "queued" | "sent" | "failed" | "kept";
  attemptsMade: number;
  nextAttemptAt: Date | null;
  lastError: string | null;
  createdAt: Date;
}

const states: Record<MessageItem["status"], { tone: StatusTone; word: string }> = {
  queued: { tone: "warn", word: "Waiting" },
  sent: { tone: "plain", word: "Sent" },
  failed: { tone: "bad", word: "Failed" },
  kept: { tone: "ended", word: "Kept" },
};

/** One message: what, to whom, what became of it, and its text on demand. */
export function MessageRow({ message, timeZone }: { message: MessageItem; timeZone: string }) {
  const { tone, word } = states[message.status];
  const { title, recipient, lastError, body } = message;
  return (
    <li className="grid gap-1 border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 break-words">
          <bdi className="font-medium">{title}</bdi>{" "}
          <span className="text-ink-2">
            to <bdi>{recipient}</bdi> by {message.channel === "email" ? "e-mail" : "SMS"}
          </span>
        </p>
        <p className="flex gap-4 text-label text-ink-2">
          <StatusMark tone={tone}>{word}</StatusMark>
          <Timestamp at={message.createdAt} timeZone={timeZone} />
        </p>
      </div>
      {lastError ? <p className="break-words text-label text-bad">{lastError}</p> : null}
      <Attempts message={message} timeZone={timeZone} />
      {body === null ? (
        <p className="text-label text-ink-2">{message.hidden}</p>
      ) : (
        <Disclosure summary="Read it">
          <pre className="max-w-[68ch] whitespace-pre-wrap break-words rounded-sm border border-rule bg-sunk p-3 font-sans">
            {body}
          </pre>
        </Disclosure>
      )}
    </li>
  );
}

function Attempts({ message, timeZone }: { message: MessageItem; timeZone: string }) {
  const { status, attemptsMade, nextAttemptAt } = message;
  const isWaiting = status === "queued" && nextAttemptAt !== null;
  if (!isWaiting && attemptsMade < 2) return null;
  const tries = attemptsMade === 1 ? "1 attempt" : `${attemptsMade} attempts`;
  return (
    <p className="text-label text-ink-2">
      {attemptsMade > 0 ? `${tries}. ` : ""}
      {isWaiting ? (
        <>
          {attemptsMade > 0 ? "Next at " : "Goes out at "}
          <Timestamp at={nextAttemptAt} timeZone={timeZone} />.
        </>
      ) : null}
    </p>
  );
}
