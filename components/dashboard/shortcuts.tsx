import type { ShellProps } from "./shell-types";

/** The list of keys. The browser itself opens and closes it, so that it works without scripts. */
export function Shortcuts({ nav, words }: Pick<ShellProps, "nav" | "words">) {
  const goes = nav.flatMap(({ items }) => items.flatMap(({ go, label }) => (go ? [{ go, label }] : [])));
  return (
    <>
      <button
        type="button"
        popoverTarget="shortcuts"
        className="min-h-8 text-label underline underline-offset-2 hover:decoration-2"
      >
        {words.text("keyboard")}
      </button>
      <div
        id="shortcuts"
        popover="auto"
        role="dialog"
        aria-labelledby="shortcuts-title"
        className="m-auto max-h-[90dvh] w-[26rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-sm border border-field bg-sheet p-5 text-ink"
      >
        <h2 id="shortcuts-title" className="font-semibold">
          {words.text("keyboard")}
        </h2>
        <dl className="mt-3 grid grid-cols-[max-content_1fr] items-baseline gap-x-4 gap-y-1.5 text-label">
          <Line keys={["Ctrl K", "/"]} what={words.text("search")} />
          <Line keys={["j", "k"]} what={words.text("keysRows")} />
          <Line keys={["Enter"]} what={words.text("keysOpen")} />
          <Line keys={["[", "]"]} what={words.text("keysPages")} />
          {goes.map(({ go, label }) => (
            <Line key={go} keys={[`g ${go}`]} what={label} />
          ))}
          <Line keys={["?"]} what={words.text("keysList")} />
        </dl>
        <label className="mt-4 flex min-h-11 items-center gap-2 border-t border-rule pt-3 text-label">
          {/* Its state is the browser's: shortcut-keys.ts. */}
          <input type="checkbox" data-single-keys="" defaultChecked />
          {words.text("keysOn")}
        </label>
      </div>
    </>
  );
}

function Line({ keys, what }: { keys: string[]; what: string }) {
  return (
    <>
      <dt className="flex gap-1.5">
        {keys.map((key) => (
          <kbd key={key} className="rounded-sm border border-rule px-1.5 font-mono text-note">
            {key}
          </kbd>
        ))}
      </dt>
      <dd className="text-ink-2">{what}</dd>
    </>
  );
}
