import { createElement, Fragment, type ReactNode } from "react";

/** The names between braces of an English sentence. */
type Slot<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slot<Rest>
  : never;
type Values<Sentence extends string, Value> = [Slot<Sentence>] extends [never]
  ? []
  : [Record<Slot<Sentence>, Value>];

/** Sentences of one language; English (`E`) decides the keys and the `{slots}`. */
export interface Sentences<E extends Record<string, string>> {
  /** A sentence as plain text, for titles and attributes. */
  text: <K extends keyof E & string>(key: K, ...values: Values<E[K], string>) => string;
  /** A sentence whose slots may hold elements, such as isolated seller text. */
  rich: <K extends keyof E & string>(key: K, ...values: Values<E[K], ReactNode>) => ReactNode;
  /** A sentence whose key is known only at run time, such as a problem's; a slot without a value stays empty. */
  loose: (key: keyof E & string, values: Record<string, string>) => string;
}

export function sentencesOf<E extends Record<string, string>>(
  sentences: Record<keyof E & string, string>,
): Sentences<E> {
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
