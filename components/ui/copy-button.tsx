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
