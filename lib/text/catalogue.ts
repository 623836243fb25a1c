import { readFileSync } from "node:fs";
import path from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { directionOf, frenchSpaces, type Language, languages } from "@/lib/domain/languages";
import { contained } from "@/lib/domain/text";

/** The readers of a catalogue; each has one JSON file per language. The texts are ICU messages. */
export const audiences = ["payer", "notice", "seller", "operator", "mail", "problem"] as const;
export type Audience = (typeof audiences)[number];

type Texts = Record<string, string>;

/** A compiled text. */
export interface Compiled {
  slots: readonly string[];
  /** The text as one string, or as parts when a value is not a string. */
  fill<Value>(values: Record<string, Value>): string | Value | (string | Value)[];
}

export interface Catalogue {
  /** The translator's text; English where the language lacks it. */
  raw(key: string): string;
  has(key: string): boolean;
  text(key: string): Compiled;
}

const catalogues = new Map<string, Catalogue>();

/** The texts of some audiences in one language, read and parsed on first use. */
export function catalogueOf(language: Language, ...audiences: Audience[]): Catalogue {
  const name = [language, ...audiences].join(" ");
  const known = catalogues.get(name);
  if (known) return known;
  const read = (code: Language) =>
    Object.assign({}, ...audiences.map((audience) => setTexts(audience, code)));
  const made = makeCatalogue(language, read(language), read("en"));
  catalogues.set(name, made);
  return made;
}

/** A missing text is shown in English, by the rules of English. */
export function makeCatalogue(language: Language, own: Texts, english: Texts): Catalogue {
  const find = (key: string) =>
    Object.hasOwn(own, key)
      ? { text: own[key] ?? "", spoken: language }
      : { text: (Object.hasOwn(english, key) && english[key]) || key, spoken: "en" as const };
  return {
    raw: (key) => find(key).text,
    has: (key) => Object.hasOwn(own, key) || Object.hasOwn(english, key),
    text(key) {
      const { text, spoken } = find(key);
      return compile(directionOf(spoken) === "rtl" ? isolated(text) : text, spoken);
    },
  };
}

/**
 * Each value kept apart from the direction of its sentence, as `<bdi>` does: in a line from right to left, the groups of
 * a phone number would change places. Not an address, which programs read to its last character.
 */
function isolated(text: string): string {
  return text.replace(/\{(?!link\}|url\})\w+\}/g, "\u2068$&\u2069");
}

/** Payers' pages and messages have limits for bytes and alphabet, so they keep the plain space. */
const asWritten: readonly Audience[] = ["payer", "notice"];

/** The texts with the language's punctuation spaces. */
function setTexts(audience: Audience, language: Language): Texts {
  const texts = readTexts(audience, language);
  if (language !== "fr" || asWritten.includes(audience)) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, frenchSpaces(text)]));
}

const files = new Map<string, Texts>();

/** The texts of a file, read once; none where the language lacks the file. */
export function readTexts(audience: Audience, language: Language): Texts {
  const name = `${language}/${audience}.json`;
  const known = files.get(name);
  if (known) return known;
  const read = readFile(name);
  files.set(name, read);
  return read;
}

function readFile(name: string): Texts {
  try {
    return JSON.parse(readFileSync(path.join(process.cwd(), "lib/text", name), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

const compiled = new Map<string, Compiled>();

/** Each text is compiled once, because compiling costs far more than filling. */
export function compile(text: string, language: Language): Compiled {
  const name = `${language} ${text}`;
  const known = compiled.get(name);
  if (known) return known;
  const made = compileNow(text, language);
  compiled.set(name, made);
  return made;
}

function compileNow(text: string, language: Language): Compiled {
  const format = new IntlMessageFormat(text, languages[language].locale, undefined, { ignoreTag: true });
  const slots = slotsOf(format.getAst());
  return {
    slots,
    fill: (values) => {
      const all: typeof values = {};
      // A missing value stays empty, so that a page never fails for it.
      for (const slot of slots) {
        const value = values[slot] ?? "";
        Object.assign(all, { [slot]: typeof value === "string" ? contained(value) : value });
      }
      return format.format(all);
    },
  };
}
/** The library's mark of the text between values. */
const literal = 0;

/** The names of the values in a text, including those in its plurals. */
function slotsOf(nodes: readonly ReturnType<IntlMessageFormat["getAst"]>[number][]): string[] {
  const names = new Set<string>();
  for (const node of nodes) {
    if (!("value" in node) || node.type === literal) continue;
    names.add(node.value);
    if (!("options" in node)) continue;
    for (const { value } of Object.values(node.options)) for (const name of slotsOf(value)) names.add(name);
  }
  return [...names];
}
