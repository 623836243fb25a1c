import type { DashboardWords } from "./messages/words";

/** Only test mode is yellow; live mode is plain. */
export function ModeTag({ mode, words }: { mode: "live" | "test"; words: DashboardWords }) {
  const look = mode === "test" ? "bg-test text-test-ink" : "border border-rule text-ink-2";
  return (
    <span className={`ms-1 rounded-sm px-1.5 py-0.5 text-note font-medium whitespace-nowrap ${look}`}>
      {words.text(mode === "test" ? "tagTest" : "tagLive")}
    </span>
  );
}
