import { commonPasswords } from "./common-passwords";

/** A password with fewer different characters is a pattern: "aaaaaaaaaa", "1212121212". */
const differentMin = 5;
/** How many characters must remain once the words about the owner are removed. */
const ownMin = 6;
const rows = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
];

/** Whether it is among the first guesses: a common password, one with a number added, a run or a pattern. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase();
  if (new Set(typed).size < differentMin || /^(.{1,5})\1+$/u.test(typed)) return true;
  if (isRun(typed)) return true;
  return [typed, wordOf(typed), unleet(typed), unleet(wordOf(typed)), wordOf(unleet(typed))].some((one) =>
    commonPasswords.has(one),
  );
}

/** Whether little remains without the person's own name and address, which a guesser knows. */
export function isAboutPerson(password: string, about: readonly string[]): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const words = about
    .flatMap((text) => [text, text.split("@")[0] ?? "", ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(plain)
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length);
  const typed = plain(password);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ""), typed);
  return left !== typed && left.length < ownMin;
}

/**
 * The word in "iloveyou12" or "!!password2024": the text without the digits and signs around it, where those are few.
 */
function wordOf(text: string): string {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, "");
  return text.length - word.length <= 6 ? word : "";
}

function unleet(text: string): string {
  const letters: Record<string, string> = {
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "@": "a",
    $: "s",
  };
  return text.replace(/[0134579@$]/g, (sign) => letters[sign] ?? sign);
}

/** Along the keyboard, the alphabet or the digits, in either direction, from anywhere and round the end. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join("");
  return rows.some((row) => {
    const ring = row.repeat(Math.ceil(text.length / row.length) + 1);
    return ring.includes(text) || ring.includes(backwards);
  });
}
