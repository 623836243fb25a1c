import { gsm7Length, toGsm7 } from "./gsm7";
import type { Money } from "./money";
import { itemsOf, type Place, pageOf, type UssdFacts, type Want } from "./ussd-menu";

/** A screen of a phone in characters of seven bits. Networks take up to 182; fewer is safe on each of them. */
export const screenMax = 160;
/** Where one character is outside that alphabet, all of them take two bytes. */
export const wideScreenMax = 70;

/** A name of a screen; `latin` is what it is called where its own letters cannot be shown. */
export type Name = (text: string, latin?: string) => string;
/** What a screen says, with names cut to so many characters. */
export type Say = (name: Name) => string;

const cuts = [60, 40, 30, 24, 20, 16, 13, 10, 8, 6, 4];
/** Less of a name tells nobody more than the sign for a missing one. */
const wideCutMin = 6;
const missing = "?";

/**
 * A screen that fits. `says` are tried in their order: the reader's language, then English. Names are cut, the longest
 * first, before the next is tried. Where a text fits the alphabet and a name does not, the whole is written in the name's
 * letters if there is room; else the name is one of the alphabet, or a sign in its place: a line is never empty.
 */
export function fitScreen(says: readonly Say[]): string {
  for (const say of says) {
    const isPlain = isGsm7(say(() => ""));
    const wide = isPlain && hasUnwritable(say) ? cuts.filter((most) => most >= wideCutMin) : [];
    for (const most of wide) {
      const text = say((name) => cut(name, most));
      if (fits(text)) return text;
    }
    for (const most of cuts) {
      const text = asWritten(say((name, latin) => cut(isPlain ? writable(name, latin) : name, most)));
      if (fits(text)) return text;
    }
  }
  const last = says.at(-1)?.(() => "") ?? "";
  return [...plain(last)].slice(0, screenMax).join("");
}

/** The characters that a screen uses, and how many it may. */
export function screenUse(text: string): { used: number; max: number } {
  const used = gsm7Length(text);
  return Number.isFinite(used) ? { used, max: screenMax } : { used: text.length, max: wideScreenMax };
}

/** Whether a language can be written in seven bits: only then a list has four lines. */
export function isGsm7(text: string): boolean {
  const letters = text.normalize("NFKD").replace(/[\p{M}\s]/gu, "");
  return plain(text).replace(/\s/g, "").length >= letters.length * 0.9;
}

/** Whether it names something of which the alphabet has no letter. */
function hasUnwritable(say: Say): boolean {
  let isOne = false;
  say((name) => {
    isOne ||= name.trim() !== "" && plain(name).trim() === "";
    return "";
  });
  return isOne;
}

function writable(name: string, latin = missing): string {
  return plain(name).trim() === "" && name.trim() !== "" ? latin : plain(name);
}

function fits(text: string): boolean {
  const { used, max } = screenUse(text);
  return used <= max;
}

/** In seven bits where the text can be written in them; else as it is. */
function asWritten(text: string): string {
  return isGsm7(text) ? plain(text) : text;
}

function plain(text: string): string {
  return text.split("\n").map(toGsm7).join("\n");
}

