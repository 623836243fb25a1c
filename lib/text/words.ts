import { createElement, Fragment, type ReactNode } from "react";
import { invoiceOfLine } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { formatMoney, isMoney, type Money } from "@/lib/domain/money";
import { isUnnamed } from "@/lib/domain/outside";
import { type Audience, catalogueOf } from "./catalogue";
import type { Slots } from "./generated/slots";

/** The keys of each audience: those of its English file. */
interface Texts {
  payer: typeof import("./en/payer.json");
  notice: typeof import("./en/notice.json");
  seller: typeof import("./en/seller.json");
  operator: typeof import("./en/operator.json");
  mail: typeof import("./en/mail.json");
  problem: typeof import("./en/problem.json");
}

/** The keys of one audience, or of several that form one catalogue. */
export type TextKey<A extends Audience> = A extends Audience ? keyof Texts[A] & string : never;

/** The names of the values of a text. */
export type SlotsOf<A extends Audience, Key extends string> = A extends Audience
  ? Key extends keyof Slots[A]
    ? Slots[A][Key] & string
    : never
  : never;

type ValuesOf<A extends Audience, Key extends string, Value> = [SlotsOf<A, Key>] extends [never]
  ? []
  : [Record<SlotsOf<A, Key>, Value>];

/** An amount is written as its reader writes numbers. */
export type TextValue = string | number | Money;

/** The texts of some audiences in one language. */
export interface Words<A extends Audience> {
  /** A text as plain text, for titles and attributes. */
  text: <K extends TextKey<A>>(key: K, ...values: ValuesOf<A, K, TextValue>) => string;
  /** A text whose values may be elements, such as isolated seller text. */
  rich: <K extends TextKey<A>>(key: K, ...values: ValuesOf<A, K, ReactNode | Money>) => ReactNode;
  /** A text whose key is known only at run time, such as a problem's; missing values stay empty. */
  loose: (key: TextKey<A>, values: Record<string, TextValue>) => string;
}

export function wordsIn<A extends Audience>(language: Language, ...audiences: A[]): Words<A> {
  const catalogue = catalogueOf(language, ...audiences);
  const inWords = <Value>(values: Record<string, Value | Money>) =>
    Object.fromEntries(
      Object.entries(values).map(([slot, value]) => [
        slot,
        isMoney(value) ? formatMoney(value, language) : value,
      ]),
    );
  const loose = (key: string, values: Record<string, TextValue>) =>
    [catalogue.text(key).fill(inWords(values))].flat().join("");
  return {
    text: (key, ...values) => loose(key, values[0] ?? {}),
    rich: (key, ...values) =>
      createElement(
        Fragment,
        null,
        ...[catalogue.text(key).fill<ReactNode>(inWords<ReactNode>(values[0] ?? {}))].flat(),
      ),
    loose,
  };
}

/**
 * What a row is called, for a reader: an invoice's line and whatever a sale at the counter left unnamed are stored in
 * English and said in the reader's language; every other name is its owner's.
 */
export function nameIn(language: Language, name: string): string {
  const { text } = wordsIn(language, "payer");
  const number = invoiceOfLine(name);
  if (number !== null) return text("invoiceTitle", { number });
  if (isUnnamed("line", name)) return text("counterSale");
  return isUnnamed("customer", name) ? text("walkIn") : name;
}
