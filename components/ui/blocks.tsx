import type { ReactNode } from "react";

export type PageHeaderProps = { title: ReactNode; purpose?: ReactNode; actions?: ReactNode };

/** Title, one sentence of purpose, and at most one primary action. */
export function PageHeader({ title, purpose, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
        {purpose ? <p className="mt-1 max-w-[68ch] text-ink-2">{purpose}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}

/** A part of a page, with a heading and a 2 px ink line. */
export function Section(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  const { title, aside, children } = props;
  return (
    <section className="mt-10 first:mt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-2 border-b-2 border-ink pb-2">
        <h2 className="text-section font-semibold">{title}</h2>
        {aside ? <div className="text-label text-ink-2">{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}

export type FactItem = { label: string; value: ReactNode };

/** Facts of one object, label left and value right; one below the other on phones. */
export function Facts({ items }: { items: FactItem[] }) {
  return (
    <dl className="@container border-t border-rule">
      {items.map((item) => (
        <div key={item.label} className="grid gap-x-4 border-b border-rule py-2.5 @sm:grid-cols-[11rem_1fr]">
          <dt className="text-ink-2">{item.label}</dt>
          <dd className="min-w-0">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type EmptyStateProps = { sentence: ReactNode; action?: ReactNode; example?: ReactNode };

/** The next step, not a picture: a sentence, one action, one real example. */
export function EmptyState({ sentence, action, example }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-4 border-b border-rule py-6">
      <p className="max-w-[68ch] text-ink-2">{sentence}</p>
      {action}
      {example ? <div className="w-full">{example}</div> : null}
    </div>
  );
}

export type NoticeTone = "ok" | "warn" | "bad" | "info";

const tones: Record<NoticeTone, string> = {
  ok: "border-ok bg-ok-bg text-ok",
  warn: "border-warn bg-warn-bg text-warn",
  bad: "border-bad bg-bad-bg text-bad",
  info: "border-info bg-info-bg text-info",
};

export type NoticeProps = { tone: NoticeTone; title: ReactNode; children?: ReactNode };

/** Says what happened. It stays on the page: important messages never disappear. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div role={tone === "bad" ? "alert" : "status"} className={`border-t-2 px-4 py-3 ${tones[tone]}`}>
      <p className="wrap-anywhere font-semibold">{title}</p>
      {children ? <div className="mt-1 max-w-[68ch] text-ink">{children}</div> : null}
    </div>
  );
}

export type DisclosureProps = { summary: ReactNode; open?: boolean; children: ReactNode };

/** Native disclosure: works before and without JavaScript. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  return (
    <details open={open} className="min-w-0">
      <summary className="flex min-h-11 w-fit items-center text-ink-2 underline underline-offset-2 hover:text-ink sm:min-h-9">
        <span className="opens">{summary}</span>
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

export type TabItem = { href: string; label: string; current: boolean };

/** Views of one object as links, so that each has an address. `head`: what they are of is seen, too. */
export function Tabs({ label, items, head }: { label: string; items: TabItem[]; head?: boolean }) {
  return (
    <nav aria-label={label} className="mb-6 flex flex-wrap gap-x-5 border-b border-rule max-sm:mb-4">
      {head ? (
        <span className="self-center text-note text-ink-2 max-sm:w-full max-sm:pt-2">{label}</span>
      ) : null}
      {items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.current ? "page" : undefined}
          className="-mb-px flex min-h-11 shrink-0 items-center border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-ink sm:min-h-9"
        >
          {item.label}
        </a>
      ))}
    </nav>
  );
}

/** `ok` is green and means that money arrived; a feature that is switched on is `plain`. */
export type StatusTone = "ok" | "plain" | "warn" | "bad" | "ended";

const marks: Record<StatusTone, { shape: string; colour: string }> = {
  ok: { shape: "●", colour: "text-ok" },
  plain: { shape: "●", colour: "text-ink" },
  warn: { shape: "◆", colour: "text-warn" },
  bad: { shape: "■", colour: "text-bad" },
  ended: { shape: "○", colour: "text-ink-2" },
};

/** A status as word and shape, so it survives grey screens and colour blindness. */
export function StatusMark(props: {
  tone: StatusTone;
  /** A sentence may need two lines, a word does not. */
  wraps?: boolean;
  word: string;
}) {
  const { tone, wraps = false, word } = props;
  const { shape, colour } = marks[tone];
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 text-label ${wraps ? "" : "whitespace-nowrap"} ${colour}`}
    >
      <span aria-hidden="true" className="text-note">
        {shape}
      </span>
      {word}
    </span>
  );
}

export type TimelineItem = { key: string; tone: StatusTone; head: ReactNode; body?: ReactNode };

const shapes: Record<StatusTone, string> = {
  ok: "rounded-full bg-ok",
  plain: "rounded-full bg-ink",
  warn: "rotate-45 bg-warn",
  bad: "bg-bad",
  ended: "rounded-full border border-field bg-paper",
};

/** What happened, oldest first, along one thin line. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol className="ms-1">
      {items.map((item) => (
        <li
          key={item.key}
          className="relative border-s border-rule pb-4 ps-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className={`absolute -start-[5px] top-1.5 size-[9px] ${shapes[item.tone]}`}
          />
          <div>{item.head}</div>
          {item.body ? <div className="mt-2 min-w-0">{item.body}</div> : null}
        </li>
      ))}
    </ol>
  );
}

export type TimestampProps = {
  at: Date;
  /** IANA name of the store's zone. */
  timeZone: string;
  /** "time" for lists of one day, "moment" for everything else. */
  show?: "moment" | "time";
  /** How the page's language writes times. */
  locale?: string;
  /** Given, the year is left out where it is the same. */
  now?: Date;
  /** For programmers: the tooltip has the instant as UTC and Unix time too. */
  isExact?: boolean;
};

/** A time in the store's zone, everywhere in the same form; its tooltip is to the second. */
export function Timestamp(props: TimestampProps) {
  const { at, timeZone, show = "moment", locale = "en-GB", now, isExact = false } = props;
  const local = format(at, timeZone, locale, { dateStyle: "medium", timeStyle: "medium" });
  const utc = at.toISOString().replace("T", " ").replace(".000Z", "Z");
  const seconds = Math.floor(at.getTime() / 1000);
  return (
    <time
      dateTime={at.toISOString()}
      title={isExact ? `${local} (${timeZone})\n${utc} (UTC)\n${seconds} (Unix)` : local}
      className="whitespace-nowrap"
    >
      {format(at, timeZone, locale, optionsOf(show, now !== undefined && isSameYear(at, now, timeZone)))}
    </time>
  );
}

function optionsOf(show: "moment" | "time", isThisYear: boolean): Intl.DateTimeFormatOptions {
  if (show === "time") return { timeStyle: "medium" };
  if (!isThisYear) return { dateStyle: "medium", timeStyle: "short" };
  return { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
}

function isSameYear(one: Date, other: Date, timeZone: string): boolean {
  const year = (at: Date) => format(at, timeZone, "en", { year: "numeric" });
  return year(one) === year(other);
}

function format(at: Date, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at);
}
