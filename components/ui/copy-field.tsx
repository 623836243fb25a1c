"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "./button";

export type CopyLabels = { copy: string; copied: string };
export type CopyFieldProps = {
  label: string;
  value: string;
  /** In the page's language; English when not given. */
  labels?: CopyLabels;
};

const inEnglish: CopyLabels = { copy: "Copy", copied: "Copied" };

/** A value to copy. Without JavaScript it is a field to select; with it, a Copy button appears. */
export function CopyField({ label, value, labels = inEnglish }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"plain" | "ready" | "copied">("plain");
  useEffect(() => setState("ready"), []);

  async function copy() {
    field.current?.select();
    await navigator.clipboard.writeText(value).then(
      () => setState("copied"),
      () => setState("ready"),
    );
  }

  return (
    <div className="flex min-w-0 gap-2">
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={value}
        className="min-h-11 min-w-0 flex-1 rounded-sm border border-field bg-sunk px-3 font-mono text-body sm:min-h-9 sm:text-label"
      />
      {state === "plain" ? null : (
        <Button type="button" onClick={copy} className="min-w-20">
          <span aria-live="polite">{state === "copied" ? labels.copied : labels.copy}</span>
        </Button>
      )}
    </div>
  );
}
