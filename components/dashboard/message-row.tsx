import { Disclosure, StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { type DashboardWords, dashboardWords } from "./messages/words";

export interface MessageItem {
  channel: "email" | "sms" | "push" | "whatsapp";
  /** The subject of a mail, or the kind of a text. */
  title: string;
  /** The page of what it is about. */
  href?: string | null;
  recipient: string;
  /** Null where the reader may not see it; `hidden` says why. */
  body: string | null;
  hidden?: string;
  status: "queued" | "sent" | "failed" | "kept";
  attemptsMade: number;
  nextAttemptAt: Date | null;
  lastError: string | null;
  createdAt: Date;
}

const tones: Record<MessageItem["status"], StatusTone> = {
  queued: "warn",
  sent: "plain",
  failed: "bad",
  kept: "ended",
};

interface MessageRowProps {
  message: MessageItem;
  timeZone: string;
  words?: DashboardWords;
}

/** One message: its title, recipient and state, and its text on demand. */
export function MessageRow({ message, timeZone, words = dashboardWords("en") }: MessageRowProps) {
  const { title, href, recipient, lastError, body } = message;
  return (
    <div className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 break-words">
          {href ? (
            <a href={href} className="font-medium underline-offset-2 hover:underline">
              <bdi>{title}</bdi>
            </a>
          ) : (
            <bdi className="font-medium">{title}</bdi>
          )}
          {" · "}
          <span className="text-ink-2">
            {words.rich(`toBy_${message.channel}`, { recipient: <bdi>{recipient}</bdi> })}
          </span>
        </p>
        <p className="flex gap-4 text-label text-ink-2">
          <StatusMark tone={tones[message.status]} word={words.text(`message_${message.status}`)} />
          <Timestamp at={message.createdAt} timeZone={timeZone} locale={words.locale} />
        </p>
      </div>
      {lastError ? <p className="break-words text-label text-bad">{lastError}</p> : null}
      <Attempts message={message} timeZone={timeZone} words={words} />
      {body === null ? (
        <p className="text-label text-ink-2">{message.hidden}</p>
      ) : (
        <Disclosure summary={words.text("readIt")}>
          <pre className="max-w-[68ch] whitespace-pre-wrap break-words rounded-sm border border-rule bg-sunk p-3 font-sans">
            {body}
          </pre>
        </Disclosure>
      )}
    </div>
  );
}

function Attempts({ message, timeZone, words }: Required<MessageRowProps>) {
  const { status, attemptsMade, nextAttemptAt } = message;
  const isWaiting = status === "queued" && nextAttemptAt !== null;
  if (!isWaiting && attemptsMade < 2) return null;
  return (
    <p className="text-label text-ink-2">
      {attemptsMade > 0 ? `${words.text("tries", { count: attemptsMade })} ` : ""}
      {isWaiting
        ? words.rich(attemptsMade > 0 ? "nextAt" : "goesOutAt", {
            at: <Timestamp at={nextAttemptAt} timeZone={timeZone} locale={words.locale} />,
          })
        : null}
    </p>
  );
}
