import { gsm7Length, smsMax, toGsm7 } from "@/lib/domain/gsm7";
import { type Language, lineOf } from "@/lib/domain/languages";

/** The letters of an SMS in a language, and how many it may have. */
export interface Alphabet {
  max: number;
  length(text: string): number;
  /** The same text in these letters. */
  write(text: string): string;
}

const gsm: Alphabet = { max: smsMax, length: gsm7Length, write: toGsm7 };

/**
 * For scripts that the GSM alphabet lacks: two bytes a letter. Then a message is paid for in parts of 67, and three of
 * them hold a sentence and a link.
 */
const unicode: Alphabet = { max: 3 * 67, length: (text) => text.length, write: toPlainUnicode };

export function alphabetOf(language: Language): Alphabet {
  return lineOf(language).smsInUnicode ? unicode : gsm;
}

/** Without emoji, which could be cut in two, and without signs that nobody sees. */
function toPlainUnicode(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/[\p{C}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/\{/g, "(")
    .replace(/\}/g, ")")
    .replace(/ {2,}/g, " ");
}

/** A left-to-right mark, which takes no space. */
const mark = "\u200e";

/** A masked phone whose groups of digits would change places in a line from right to left. */
export function inItsOrder(text: string, language: Language): string {
  const isGrouped = /^[+\d•][\d •+-]*$/.test(text) && /\D/.test(text);
  return lineOf(language).rtl && isGrouped ? mark + text + mark : text;
}
