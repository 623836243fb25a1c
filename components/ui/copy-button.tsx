"use client";

import { useEffect, useState } from "react";

/** Copies a value from a row of a list. Without scripts it is hidden: the object's own page shows the value. */
export function CopyButton({
  value,
  label,
  done,
  of,
}: {
  value: string;
  label: string;
  done: string;
  of: string;
}) {
  const [state, setState] = useState<"plain" | "ready" | "copied">("plain");
  useEffect(() => setState("ready"), []);
  if (state === "plain") return null;
  return (
    <button
      type="button"
      className="min-h-6 text-label text-ink-2 underline underline-offset-2 hover:text-ink"
      onClick={() =>
        navigator.clipboard.writeText(value).then(
          () => setState("copied"),
          () => setState("ready"),
        )
      }
    >
      <span aria-live="polite">{state === "copied" ? done : label}</span>
      <span className="sr-only">: {of}</span>
    </button>
  );
}
