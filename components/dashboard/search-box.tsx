"use client";

import { useEffect, useRef } from "react";
import { isSingleKey } from "./single-keys";

export interface SearchBoxProps {
  id: string;
  action: string;
  typed?: string | undefined;
  label: string;
  hint: string;
  /** Ctrl K, Cmd K and the slash move the cursor here; only one box of a page has them. */
  hasShortcut: boolean;
}

/** A search field that leads to the results page. It is a plain form, so it works without scripts. */
export function SearchBox({ id, action, typed, label, hint, hasShortcut }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hasShortcut) return;
    function onKey(event: KeyboardEvent) {
      const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && isSingleKey(event);
      // On a narrow page the box is in the closed menu; the results page has its own box.
      if (!isPalette && !isSlash) return;
      event.preventDefault();
      if (field.current?.offsetParent) field.current.select();
      else window.location.assign(action);
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [action, hasShortcut]);
  return (
    <search>
      <form action={action} method="get" className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          ref={field}
          id={id}
          name="q"
          type="search"
          defaultValue={typed}
          placeholder={hint}
          maxLength={254}
          autoComplete="off"
          aria-keyshortcuts={hasShortcut ? "Control+K Meta+K" : undefined}
          className="min-h-11 w-full rounded-sm border border-field bg-sheet px-3 pe-16 text-touch text-ink placeholder:text-ink-2 nav:min-h-8 nav:w-[20rem] nav:text-body"
        />
        {hasShortcut ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2  text-label text-ink-2"
          >
            Ctrl K
          </span>
        ) : null}
      </form>
    </search>
  );
}
