/** What a person is known by. */
export interface Traces {
  names: readonly string[];
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
  /** Addresses and other texts that only they gave. */
  texts: readonly string[];
}

/** What stands where something was erased. */
export const erasedMark = "…";
/** The name of somebody who was erased, where a name must stand. */
export const erasedName = "Erased customer";

/** Shorter ones stand in other words, and tell nobody apart. */
const shortest = 3;
/** Without calling code and leading zeros, as everybody writes it. */
const phoneDigits = 9;

/**
 * The pattern that finds all traces of a person in a text, also as they stand in an address or in JSON; for the flags
 * `giu`. Null where nothing is known of them. A name is found as whole words; a phone in any of its usual forms.
 */
export function tracesPattern({ names, emails, phones, texts }: Traces): string | null {
  const words = wordsOf({ names, emails, texts })
    .toSorted((a, b) => b.length - a.length)
    .map((text) => `(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`);
  const all = [...words, ...[...new Set(phones)].map(phonePattern)];
  return all.length === 0 ? null : all.join("|");
}

/** One of these stands, in whatever case, in every text in which the pattern finds something: for a first look. */
export function traceFragments({ phones, ...traces }: Traces): { words: string[]; digits: string[] } {
  return { words: wordsOf(traces), digits: [...new Set(phones.map(digitsOf))] };
}

/** The separators that `digits` are to be looked for without. */
export const phoneSeparators = "[ ().+-]";

function wordsOf({ names, emails, texts }: Omit<Traces, "phones">): string[] {
  const words = [...names, ...emails, ...texts]
    .map((text) => text.trim())
    .filter((text) => text.length >= shortest && text !== erasedName)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), plussed(text)]);
  return [...new Set(words)];
}

const digitsOf = (phone: string) => phone.replace(/\D/g, "").slice(-phoneDigits);

/** The text without the traces; the same text where it has none. */
export function withoutTraces(text: string, pattern: string): string {
  return text.replace(new RegExp(pattern, "giu"), erasedMark);
}

function plussed(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}

/** "+256 772 123456", "0772-123456", "256772123456": the last digits tell, whatever is in front and between. */
function phonePattern(phone: string): string {
  const digits = digitsOf(phone);
  return `(?<!\\d)(?:\\+|00|%2B)?\\d{0,4}${phoneSeparators}{0,2}${[...digits].join(`${phoneSeparators}{0,2}`)}(?!\\d)`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, (sign) => (sign === "-" || sign === "/" ? sign : `\\${sign}`));
}
