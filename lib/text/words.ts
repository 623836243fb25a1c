import { createElement, Fragment, type ReactNode } from "react";
import type { Language } from "@/lib/domain/languages";
import { type Audience, catalogueOf } from "./catalogue";
import type { Slots } from "./generated/slots";

/** The keys of each audience: those of its English file. */
interface Texts {
  payer: typeof import("./en/payer.json");
  notice: typeof import("./en/notice.json");
}

export type TextKey<A extends Audience> = keyof Texts[A] & string;

/** The values that a text takes, by `npm run generate`; none, and none may be given. */
type ValuesOf<Key extends string, Value> = Key extends keyof Slots
  ? [Slots[Key]] extends [never]
    ? []
    : [Record<Slots[Key] & string, Value>]
  : [];

/** The texts of some audiences in one language. */
export interface Words<Key extends string> {
  /** A text as plain text, for titles and attributes. */
  text: <K extends Key>(key: K, ...values: ValuesOf<K, string | number>) => string;
  /** A text whose values may be elements, such as isolated seller text. */
  rich: <K extends Key>(key: K, ...values: ValuesOf<K, ReactNode>) => ReactNode;
  /** A text whose key is known only at run time, such as a problem's; a value that is not given stays empty. */
  loose: (key: Key, values: Record<string, string | number>) => string;
}

export function wordsIn<A extends Audience>(language: Language, ...audiences: A[]): Words<TextKey<A>> {
  const catalogue = catalogueOf(language, ...audiences);
  const loose = (key: string, values: Record<string, string | number>) =>
    [catalogue.text(key).fill(values)].flat().join("");
  return {
    text: (key, ...values) => loose(key, values[0] ?? {}),
    rich: (key, ...values) =>
      createElement(Fragment, null, ...[catalogue.text(key).fill<ReactNode>(values[0] ?? {})].flat()),
    loose,
  };
}
