import { createElement, Fragment, type ReactNode } from "react";
import type { PayLanguage } from "../types";
import { en } from "./en";
import { enAttempt } from "./en-attempt";
import { enDocuments } from "./en-documents";
import { enMore } from "./en-more";
import { enPay } from "./en-pay";
import { fr } from "./fr";
import { frAttempt } from "./fr-attempt";
import { frDocuments } from "./fr-documents";
import { frMore } from "./fr-more";
import { frPay } from "./fr-pay";
import { pt } from "./pt";
import { ptAttempt } from "./pt-attempt";
import { ptDocuments } from "./pt-documents";
import { ptMore } from "./pt-more";
import { ptPay } from "./pt-pay";
import { sw } from "./sw";
import { swAttempt } from "./sw-attempt";
import { swDocuments } from "./sw-documents";
import { swMore } from "./sw-more";
import { swPay } from "./sw-pay";

// One file a topic and language; English decides the keys of each.
const english = { ...en, ...enPay, ...enAttempt, ...enMore, ...enDocuments };

type Key = keyof typeof english;
/** A language must have every key of English, or it does not compile. */
export type Messages = Record<keyof typeof en, string>;
export type PayMessages = Record<keyof typeof enPay, string>;
export type AttemptMessages = Record<keyof typeof enAttempt, string>;
export type MoreMessages = Record<keyof typeof enMore, string>;
export type DocumentMessages = Record<keyof typeof enDocuments, string>;

/** The names between braces of an English sentence. */
type Slot<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slot<Rest>
  : never;
type Values<K extends Key, Value> = [Slot<(typeof english)[K]>] extends [never]
  ? []
  : [Record<Slot<(typeof english)[K]>, Value>];

export type Words = {
  /** A sentence as plain text, for titles and attributes. */
  text: <K extends Key>(key: K, ...values: Values<K, string>) => string;
  /** A sentence whose slots may hold elements, such as isolated seller text. */
  rich: <K extends Key>(key: K, ...values: Values<K, ReactNode>) => ReactNode;
  /** A sentence whose key is known only at run time, such as a problem's; a slot without a value stays empty. */
  loose: (key: Key, values: Record<string, string>) => string;
};

export const messages: Record<PayLanguage, Record<Key, string>> = {
  en: english,
  fr: { ...fr, ...frPay, ...frAttempt, ...frMore, ...frDocuments },
  sw: { ...sw, ...swPay, ...swAttempt, ...swMore, ...swDocuments },
  pt: { ...pt, ...ptPay, ...ptAttempt, ...ptMore, ...ptDocuments },
};

export function wordsOf(lang: PayLanguage): Words {
  const sentences = messages[lang];
  return {
    text: (key, ...values) => pieces<string>(sentences[key], values[0] ?? {}).join(""),
    rich: (key, ...values) =>
      createElement(Fragment, null, ...pieces<ReactNode>(sentences[key], values[0] ?? {})),
    loose: (key, values) => pieces<string>(sentences[key], values).join(""),
  };
}

/** The sentence cut at its slots, each slot replaced by its value. */
function pieces<Value>(sentence: string, values: Record<string, Value>): (Value | string)[] {
  return sentence.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? "")));
}
