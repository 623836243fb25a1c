import { type PaletteGroup, type PaletteLine, readOpened } from "./opened-lately";
import { paletteAsked } from "./search-keys";

/**
 * One field for everything: what the store has, what can be begun, and every page (search-box.tsx). It is a dialog of the
 * browser's own, and loaded when it is first asked for. The search page does the same without scripts.
 */

/** Somebody who types fast asks once. */
const pauseMs = 150;
const groupLook = "px-4 pt-3 pb-1 text-note text-ink-2";
const lineLook =
  "grid min-h-11 content-center gap-x-4 px-4 py-1.5 aria-selected:bg-sunk aria-selected:shadow-[inset_2px_0_var(--brand)] sm:grid-cols-[minmax(0,auto)_minmax(0,1fr)] sm:items-baseline";
const moreLook = "truncate text-label text-ink-2 sm:text-end";

function open(): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog[data-search]");
  const field = dialog?.querySelector("input");
  const box = boxThat(":focus") ?? boxThat("[aria-keyshortcuts]");
  if (!dialog || !field || dialog.open) return;
  field.value = box?.value ?? "";
  field.oninput = () => void find(dialog, field.value);
  field.onkeydown = (event) => onKey(dialog, event);
  dialog.onmousemove = ({ target }) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
    if (line) choose(dialog, line);
  };
  // A press beside the box is on the dialog itself.
  dialog.onmousedown = ({ target }) => target === dialog && dialog.close();
  draw(dialog, field.value ? [] : openedLately(dialog));
  dialog.showModal();
  void find(dialog, field.value);
}

const boxThat = (is: string) => document.querySelector<HTMLInputElement>(`input[data-palette]${is}`);
const linesOf = (dialog: HTMLElement) => [...dialog.querySelectorAll<HTMLElement>("[role=option]")];
const chosenIn = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>("[aria-selected=true]");

function onKey(dialog: HTMLElement, event: KeyboardEvent): void {
  const lines = linesOf(dialog);
  const chosen = chosenIn(dialog);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // Where nothing is found, Enter sends the form to the page of results.
  if (!chosen || !(step || event.key === "Enter")) return;
  event.preventDefault();
  const next = step && lines[(lines.indexOf(chosen) + step + lines.length) % lines.length];
  if (!next) chosen.click();
  else choose(dialog, next).scrollIntoView({ block: "nearest" });
}

function choose(dialog: HTMLElement, line: HTMLElement): HTMLElement {
  for (const one of linesOf(dialog)) one.ariaSelected = String(one === line);
  dialog.querySelector("input")?.setAttribute("aria-activedescendant", line.id);
  return line;
}

let asking = new AbortController();

/** Asks for what was typed, once the person pauses. An answer to an earlier text is dropped. */
async function find(dialog: HTMLElement, text: string): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (signal.aborted) return;
  const answer = await fetch(`${dialog.dataset.search}?q=${encodeURIComponent(text)}`, { signal }).catch(
    () => null,
  );
  const found: { groups: PaletteGroup[] } | null = answer?.ok ? await answer.json().catch(() => null) : null;
  if (signal.aborted) return;
  const lately = text.trim() ? [] : openedLately(dialog);
  const known = new Set(lately.flatMap(({ lines }) => lines.map(({ href }) => href)));
  const others = (found?.groups ?? []).map(({ title, lines }) => ({
    ...{ title, lines: lines.filter(({ href }) => !known.has(href)) },
  }));
  const hasLines = draw(dialog, [...lately, ...others]);
  const why = answer?.status === 429 ? "busy" : !found ? "failed" : hasLines ? "keys" : "nothing";
  const state = dialog.querySelector("[role=status]");
  if (state) state.textContent = dialog.dataset[why] ?? "";
}

function openedLately(dialog: HTMLElement): PaletteGroup[] {
  return [{ title: dialog.dataset.lately ?? "", lines: readOpened() }];
}

/** Whether there is a line. */
function draw(dialog: HTMLElement, groups: PaletteGroup[]): boolean {
  const list = dialog.querySelector("[role=listbox]");
  list?.replaceChildren(...groups.filter(({ lines }) => lines.length > 0).map(drawnGroup));
  const lines = linesOf(dialog);
  for (const [at, line] of lines.entries()) line.id = `found-${at}`;
  if (lines[0]) choose(dialog, lines[0]);
  else dialog.querySelector("input")?.removeAttribute("aria-activedescendant");
  return lines.length > 0;
}

function drawnGroup({ title, lines }: PaletteGroup): HTMLElement {
  const group = made("div", "", "", { role: "group", "aria-label": title });
  group.append(made("p", groupLook, title, { "aria-hidden": "true" }), ...lines.map(drawnLine));
  return group;
}

function drawnLine({ href, title, more = "" }: PaletteLine): HTMLElement {
  const line = made("a", lineLook, "", { href, role: "option", tabindex: "-1" });
  line.append(made("bdi", "truncate font-medium", title), made("bdi", moreLook, more));
  return line;
}

function made(tag: string, look: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(tag);
  element.className = look;
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

document.addEventListener(paletteAsked, open);
open();
