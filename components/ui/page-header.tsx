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
