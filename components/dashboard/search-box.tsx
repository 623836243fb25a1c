"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { takePalette } from "./late-react";
import type { PaletteFacts } from "./palette-types";
import { isSingleKey } from "./single-keys";

const Palette = lazy(() => import("./palette"));

export interface SearchBoxProps {
  id: string;
  palette: PaletteFacts;
  typed?: string | undefined;
  /** Ctrl K, Cmd K and the slash open the palette; only one box of a page listens. */
  hasShortcut: boolean;
}

/** A search field that opens the palette. It is a plain form, so without scripts it leads to the page of results. */
export function SearchBox({ id, palette, typed = "", hasShortcut }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (takePalette(id)) setIsOpen(true);
  }, [id]);
  useEffect(() => {
    if (!hasShortcut) return;
    function onKey(event: KeyboardEvent) {
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      if (!isCtrlK && !(event.key === "/" && isSingleKey(event))) return;
      event.preventDefault();
      setIsOpen(true);
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [hasShortcut]);
  return (
    <search>
      <form action={palette.search} method="get" className="relative">
        <label htmlFor={id} className="sr-only">
          {palette.labels.title}
        </label>
        <input
          ref={field}
          id={id}
          name="q"
          type="search"
          defaultValue={typed}
          placeholder={palette.labels.hint}
          maxLength={254}
          autoComplete="off"
          data-palette=""
          aria-keyshortcuts={hasShortcut ? "Control+K Meta+K" : undefined}
          // A press opens the palette; who comes by keyboard may type here and press Enter.
          onClick={() => setIsOpen(true)}
          className="min-h-11 w-full rounded-sm border border-field bg-sheet px-3 pe-16 text-touch text-ellipsis text-ink placeholder:text-ink-2 nav:min-h-8 nav:w-[20rem] nav:text-body"
        />
        {hasShortcut ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 bg-sheet text-label text-ink-2"
          >
            Ctrl K
          </span>
        ) : null}
      </form>
      {isOpen ? (
        <Suspense>
          <Palette {...palette} typed={field.current?.value ?? ""} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </search>
  );
}
