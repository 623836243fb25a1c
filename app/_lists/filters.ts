import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { isCivilDate } from "@/lib/domain/civil-date";
import { normalizeEmail } from "@/lib/domain/text";

/** What the address of a page says, as Next hands it over. */
export type Search = Record<string, string | string[] | undefined>;

export interface Choice {
  value: string;
  label: string;
}

/** One filter of a list. It has a name in the address; the value "" means no filter. */
export interface Filter<Value extends string = string> {
  /** Tabs are above the form; a hidden filter is only kept. */
  look: "tabs" | "select" | "search" | "text" | "number" | "email" | "day" | "check" | "hidden";
  label?: DashboardKey;
  /** Reads the value from an address. A meaningless value is ignored, not refused. */
  read: (typed: string) => Value;
  /** Those of a select or of tabs that are known without asking. */
  choices?: (words: DashboardWords) => Choice[];
  /** What a select says for none. */
  any?: DashboardKey;
  /** Tabs that lead to another list: no other filter comes along. */
  isOther?: boolean;
  placeholder?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a filter of any values, of which each list reads its own.
export type Filters = Record<string, Filter<any>>;
export type Values<F extends Filters> = {
  [Name in keyof F]: F[Name] extends Filter<infer Value> ? Value : never;
};

export function searchFor(label: DashboardKey): Filter {
  return { look: "search", label, read: (typed) => typed.trim() };
}

export function textOf(label: DashboardKey, read = (typed: string) => typed.trim()): Filter {
  return { look: "text", label, read };
}

export function emailOf(label: DashboardKey): Filter {
  return { look: "email", label, read: normalizeEmail };
}

export function dayOf(label: DashboardKey): Filter {
  // Only plausible years, which the database can store.
  const isDay = (typed: string) => isCivilDate(typed) && /^(19[7-9]|20|21)/.test(typed);
  return { look: "day", label, read: (typed) => (isDay(typed) ? typed : "") };
}

export function ticked(label: DashboardKey): Filter<"1" | ""> {
  return { look: "check", label, read: (typed) => (typed === "1" ? "1" : "") };
}

/** One of these values, each with its word; null where a value is its own word in every language. */
export function oneOf<const Value extends string>(
  label: DashboardKey,
  values: readonly Value[],
  word: ((value: Value) => DashboardKey) | null,
  any: DashboardKey = "any",
): Filter<Value | ""> {
  return {
    ...{ look: "select", label, any },
    read: (typed) => values.find((value) => value === typed) ?? "",
    choices: (words) =>
      values.map((value) => ({ value, label: word ? words.loose(word(value), {}) : value })),
  };
}

/** One of the values that the list's `choices` returns; any other value counts as none. */
export function oneFound(label: DashboardKey): Filter {
  return { look: "select", label, any: "any", read: (typed) => typed };
}

export function numberOf(label: DashboardKey): Filter {
  return { look: "number", label, read: (typed) => readNumber(typed.trim()) };
}

/** A number that other pages link with. */
export const carriedNumber: Filter = { look: "hidden", read: readNumber };

/** Views of a list, the first where the address names none. A view without a name is not in the address. */
export function tabs<const Value extends string>(
  label: DashboardKey,
  values: readonly [Value, ...Value[]],
  word: (value: Value) => DashboardKey,
): Filter<Value> {
  const read = (typed: string) => values.find((value) => value === typed) ?? values[0];
  return { ...oneOf(label, values, word), look: "tabs", read };
}

function readNumber(typed: string): string {
  return /^[1-9]\d{0,8}$/.test(typed) ? typed : "";
}

/** Every filter's value. */
export function readValues<F extends Filters>(filters: F, search: Search): Values<F> {
  const read = Object.entries(filters).map(([name, filter]) => [name, filter.read(typedIn(search, name))]);
  // Safe: each name of the filters has what its own filter read.
  return Object.fromEntries(read) as Values<F>;
}

/** One value; a repeated value, or one that is not text, counts as not given. */
export function typedIn(search: Search, name: string): string {
  const value = search[name];
  // A NUL has no meaning in text, and the database refuses it.
  return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 254) : "";
}

export function pageIn(search: Search): number {
  const typed = typedIn(search, "page");
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1;
}

/** The same list with these values; `page` is left out of the first. */
export function addressOf(path: string, values: Record<string, string>, page = 1): string {
  const [plain = "", mark] = path.split("#");
  const given = Object.entries(values).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...given, ...(page > 1 ? [["page", String(page)]] : [])]);
  return `${plain}${query.size > 0 ? `?${query}` : ""}${mark ? `#${mark}` : ""}`;
}

/** Filters that the form does not show: the tab, and hidden ones. */
export function besideForm(filters: Filters, values: Record<string, string>): Record<string, string> {
  const isBeside = (name: string) => filters[name]?.look === "tabs" || filters[name]?.look === "hidden";
  return Object.fromEntries(Object.entries(values).filter(([name]) => isBeside(name)));
}

export function isNarrowed(filters: Filters, values: Record<string, string>): boolean {
  const beside = besideForm(filters, values);
  return Object.entries(values).some(([name, value]) => value !== "" && !(name in beside));
}
