/** What a payment is for, as it was chosen or typed. */
export type Want =
  | { kind: "renew"; subscriptionId: string }
  | { kind: "subscribe"; productId: number }
  | { kind: "invoice"; number: string }
  | { kind: "link"; code: string; amount: string | null }
  /** Not payments: switching off, and messages to the number that dials. */
  | { kind: "stop"; subscriptionId: string }
  | { kind: "until" }
  | { kind: "receipt"; code: string };

/** How it is to be paid, as typed. */
export interface Way {
  phone: string | null;
  discount: string | null;
}

/** What the menu needs to know of the store that was dialled, and of the number that dials. */
export interface UssdFacts {
  subscriptions: readonly { id: string; plan: string; renews: boolean }[];
  plans: readonly { id: number; name: string }[];
  languages: readonly { code: string; name: string; latin?: string | undefined }[];
  /** Of the codes of links that were typed, those whose payer says how much. */
  openLinks: readonly string[];
  /** How many lines a list has on one screen. */
  lines: number;
}

/** The name of a screen whose lines are only words. */
type Still = "home" | "account" | "invoice" | "link" | "receipt";

/** Where a session stands. */
export type Place =
  | { at: Still }
  | { at: "list"; of: "renew" | "subscribe" | "stop" | "language"; page: number }
  | { at: "amount"; code: string }
  | { at: "confirm"; want: Want; way: Way }
  | { at: "other_phone"; want: Want; way: Way }
  | { at: "discount"; want: Want; way: Way }
  /** The payer agreed to what the screen before said. */
  | { at: "agreed" };

/** A place, with the language that was chosen on the way to it, and whether the last entry meant nothing there. */
export interface Walked {
  place: Place;
  language: string | null;
  isUnknown: boolean;
}

/** What the code of a payment link looks like. */
export const linkCode = /^\d{4,14}$/;

/** Nothing that a phone can type. */
const unprintable = /\p{C}/gu;
const entryMax = 60;
const entriesMax = 40;

/**
 * The entries of a session in their order. What was dialled with the code stands first. Null for more than a person
 * types in two minutes.
 */
export function entriesOf(text: string): string[] | null {
  const entries = text === "" ? [] : text.split("*").map((entry) => entry.replace(unprintable, "").trim());
  const isTyped = entries.length <= entriesMax && entries.every(({ length }) => length <= entryMax);
  return isTyped ? entries : null;
}

/** The store that the first entry names, with the entries after it; else all of them, for the list of stores. */
export function dialled(entries: readonly string[]): { storeId: number | null; rest: readonly string[] } {
  const [first = "", ...rest] = entries;
  const storeId = storeIdOf(first);
  return storeId === null ? { storeId: null, rest: entries } : { storeId, rest };
}

/**
 * The store that was chosen among those that the number knows, or by its code; `page` of the list until then. Whoever
 * knows one store alone is there already.
 */
export function choose(
  entries: readonly string[],
  known: readonly number[],
  lines: number,
): { storeId: number; rest: readonly string[] } | { storeId: null; page: number; isUnknown: boolean } {
  const [only] = known;
  if (only !== undefined && known.length === 1) return { storeId: only, rest: entries };
  let page = 0;
  let isUnknown = false;
  for (const [place, entry] of entries.entries()) {
    const chosen = storeIdOf(entry) ?? known[lineOf(entry, page, known.length, lines) ?? -1];
    if (chosen !== undefined) return { storeId: chosen, rest: entries.slice(place + 1) };
    const next = turned(entry, page, known.length, lines);
    isUnknown = next === null;
    page = next ?? page;
  }
  return { storeId: null, page, isUnknown };
}

/** Follows the entries from the store's first screen. An entry that means nothing leaves everything where it is. */
export function walk(entries: readonly string[], facts: UssdFacts): Walked {
  const way: Place[] = [{ at: "home" }];
  let language: string | null = null;
  let isUnknown = false;
  for (const entry of entries) {
    const here = way.at(-1) ?? { at: "home" };
    if (here.at === "agreed") break;
    isUnknown = false;
    if (entry === "0") {
      if (way.length > 1) way.pop();
      continue;
    }
    const next = step(here, entry, facts);
    if (next === null) isUnknown = true;
    else if ("language" in next) {
      language = next.language;
      way.splice(1);
    } else if (next.at === "list" && here.at === "list") way.splice(-1, 1, next);
    else if (next.at === "confirm" && here.at !== "list" && here.at !== "home") way.splice(-1, 1, next);
    else way.push(next);
  }
  return { place: way.at(-1) ?? { at: "home" }, language, isUnknown };
}

/** The lines of a page of a list, each with the number that chooses it, and whether another page follows. */
export function pageOf<Item>(
  items: readonly Item[],
  page: number,
  lines: number,
): { shown: { key: string; item: Item }[]; more: boolean } {
  const first = page * lines;
  const shown = items.slice(first, first + lines).map((item, line) => ({ key: String(line + 1), item }));
  return { shown, more: first + lines < items.length };
}

