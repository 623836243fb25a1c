/** Copies a value from a row of a list (copy-presses.ts). Without scripts it is hidden: the object's own page shows the value. */
export function CopyButton(props: { value: string; label: string; done: string; of: string }) {
  return (
    <button
      type="button"
      data-copy={props.value}
      data-done={props.done}
      className="hidden min-h-6 text-label text-ink-2 underline underline-offset-2 hover:text-ink in-data-listens:inline"
    >
      <span aria-live="polite">{props.label}</span>
      <span className="sr-only">: {props.of}</span>
    </button>
  );
}

/** Lets every copy-button.tsx of the page copy. */
export function listenToCopyPresses(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>("button[data-copy]");
    if (!button) return;
    const { copy = "", done = "" } = button.dataset;
    navigator.clipboard.writeText(copy).then(
      () => button.querySelector("[aria-live]")?.replaceChildren(done),
      () => {},
    );
  });
}

/** A short id or value in a line of text. */
export function Code({ children }: { children: string }) {
  return <code className="break-all font-mono text-label">{children}</code>;
}

/** Lines of code or a sent body. Long lines wrap; on a wide screen a long text scrolls separately, also by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a labelled region that can be scrolled by keyboard.
    <div
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="rounded-sm border border-rule bg-sunk p-3 sm:max-h-[36rem] sm:overflow-auto"
    >
      <pre className="font-mono text-label whitespace-pre-wrap wrap-anywhere">{children}</pre>
    </div>
  );
}
