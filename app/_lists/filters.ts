import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { addDays, type CivilDate, civilDateIn, instantAt, isCivilDate } from "@/lib/domain/civil-date";
import { languageCodes } from "@/lib/domain/languages";
import { isCurrency, parseAmount, plainAmount } from "@/lib/domain/money";
import { normalizeEmail, storable } from "@/lib/domain/text";
import { type AmountSpan, given, type Span } from "@/lib/services/core/list";

/** What the address of a page says, as Next hands it over. */
export type Search = Record<string, string | string[] | undefined>;

export interface Choice {
  value: string;
  label: string;
}

/** One filter of a list. It has a name in the address; the value "" means no filter. */
export interface Filter<Value extends string = string> {
  /** Tabs are above the form, presets are links in it; a hidden filter is only kept. */
  look:
    | ("tabs" | "presets" | "hidden")
    | ("select" | "search" | "text" | "number" | "amount" | "email" | "day" | "check");
  label?: DashboardKey;
  /** Reads the value from an address. A meaningless value is ignored, not refused. */
  read: (typed: string) => Value;
  /** Those of a select or of tabs that are known without asking. */
  choices?: (words: DashboardWords) => Choice[];
  /** What a select says for none. */
  any?: DashboardKey;
  /** Other filters that take its place where they are given. */
  unless?: readonly string[];
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

/** Spans of days, as of the day on which the list is read: a saved view of yesterday stays one of yesterday. */
const presets = ["today", "yesterday", "week", "month", "lastMonth"] as const;
type Preset = (typeof presets)[number];

/** When rows were made: spans that have a name, or two days, both included. */
export const period = {
  when: {
    ...oneOf("when", presets, (preset) => `period_${preset}`),
    ...{ look: "presets", unless: ["from", "to"] },
  } as Filter<Preset | "">,
  from: dayOf("from"),
  to: dayOf("to"),
};

/** The span that the values of `period` mean, where a day begins at midnight in the reader's zone. */
export function spanOf(
  { timeZone, now }: { timeZone: string; now: Date },
  values: { when: Preset | ""; from: string; to: string },
): Span {
  const [from, to] = values.when ? daysOf(values.when, civilDateIn(now, timeZone)) : [values.from, values.to];
  return {
    ...(from ? { createdAfter: instantAt(from, 0, timeZone) } : {}),
    ...(to ? { createdBefore: instantAt(addDays(to, 1), 0, timeZone) } : {}),
  };
}

function daysOf(preset: Preset, today: CivilDate): [from: CivilDate, to: CivilDate] {
  const firstOf = (day: CivilDate) => `${day.slice(0, 8)}01`;
  const lastMonthEnds = addDays(firstOf(today), -1);
  switch (preset) {
    case "today":
      return [today, today];
    case "yesterday":
      return [addDays(today, -1), addDays(today, -1)];
    case "week":
      return [addDays(today, -6), today];
    case "month":
      return [firstOf(today), today];
    case "lastMonth":
      return [firstOf(lastMonthEnds), lastMonthEnds];
  }
}

function amountOf(label: DashboardKey): Filter {
  // Stored as plain digits, as if of a currency with two decimals: it is read again in the currency of the rows. The
  // reader's language need not be known, since no two languages read one text as two amounts.
  const read = (typed: string) => {
    const plain = languageCodes.map((code) => plainAmount(typed.slice(0, 30), "USD", code));
    return plain.find((text) => text !== null)?.replace(/^-.*/, "") ?? "";
  };
  return { look: "amount", label, read };
}

/** How much rows are about. Both ends are included. */
export const amounts = { min: amountOf("amountFrom"), max: amountOf("amountTo") };

/** The span that the values of `amounts` mean in this currency. An amount that it cannot have is no filter. */
export function amountsOf(currency: string, values: { min: string; max: string }): AmountSpan {
  const minor = (text: string) => {
    const parsed = text ? parseAmount(text, currency) : null;
    return parsed?.ok ? parsed.money.minor : undefined;
  };
  const [minMinor, maxMinor] = [minor(values.min), minor(values.max)];
  if (minMinor === undefined && maxMinor === undefined) return {};
  return { currency, ...given({ minMinor, maxMinor }) };
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

/** A number that other pages link with. With a label it is shown among the filters that are on. */
export const carriedNumber: Filter = { look: "hidden", read: readNumber };

/** The same of one currency, where a figure is of one of several. */
export const carriedCurrency: Filter = {
  ...{ look: "hidden", label: "currency" },
  read: (typed) => (isCurrency(typed) ? typed : ""),
};

/** A day that other pages link with. */
export function carriedDay(label: DashboardKey): Filter {
  return { ...dayOf(label), look: "hidden" };
}

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
  const all: Record<string, string> = Object.fromEntries(read);
  for (const [name, { unless }] of Object.entries(filters))
    if (unless?.some((other) => all[other] !== "")) all[name] = "";
  // Safe: each name of the filters has what its own filter read.
  return all as Values<F>;
}

/** One value; a repeated value, or one that is not text, counts as not given. */
export function typedIn(search: Search, name: string): string {
  const value = search[name];
  // A NUL has no meaning in text, and the database refuses it.
  return typeof value === "string" ? storable(value, 254) : "";
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

/** The tab, and hidden filters without a label: no filter for the reader, so clearing leaves them as they are. */
export function besideForm(filters: Filters, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isForReader(filters[name])));
}

export function isNarrowed(filters: Filters, values: Record<string, string>): boolean {
  return Object.entries(values).some(([name, value]) => value !== "" && isForReader(filters[name]));
}

function isForReader(filter: Filter | undefined): boolean {
  return (
    filter !== undefined && filter.look !== "tabs" && (filter.look !== "hidden" || filter.label !== undefined)
  );
}

/** What of a list is shown by its fields: those of the form, in the order of the definition. */
export function hasField({ look }: Filter): boolean {
  return look !== "tabs" && look !== "hidden" && look !== "presets";
}

/** Those of messages, in the dashboard and in the operator's area. */
export const messageFilters = {
  channel: oneOf("channel", ["email", "sms", "whatsapp"], (channel) => `channel_${channel}`),
  status: oneOf("status", ["queued", "sent", "failed", "kept"], (status) => `message_${status}`),
  ...period,
};
