import { draftFields, mayBeStored, openedByField } from "@/lib/domain/opened-for";
import { growLines } from "./more-lines";

/**
 * What is typed into a form and not saved stays on this device for an hour, for the person who typed it: a reload, a session
 * that ended or a closed tab loses nothing. Never secrets, files or accounts that money goes to.
 */
const keptMs = 60 * 60 * 1_000;
const prefix = "typed ";
const pauseMs = 300;

type Values = Record<string, string[]>;
interface Kept {
  at: number;
  values: Values;
  /** The opening of the page that sent it, and the one that had the last word before. */
  sent?: [string, string];
}
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field may be called "method", so the form's own property tells nothing. */
export const isPost = (method: string | null) => method?.toLowerCase() === "post";

export function listenToTyping(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What is typed just before the press must not be older than the answer.
  document.addEventListener("submit", ({ target }) => {
    clearTimeout(timer);
    if (timer && target instanceof HTMLFormElement && isPost(target.getAttribute("method"))) keep(target);
  });
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (!form || !isPost(form.getAttribute("method"))) return;
    clearTimeout(timer);
    timer = setTimeout(() => keep(form), pauseMs);
  });
}

/** Puts what was typed here before into the forms of the page that nobody has typed into since. */
export function showTyped(): void {
  for (const form of document.forms) {
    const kept = fieldsOf(form).length > 0 ? read(keyOf(form)) : null;
    if (!kept || fieldsOf(form).some(isChanged)) continue;
    if (kept.sent && !kept.sent.includes(openingOf(form)?.dataset.last ?? "")) {
      forgetTyped(form);
      continue;
    }
    growLines(form, Object.keys(kept.values));
    if (fill(form, kept.values)) sayItIsBack(form);
  }
}

const openingOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`input[name=${draftFields.opening}]`);

/** What is here is on its way to the other devices: once one of them has the next word, it is over here. */
export function noteSent(form: HTMLFormElement): void {
  const kept = read(keyOf(form));
  const opening = openingOf(form);
  if (kept && opening) write(form, { ...kept, sent: [opening.value, opening.dataset.last ?? ""] });
}

export function forgetTyped(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(keyOf(form));
  } catch {}
}

function keep(form: HTMLFormElement): void {
  // Saved meanwhile: its answer stands in its place.
  if (!form.isConnected) return;
  const values: Values = {};
  for (const field of fieldsOf(form)) {
    if (isTick(field) && !field.checked) continue;
    values[field.name] = [...(values[field.name] ?? []), field.value];
  }
  if (Object.keys(values).length > 0) write(form, { at: Date.now(), values });
}

function write(form: HTMLFormElement, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(kept));
  } catch {
    // Full, or not allowed: nothing is kept.
  }
}

function read(key: string): Kept | null {
  try {
    for (const other of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
      const { at } = JSON.parse(localStorage.getItem(other) ?? "{}");
      if (!(at > Date.now() - keptMs)) localStorage.removeItem(other);
    }
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Person, page and form: a page may hold several, told apart by their fields, however many lines there are. */
function keyOf(form: HTMLFormElement): string {
  const person = form.querySelector<HTMLInputElement>(`input[name=${openedByField}]`)?.value ?? "";
  const names = [...new Set(fieldsOf(form).map(({ name }) => name.replace(/\.\d+$/, "")))].join(",");
  return `${prefix}${person} ${location.pathname}${location.search} ${names}`;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  const isOfAPerson = form.elements.namedItem(openedByField) !== null;
  if (!isOfAPerson || location.pathname.startsWith("/dashboard/wallet")) return [];
  return [...form.elements].filter((field): field is Field =>
    (field instanceof HTMLInputElement && !["hidden", "password", "file", "submit"].includes(field.type)) ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement
      ? field.name !== "" && mayBeStored(field.name)
      : false,
  );
}

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);

export function isChanged(field: Field): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const chosen = [...field.options].findIndex((option) => option.defaultSelected);
  // Without a default the first one is chosen.
  return field.selectedIndex !== Math.max(0, chosen);
}

/** Whether anything is different now. */
function fill(form: HTMLFormElement, kept: Values): boolean {
  let isNew = false;
  const taken: Record<string, number> = {};
  for (const field of fieldsOf(form)) {
    const values = kept[field.name] ?? [];
    let isOther = false;
    if (isTick(field)) {
      const checked = values.includes(field.value);
      isOther = checked !== field.checked;
      field.checked = checked;
    } else {
      const at = taken[field.name] ?? 0;
      taken[field.name] = at + 1;
      const value = values[at];
      if (value === undefined) continue;
      isOther = value !== field.value;
      field.value = value;
    }
    isNew ||= isOther;
    // What was typed stands behind the line that folds it.
    if (isOther) field.closest("details")?.setAttribute("open", "");
  }
  return isNew;
}

function sayItIsBack(form: HTMLFormElement): void {
  const { lineBack = "", lineClear = "" } = document.getElementById("content")?.dataset ?? {};
  const clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = lineClear;
  clear.addEventListener("click", () => {
    forgetTyped(form);
    form.reset();
    note.remove();
  });
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.dataset.line = "lineBack";
  note.append(`${lineBack} `, clear);
  form.prepend(note);
}