function cut(name: string, most: number): string {
  const letters = [...name];
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}.`;
}

/** What one request is answered: a screen that waits for an entry, or the last one. */
export interface UssdAnswer {
  text: string;
  end: boolean;
}

/** The words of one language; an amount is written in its signs. */
export type UssdWords = (key: UssdKey, values?: Record<string, string | Money>) => string;

/** Why nothing can be agreed to here. The payer may go back. */
export type UssdProblem =
  | "ussd_not_found"
  | "ussd_not_now"
  | "ussd_open"
  | "ussd_on_web"
  | "ussd_too_often"
  | "ussd_phone"
  | "ussd_discount_no"
  | "ussd_amount_no";

/** What ends a session. */
export type UssdEnd =
  | "ussd_end_pay"
  | "ussd_end_free"
  | "ussd_end_sent"
  | "ussd_end_stopped"
  | "ussd_end_changed"
  | "ussd_end_over"
  | "ussd_end_closed"
  | "ussd_end_later"
  | "ussd_end_too_often";

export type UssdKey =
  | UssdProblem
  | UssdEnd
  | "ussd_stores"
  | "ussd_store_code"
  | "ussd_home"
  | "ussd_account"
  | "ussd_invoice"
  | "ussd_link"
  | "ussd_receipt"
  | "ussd_amount"
  | "ussd_other_phone"
  | "ussd_discount"
  | "ussd_more"
  | "ussd_back"
  | "ussd_unknown"
  | "ussd_pay"
  | "ussd_pay_invoice"
  | "ussd_pay_free"
  | "ussd_until_ask"
  | "ussd_receipt_ask"
  | "ussd_stop_ask"
  | `ussd_list_${List}`
  | `ussd_none_${List}`;

type List = Extract<Place, { at: "list" }>["of"];

/** What a screen shows of a payment: of the quote that decides what it costs. */
export interface ShownPayment {
  item: string;
  /** Null where a code makes it free. */
  amount: Money | null;
  /** The number that is to pay. */
  phone: string;
}

/** What the screen of a place needs beside the menu. */
export interface Shown {
  store: string;
  isUnknown: boolean;
  payment?: ShownPayment;
  /** The plan that stops to renew by itself. */
  item?: string;
  problem?: UssdProblem;
}

/** The screen of a place in a store. `languages`: the reader's words, then English. */
export function screenAt(
  place: Exclude<Place, { at: "agreed" }>,
  facts: UssdFacts,
  shown: Shown,
  languages: readonly UssdWords[],
): UssdAnswer {
  const text = fitScreen(
    languages.map((words) => (name) => {
      const body = bodyOf(place, facts, shown, words, name);
      const back = place.at === "home" ? [] : [words("ussd_back")];
      const unknown = shown.isUnknown && !shown.problem ? [words("ussd_unknown")] : [];
      return [...unknown, ...body, ...back].join("\n");
    }),
  );
  return { text, end: false };
}

/** The list of the stores that a number knows, or the question for a code. */
export function storesScreen(
  stores: readonly string[],
  { page, lines, isUnknown }: { page: number; lines: number; isUnknown: boolean },
  languages: readonly UssdWords[],
): UssdAnswer {
  const { shown, more } = pageOf(stores, page, lines);
  const text = fitScreen(
    languages.map(
      (words) => (name) =>
        [
          ...(isUnknown ? [words("ussd_unknown")] : []),
          words(stores.length > 0 ? "ussd_stores" : "ussd_store_code"),
          ...shown.map(({ key, item }) => `${key} ${name(item)}`),
          ...(more ? [words("ussd_more")] : []),
        ].join("\n"),
    ),
  );
  return { text, end: false };
}

/** The last screen of a session. */
export function endScreen(
  key: UssdEnd,
  values: (name: Name) => Record<string, string | Money>,
  languages: readonly UssdWords[],
): UssdAnswer {
  return { text: fitScreen(languages.map((words) => (name) => words(key, values(name)))), end: true };
}

function bodyOf(
  place: Exclude<Place, { at: "agreed" }>,
  facts: UssdFacts,
  shown: Shown,
  words: UssdWords,
  name: Name,
): string[] {
  switch (place.at) {
    case "home":
      return [words("ussd_home", { store: name(shown.store) })];
    case "account":
    case "invoice":
    case "link":
    case "receipt":
    case "amount":
    case "other_phone":
    case "discount":
      return [words(`ussd_${place.at}`)];
    case "list":
      return listOf(place, facts, words, name);
    case "confirm":
      return [shown.problem ? words(shown.problem) : question(place.want, shown, words, name)];
  }
}

function listOf(
  { of, page }: Extract<Place, { at: "list" }>,
  facts: UssdFacts,
  words: UssdWords,
  name: Name,
): string[] {
  const items = itemsOf(of, facts);
  if (items.length === 0) return [words(`ussd_none_${of}`)];
  const { shown, more } = pageOf(items, page, facts.lines);
  return [
    words(`ussd_list_${of}`),
    ...shown.map(({ key, item }) => `${key} ${name(item.name, item.latin)}`),
    ...(more ? [words("ussd_more")] : []),
  ];
}

function question(want: Want, { store, payment, item = "" }: Shown, words: UssdWords, name: Name): string {
  if (want.kind === "until") return words("ussd_until_ask");
  if (want.kind === "receipt") return words("ussd_receipt_ask");
  if (want.kind === "stop") return words("ussd_stop_ask", { item: name(item) });
  if (!payment) return words("ussd_not_now");
  const of = { item: name(payment.item), store: name(store) };
  if (!payment.amount) return words("ussd_pay_free", of);
  const values = { ...of, amount: payment.amount, phone: payment.phone };
  return words(want.kind === "invoice" ? "ussd_pay_invoice" : "ussd_pay", values);
}
