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
