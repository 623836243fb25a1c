import { gsm7Length, toGsm7 } from "./gsm7";

/** A screen of a phone in characters of seven bits. Networks take up to 182; fewer is safe on each of them. */
export const screenMax = 160;
/** Where one character is outside that alphabet, all of them take two bytes. */
export const wideScreenMax = 70;

/** What a screen says, with names cut to so many characters. */
export type Say = (name: (text: string) => string) => string;

const cuts = [60, 40, 30, 24, 20, 16, 13, 10, 8, 6, 4];

/**
 * A screen that fits. `says` are tried in their order: the reader's language, then English. Names are cut, the longest
 * first, before the next is tried; a name that the alphabet cannot write is left out of a text that it can.
 */
export function fitScreen(says: readonly Say[]): string {
  for (const say of says) {
    const isPlain = isGsm7(say(() => ""));
    for (const most of cuts) {
      const text = asWritten(say((name) => cut(isPlain ? plain(name) : name, most)));
      if (fits(text)) return text;
    }
  }
  const last = says.at(-1)?.(() => "") ?? "";
  return cutWhole(plain(last));
}

/** The characters that a screen uses, and how many it may. */
export function screenUse(text: string): { used: number; max: number } {
  const used = gsm7Length(text);
  return Number.isFinite(used) ? { used, max: screenMax } : { used: text.length, max: wideScreenMax };
}

/** Whether a language can be written in seven bits: only then a list has four lines. */
export function isGsm7(text: string): boolean {
  const letters = text.normalize("NFKD").replace(/[\p{M}\s]/gu, "");
  return plain(text).replace(/\s/g, "").length >= letters.length * 0.9;
}

function fits(text: string): boolean {
  const { used, max } = screenUse(text);
  return used <= max;
}

/** In seven bits where the text can be written in them; else as it is. */
function asWritten(text: string): string {
  return isGsm7(text) ? plain(text) : text;
}

function plain(text: string): string {
  return text.split("\n").map(toGsm7).join("\n");
}

function cut(name: string, most: number): string {
  const letters = [...name];
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}.`;
}

function cutWhole(text: string): string {
  return [...text].slice(0, screenMax).join("");
}
