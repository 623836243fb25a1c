import type { ReactNode } from "react";
import type { StatusTone } from "./status-mark";

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
