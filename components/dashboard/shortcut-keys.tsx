"use client";

import { useEffect, useRef } from "react";
import { isSingleKey, singleKeysAreOn, storeSingleKeys } from "./single-keys";

/** How long after g the next key selects a section. */
const goesMs = 1_500;

/** Handles the single keys, and shows the box that turns them off. */
export function ShortcutKeys({ label }: { label: string }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.checked = singleKeysAreOn();
    let goesUntil = 0;
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || !isSingleKey(event)) return;
      const goes = event.timeStamp < goesUntil;
      goesUntil = event.key === "g" && !goes ? event.timeStamp + goesMs : 0;
      const isDone = goes ? follow(`[data-go="${CSS.escape(event.key)}"]`) : act(event.key);
      if (isDone) event.preventDefault();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <label className="mt-4 flex min-h-11 items-center gap-2 border-t border-rule pt-3 text-label">
      <input
        ref={box}
        type="checkbox"
        defaultChecked
        onChange={(event) => storeSingleKeys(event.target.checked)}
      />
      {label}
    </label>
  );
}

function act(key: string): boolean {
  switch (key) {
    case "j":
      return move(1);
    case "k":
      return move(-1);
    case "[":
      return follow("#content a[rel=prev]");
    case "]":
      return follow("#content a[rel=next]");
    case "?":
      document.getElementById("shortcuts")?.togglePopover();
      return true;
    default:
      return false;
  }
}

function follow(selector: string): boolean {
  const link = document.querySelector<HTMLElement>(selector);
  link?.click();
  return link !== null;
}

/** Moves the cursor to the link of the next row; Enter opens it. */
function move(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll("#content .ledger tbody tr, #content [data-row]")].flatMap(
    (row) => row.querySelector<HTMLElement>("a[href], summary") ?? [],
  );
  const at = links.findIndex((link) => link.contains(document.activeElement));
  const next = links[at === -1 && by === -1 ? links.length - 1 : at + by];
  next?.focus();
  return next !== undefined;
}
