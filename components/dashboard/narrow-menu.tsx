import type { ReactNode } from "react";
import type { DashboardWords } from "./messages/words";

/** On narrow screens: one line that opens what is inside. It is a `<details>`, so it needs no script. */
export function NarrowMenu(props: {
  title: ReactNode;
  words: DashboardWords;
  className?: string;
  children: ReactNode;
}) {
  const { title, words, className = "", children } = props;
  return (
    <details className={`group nav:hidden ${className}`}>
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 outline-offset-[-2px] [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 truncate text-section font-semibold">{title}</span>
        <span className="rounded-sm border border-field px-3 py-2">
          <span className="group-open:hidden">{words.text("menu")}</span>
          <span className="hidden group-open:inline">{words.text("close")}</span>
        </span>
      </summary>
      {children}
    </details>
  );
}
