"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { readOpened } from "./opened-lately";
import type { PaletteGroup, PaletteLine, PaletteProps } from "./palette-types";

/** Somebody who types fast asks once. */
const pauseMs = 150;
const commandsMax = 6;

/**
 * One field for everything: what the store has, what can be begun, and every page. It is a dialog of the browser's own,
 * and is loaded when it is first opened. The search page does the same without scripts.
 */
export default function Palette({ search, live, store, commands, labels, typed, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const found = useFound(live, text);
  useEffect(() => dialog.current?.showModal(), []);
  const groups = shownGroups({ text, found: found.groups, commands, labels, store });
  const lines = groups.flatMap((group) => group.lines);
  const at = Math.min(chosen, lines.length - 1);
  const open = (line: PaletteLine | undefined) => {
    window.location.assign(line?.href ?? `${search}?q=${encodeURIComponent(text)}`);
  };
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && lines.length > 0) setChosen((at + step + lines.length) % lines.length);
    else if (event.key === "Enter") open(lines[at]);
    else return;
    event.preventDefault();
  }
  return (
    <dialog
      ref={dialog}
      aria-label={labels.title}
      onClose={onClose}
      // A press beside the box is on the dialog itself.
      onMouseDown={(event) => event.target === dialog.current && dialog.current?.close()}
      className="mx-auto mt-[8dvh] max-h-[80dvh] w-[38rem] max-w-[calc(100vw-1rem)] overflow-hidden rounded-sm border border-field bg-sheet p-0 text-ink backdrop:bg-paper/70"
    >
      <div className="flex max-h-[80dvh] flex-col">
        <input
          type="search"
          role="combobox"
          aria-label={labels.title}
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={lines.length > 0 ? `${list}-${at}` : undefined}
          placeholder={labels.hint}
          value={text}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
          className="min-h-12 shrink-0 border-b border-rule bg-transparent px-4 text-touch outline-offset-[-2px] placeholder:text-ink-2"
        />
        <div id={list} role="listbox" aria-label={labels.title} className="overflow-y-auto pb-2">
          <Groups {...{ groups, at, list }} onPoint={setChosen} />
        </div>
        <p role="status" className="border-t border-rule px-4 py-2 text-label text-ink-2">
          {stateText({ text, found, hasLines: lines.length > 0, labels })}
        </p>
      </div>
    </dialog>
  );
}

function Groups(props: { groups: PaletteGroup[]; at: number; list: string; onPoint: (at: number) => void }) {
  const { groups, at, list, onPoint } = props;
  let index = -1;
  return groups.map(({ title, lines }) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset cannot hold.
    <div key={title} role="group" aria-label={title}>
      <p aria-hidden="true" className="px-4 pt-3 pb-1 text-note text-ink-2">
        {title}
      </p>
      {lines.map((line) => {
        index += 1;
        const mine = index;
        return (
          <a
            key={line.href}
            id={`${list}-${mine}`}
            role="option"
            aria-selected={mine === at}
            tabIndex={-1}
            href={line.href}
            ref={(link) => {
              if (mine === at) link?.scrollIntoView({ block: "nearest" });
            }}
            onMouseMove={() => onPoint(mine)}
            className="grid min-h-11 content-center gap-x-4 px-4 py-1.5 aria-selected:bg-sunk aria-selected:shadow-[inset_2px_0_var(--brand)] sm:grid-cols-[minmax(0,auto)_minmax(0,1fr)] sm:items-baseline"
          >
            <bdi className="truncate font-medium">{line.title}</bdi>
            <bdi className="truncate text-label text-ink-2 sm:text-end">{line.more}</bdi>
          </a>
        );
      })}
    </div>
  ));
}

interface FoundState {
  groups: PaletteGroup[];
  state: "ready" | "asking" | "busy" | "failed";
}

/** Asks for what was typed, once the person pauses. An answer to an earlier text is dropped. */
function useFound(live: string, text: string): FoundState {
  const [found, setFound] = useState<FoundState>({ groups: [], state: "asking" });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    setFound(({ groups }) => ({ groups, state: "asking" }));
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`${live}?q=${encodeURIComponent(text)}`, { signal });
        if (answer.status === 429) setFound({ groups: [], state: "busy" });
        else if (!answer.ok) setFound({ groups: [], state: "failed" });
        else setFound({ groups: (await answer.json()).groups, state: "ready" });
      } catch {
        if (!signal.aborted) setFound({ groups: [], state: "failed" });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [live, text]);
  return found;
}

/** Before anything is typed: what was opened lately, what is newest, and everything that can be done. */
function shownGroups(given: {
  text: string;
  found: PaletteGroup[];
  commands: PaletteProps["commands"];
  labels: PaletteProps["labels"];
  store: number;
}): PaletteGroup[] {
  const { text, found, commands, labels, store } = given;
  const typed = plain(text);
  const matching = commands
    .map((group) => ({
      ...group,
      lines: group.lines
        .filter(({ title }) => plain(title).includes(typed))
        .slice(0, typed ? commandsMax : undefined),
    }))
    .filter(({ lines }) => lines.length > 0);
  if (typed) return [...found, ...matching];
  const lately = readOpened(store);
  const opened = lately.length > 0 ? [{ title: labels.lately, lines: lately }] : [];
  const known = new Set(lately.map(({ href }) => href));
  const newest = found.map((group) => ({
    ...group,
    lines: group.lines.filter(({ href }) => !known.has(href)),
  }));
  return [...opened, ...newest.filter(({ lines }) => lines.length > 0), ...matching];
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}

function stateText(given: {
  text: string;
  found: FoundState;
  hasLines: boolean;
  labels: PaletteProps["labels"];
}): string {
  const { text, found, hasLines, labels } = given;
  if (found.state === "busy") return labels.busy;
  if (found.state === "failed") return labels.failed;
  if (found.state === "ready" && text.trim() && !hasLines) return labels.nothing;
  return labels.keys;
}
