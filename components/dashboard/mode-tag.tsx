import { PageHeader } from "../ui/blocks";
import { ButtonLink } from "../ui/button";
import type { DashboardWords } from "./messages/words";

const tag = "ms-1 rounded-sm px-1.5 py-0.5 text-note font-medium whitespace-nowrap";

/** Only test mode is yellow; live mode is plain. */
export function ModeTag({ mode, words }: { mode: "live" | "test"; words: DashboardWords }) {
  const look = mode === "test" ? "bg-test text-test-ink" : "border border-rule text-ink-2";
  return <span className={`${tag} ${look}`}>{words.text(mode === "test" ? "tagTest" : "tagLive")}</span>;
}

/** Of a key that only reads. */
export function ReadsTag({ words }: { words: DashboardWords }) {
  return <span className={`${tag} border border-rule text-ink-2`}>{words.text("keyReads")}</span>;
}

/** What an address that leads nowhere says inside a frame: everything else is one press away. */
export function NothingHere({ start, words }: { start: string; words: DashboardWords }) {
  return (
    <>
      <PageHeader title={words.text("nothingHere")} purpose={words.text("nothingHereMeans")} />
      <p>
        <ButtonLink href={start}>{words.text("overview")}</ButtonLink>
      </p>
    </>
  );
}
