/** The length of one SMS: 160 characters of seven bits. A single character outside the alphabet reduces it to 70. */
export const smsMax = 160;

/** The characters of GSM 03.38 that count as one each. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** These count as two characters. They are used only in links. */
const extended = new Set("^{}\\[~]|€");

/**
 * Replacements for characters that cannot be decomposed into a letter and an accent. Currency signs become codes, as
 * everywhere here.
 */
const written: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  ʻ: "'",
  ʼ: "'",
  ʽ: "'",
  "`": "'",
  "´": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "−": "-",
  "•": ".",
  "·": ".",
  "…": "...",
  "₦": "NGN",
  "₵": "GHS",
  "€": "EUR",
  "₣": "F",
  "₹": "INR",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  "~": "-",
  "|": "/",
  "\\": "/",
  "^": "",
  "\n": " ",
  "\r": " ",
  "\t": " ",
  ɓ: "b",
  Ɓ: "B",
  ɗ: "d",
  Ɗ: "D",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  ɛ: "e",
  Ɛ: "E",
  ə: "e",
  Ə: "E",
  ǝ: "e",
  Ǝ: "E",
  ƒ: "f",
  ɣ: "g",
  Ɣ: "G",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  ɩ: "i",
  Ɩ: "I",
  ƙ: "k",
  Ƙ: "K",
  ł: "l",
  Ł: "L",
  ŋ: "n",
  Ŋ: "N",
  ɲ: "n",
  Ɲ: "N",
  œ: "oe",
  Œ: "OE",
  ɔ: "o",
  Ɔ: "O",
  ʋ: "v",
  Ʋ: "V",
  ƴ: "y",
  Ƴ: "Y",
  þ: "th",
  Þ: "Th",
};

/**
 * The same text in characters that count as one in an SMS. Characters without a replacement, such as emoji, are
 * removed.
 */
export function toGsm7(text: string): string {
  let out = "";
  for (const character of text.normalize("NFC")) out += lettersFor(character);
  return out.replace(/ {2,}/g, " ");
}

/** The length of a text in SMS characters; Infinity if it contains a character outside the alphabet. */
export function gsm7Length(text: string): number {
  let length = 0;
  for (const character of text) {
    if (basic.has(character)) length += 1;
    else if (extended.has(character)) length += 2;
    else return Number.POSITIVE_INFINITY;
  }
  return length;
}

function lettersFor(character: string): string {
  const known = written[character];
  if (known !== undefined) return known;
  if (basic.has(character)) return character;
  // Decomposed, "ẹ" is an e with a dot below, and a full-width A is an A. The remaining marks are removed.
  const parts = [...character.normalize("NFKD")].map((part) => written[part] ?? part);
  return parts.filter((part) => [...part].every((letter) => basic.has(letter))).join("");
}
