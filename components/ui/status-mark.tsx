/** `ok` is green and means that money arrived; a feature that is switched on is `plain`. */
export type StatusTone = "ok" | "plain" | "warn" | "bad" | "ended";

const marks: Record<StatusTone, { shape: string; colour: string }> = {
  ok: { shape: "●", colour: "text-ok" },
  plain: { shape: "●", colour: "text-ink" },
  warn: { shape: "◆", colour: "text-warn" },
  bad: { shape: "■", colour: "text-bad" },
  ended: { shape: "○", colour: "text-ink-2" },
};

/** A status as word and shape, so it survives grey screens and colour blindness. */
export function StatusMark({
  tone,
  wraps = false,
  children,
}: {
  tone: StatusTone;
  /** A sentence may need two lines, a word does not. */
  wraps?: boolean;
  children: string;
}) {
  const { shape, colour } = marks[tone];
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 text-label ${wraps ? "" : "whitespace-nowrap"} ${colour}`}
    >
      <span aria-hidden="true" className="text-note">
        {shape}
      </span>
      {children}
    </span>
  );
}
