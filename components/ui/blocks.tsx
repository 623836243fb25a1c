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
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
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
    <dl className="border-t border-rule">
      {items.map((item) => (
        <div key={item.label} className="grid gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[11rem_1fr]">
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
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

export type TabItem = { href: string; label: string; current: boolean };

/** Views of one object as links, so that each has an address. */
export function Tabs({ label, items }: { label: string; items: TabItem[] }) {
  return (
    <nav aria-label={label} className="mb-6 flex gap-5 overflow-x-auto border-b border-rule">
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
