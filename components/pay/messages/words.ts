import { createElement, Fragment, type ReactNode } from "react";
import type { PayLanguage } from "../types";
import { en } from "./en";
import { fr } from "./fr";
import { pt } from "./pt";
import { sw } from "./sw";

type Key = keyof typeof en;
/** A language must have every key of English, or it does not compile. */
export type Messages = Record<Key, string>;

/** The names between braces of an English sentence. */
type Slot<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slot<Rest>
  : never;
type Values<K extends Key, Value> = [Slot<(typeof en)[K]>] extends [never]
  ? []
  : [Record<Slot<(typeof en)[K]>, Value>];

export type Words = {
  /** A sentence as plain text, for titles and attributes. */
  text: <K extends Key>(key: K, ...values: Values<K, string>) => string;
  /** A sentence whose slots may hold elements, such as isolated seller text. */
  rich: <K extends Key>(key: K, ...values: Values<K, ReactNode>) => ReactNode;
};

export const messages: Record<PayLanguage, Messages> = { en, fr, sw, pt };

export function wordsOf(lang: PayLanguage): Words {
  const sentences = messages[lang];
  return {
    text: (key, ...values) => pieces<string>(sentences[key], values[0] ?? {}).join(""),
    rich: (key, ...values) =>
      createElement(Fragment, null, ...pieces<ReactNode>(sentences[key], values[0] ?? {})),
  };
}

/** The sentence cut at its slots, each slot replaced by its value. */
function pieces<Value>(sentence: string, values: Record<string, Value>): (Value | string)[] {
  return sentence.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? "")));
}
