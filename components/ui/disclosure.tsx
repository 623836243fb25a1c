import type { ReactNode } from "react";

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
