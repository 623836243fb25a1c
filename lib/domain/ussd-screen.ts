import { gsm7Length, toGsm7 } from "./gsm7";

/** A screen of a phone in characters of seven bits. Networks take up to 182; fewer is safe on each of them. */
export const screenMax = 160;
/** Where one character is outside that alphabet, all of them take two bytes. */
export const wideScreenMax = 70;

/** A name of a screen; `latin` is what it is called where its own letters cannot be shown. */
export type Name = (text: string, latin?: string) => string;
/** What a screen says, with names cut to so many characters. */
export type Say = (name: Name) => string;

const cuts = [60, 40, 30, 24, 20, 16, 13, 10, 8, 6, 4];
/** Less of a name tells nobody more than the sign for a missing one. */
const wideCutMin = 6;
const missing = "?";

/**
 * A screen that fits. `says` are tried in their order: the reader's language, then English. Names are cut, the longest
 * first, before the next is tried. Where a text fits the alphabet and a name does not, the whole is written in the name's
 * letters if there is room; else the name is one of the alphabet, or a sign in its place: a line is never empty.
 */
export function fitScreen(says: readonly Say[]): string {
  for (const say of says) {
    const isPlain = isGsm7(say(() => ""));
    const wide = isPlain && hasUnwritable(say) ? cuts.filter((most) => most >= wideCutMin) : [];
    for (const most of wide) {
      const text = say((name) => cut(name, most));
      if (fits(text)) return text;
    }
    for (const most of cuts) {
      const text = asWritten(say((name, latin) => cut(isPlain ? writable(name, latin) : name, most)));
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

/** Whether it names something of which the alphabet has no letter. */
function hasUnwritable(say: Say): boolean {
  let isOne = false;
  say((name) => {
    isOne ||= name.trim() !== "" && plain(name).trim() === "";
    return "";
  });
  return isOne;
}

function writable(name: string, latin = missing): string {
  return plain(name).trim() === "" && name.trim() !== "" ? latin : plain(name);
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
