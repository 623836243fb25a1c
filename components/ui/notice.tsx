import type { ReactNode } from "react";

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
