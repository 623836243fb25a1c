import type { ReactNode } from "react";
import type { DashboardWords } from "./messages/words";

/** On narrow screens: one line that opens what is inside. It is a `<details>`, so it needs no script. */
export function NarrowMenu(props: {
  title: ReactNode;
  words: DashboardWords;
  className?: string;
  /** The page of search, one touch away. */
  search?: string | undefined;
  /** Beside it, where something can be begun. */
  begin?: ReactNode;
  children: ReactNode;
}) {
  const { title, words, className = "", search, begin, children } = props;
  const menu = (
    <details data-menu="" className={`group nav:hidden ${className}`}>
      <summary
        className={`flex min-h-14 list-none items-center justify-between gap-4 pe-4 outline-offset-[-2px] [&::-webkit-details-marker]:hidden ${search ? (begin ? "ps-26" : "ps-14") : "ps-4"}`}
      >
        <span className="min-w-0 truncate text-section font-semibold">{title}</span>
        <span className="rounded-sm border border-field px-3 py-2">
          <span className="group-open:hidden">{words.text("menu")}</span>
          <span className="hidden group-open:inline">{words.text("close")}</span>
        </span>
      </summary>
      {children}
    </details>
  );
  if (!search) return menu;
  return (
    <div className="relative nav:hidden">
      {menu}
      <a
        href={search}
        className="absolute start-1 top-1 grid size-12 place-items-center text-ink-2 hover:text-ink"
      >
        <span className="sr-only">{words.text("search")}</span>
        <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-2">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 5 5" />
        </svg>
      </a>
      {begin}
    </div>
  );
}