function step(here: Place, entry: string, facts: UssdFacts): Place | { language: string } | null {
  switch (here.at) {
    case "home":
      return fromHome(entry, facts);
    case "account":
      return fromAccount(entry);
    case "list":
      return fromList(here, entry, facts);
    case "invoice":
      return entry === "" ? null : ask({ kind: "invoice", number: entry });
    case "link":
      if (!linkCode.test(entry)) return null;
      return facts.openLinks.includes(entry)
        ? { at: "amount", code: entry }
        : ask({ kind: "link", code: entry, amount: null });
    case "amount":
      return entry === "" ? null : ask({ kind: "link", code: here.code, amount: entry });
    case "receipt":
      return entry.length < 4 ? null : ask({ kind: "receipt", code: entry });
    case "confirm":
      return fromConfirm(here, entry);
    case "other_phone":
      return entry.length < 6 ? null : { ...here, at: "confirm", way: { ...here.way, phone: entry } };
    case "discount":
      return entry === "" ? null : { ...here, at: "confirm", way: { ...here.way, discount: entry } };
    case "agreed":
      return null;
  }
}

function fromHome(entry: string, { subscriptions }: UssdFacts): Place | null {
  const [only] = subscriptions;
  switch (entry) {
    case "1":
      return only && subscriptions.length === 1
        ? ask({ kind: "renew", subscriptionId: only.id })
        : { at: "list", of: "renew", page: 0 };
    case "2":
      return { at: "list", of: "subscribe", page: 0 };
    case "3":
      return { at: "invoice" };
    case "4":
      return { at: "link" };
    case "5":
      return { at: "account" };
    case "6":
      return { at: "list", of: "language", page: 0 };
    default:
      return null;
  }
}

function fromAccount(entry: string): Place | null {
  switch (entry) {
    case "1":
      return ask({ kind: "until" });
    case "2":
      return { at: "receipt" };
    case "3":
      return { at: "list", of: "stop", page: 0 };
    default:
      return null;
  }
}

function fromList(
  here: Extract<Place, { at: "list" }>,
  entry: string,
  facts: UssdFacts,
): Place | { language: string } | null {
  const items = itemsOf(here.of, facts);
  const next = turned(entry, here.page, items.length, facts.lines);
  if (next !== null) return { ...here, page: next };
  const line = lineOf(entry, here.page, items.length, facts.lines);
  return (line !== null && items[line]?.leads) || null;
}

/** What a list shows, and where each line leads. */
export function itemsOf(
  of: Extract<Place, { at: "list" }>["of"],
  { subscriptions, plans, languages }: UssdFacts,
): { name: string; latin?: string | undefined; leads: Place | { language: string } }[] {
  const renewing = subscriptions.filter(({ renews }) => renews);
  switch (of) {
    case "renew":
      return subscriptions.map(({ id, plan }) => ({
        name: plan,
        leads: ask({ kind: "renew", subscriptionId: id }),
      }));
    case "subscribe":
      return plans.map(({ id, name }) => ({ name, leads: ask({ kind: "subscribe", productId: id }) }));
    case "stop":
      return renewing.map(({ id, plan }) => ({
        name: plan,
        leads: ask({ kind: "stop", subscriptionId: id }),
      }));
    case "language":
      return languages.map(({ code, ...name }) => ({ ...name, leads: { language: code } }));
  }
}

function fromConfirm(here: Extract<Place, { at: "confirm" }>, entry: string): Place | null {
  if (entry === "1") return { at: "agreed" };
  if (!isPayment(here.want)) return null;
  if (entry === "2") return { ...here, at: "other_phone" };
  return entry === "3" && here.want.kind !== "invoice" ? { ...here, at: "discount" } : null;
}

export function isPayment({ kind }: Want): boolean {
  return kind === "renew" || kind === "subscribe" || kind === "invoice" || kind === "link";
}

function ask(want: Want): Place {
  return { at: "confirm", want, way: { phone: null, discount: null } };
}

/** The item that a typed line chooses on a page. */
function lineOf(entry: string, page: number, length: number, lines: number): number | null {
  if (!/^[1-8]$/.test(entry) || Number(entry) > lines) return null;
  const line = page * lines + Number(entry) - 1;
  return line < length ? line : null;
}

/** The page after "9 More"; null for any other entry, and where there is none. */
function turned(entry: string, page: number, length: number, lines: number): number | null {
  return entry === "9" && (page + 1) * lines < length ? page + 1 : null;
}

/**
 * The digits by which a store is dialled: its id and a check digit, so that a mistyped digit finds no other store. It
 * never has one digit only: what is typed first in a session is either such a code or a line of the first screen.
 */
export function ussdCodeOf(storeId: number): string {
  return `${storeId}${checkDigit(String(storeId))}`;
}

/** The store of a code; null where the digits are none. */
export function storeIdOf(code: string): number | null {
  if (!/^[1-9]\d{1,10}$/.test(code)) return null;
  const id = code.slice(0, -1);
  return checkDigit(id) === code.slice(-1) && Number(id) <= 2_147_483_647 ? Number(id) : null;
}

/** What a phone dials to reach a store: `*384*77#` and the code 125 are `*384*77*125#`. */
export function dialString(dial: string, code: string): string {
  return `${dial.replace(/#$/, "")}*${code}#`;
}

/** By Luhn: it finds each single wrong digit and nearly every pair that changed places. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
