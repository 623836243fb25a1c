import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { Disclosure } from "@/components/ui/disclosure";
import { Timestamp } from "@/components/ui/timestamp";
import { ActionForm, type ActionTarget } from "./action-form";

export type KeyRowProps = {
  name: string;
  mode: "live" | "test";
  /** What is kept of the key: "sk_live_…9f2c". */
  fingerprint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  timeZone: string;
  /** Deletes this key; null when this person may not. */
  deletion: ActionTarget | null;
};

/** One key in a `<ul>`. */
export function KeyRow(props: KeyRowProps) {
  const { name, mode, fingerprint, createdAt, lastUsedAt, timeZone, deletion } = props;
  return (
    <li className="grid items-start gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[1fr_1fr_auto]">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{name}</bdi> <ModeTag mode={mode} />
        </p>
        <Code>{fingerprint}</Code>
      </div>
      <div className="text-label text-ink-2">
        <p>
          Made <Timestamp at={createdAt} timeZone={timeZone} />
        </p>
        <p>
          {lastUsedAt ? (
            <>
              Last used <Timestamp at={lastUsedAt} timeZone={timeZone} />
            </>
          ) : (
            "Never used"
          )}
        </p>
      </div>
      {deletion ? (
        <Disclosure summary="Delete">
          <ActionForm to={deletion} className="grid max-w-64 gap-2">
            <p className="text-label">
              Requests with this key get 401 at once.
              {lastUsedAt ? " It has been used: put the new key in place first." : ""}
            </p>
            <Button look="danger">Delete {fingerprint}</Button>
          </ActionForm>
        </Disclosure>
      ) : null}
    </li>
  );
}

/** Yellow means test and nothing else does; live is plain. */
export function ModeTag({ mode }: { mode: "live" | "test" }) {
  const look = mode === "test" ? "bg-test text-test-ink" : "border border-rule text-ink-2";
  return <span className={`ms-1 rounded-sm px-1.5 py-0.5 text-note font-medium ${look}`}>{mode}</span>;
}
