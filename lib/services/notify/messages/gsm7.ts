/** What one SMS holds: 160 characters of seven bits. One character outside of the alphabet makes it 70. */
export const smsMax = 160;

/** The letters of GSM 03.38 that are one character each. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** These take two characters. They are kept in links alone. */
const extended = new Set("^{}\\[~]|€");

/** What is written for characters that no accent explains. Currency signs become codes, as everywhere here. */
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

/** The same text in letters that an SMS takes as one character each. What cannot be written, such as emoji, is left out. */
export function toGsm7(text: string): string {
  let out = "";
  for (const character of text.normalize("NFC")) out += lettersFor(character);
  return out.replace(/ {2,}/g, " ");
}

/** How many of the 160 characters this text takes; Infinity for one that has a character outside of the alphabet. */
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
  // Taken apart, "ẹ" is an e with a dot below it and a full-width A an A. What remains after that is left out.
  const parts = [...character.normalize("NFKD")].map((part) => written[part] ?? part);
  return parts.filter((part) => [...part].every((letter) => basic.has(letter))).join("");
}
