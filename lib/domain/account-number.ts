// A number that a payer types at a phone, by which an invoice, a subscription or a payment link is found. It is short, of
// digits only, and its last digit checks the others. The check is Damm's: it finds every single wrong digit and every swap
// of two neighbours. Luhn does not find 09 for 90, and ISO 7064 mod 11,10 lets some swaps pass.

/** Damm's quasigroup of ten: its diagonal is zero, and no two digits may be swapped in it without a trace. */
const table = [
  "0317598642",
  "7092154863",
  "4206871359",
  "1750983426",
  "6123045978",
  "3674209581",
  "5869720134",
  "8945362017",
  "9438617205",
  "2581436790",
] as const;

function checkOf(digits: string): string {
  let check = "0";
  for (const digit of digits) check = table[Number(check)]?.[Number(digit)] ?? "";
  return check;
}

/** The number of these digits: with their check digit behind them. */
export function accountNumberOf(digits: string): string {
  return digits + checkOf(digits);
}

/** Fewer would be hit by chance, more are no number of ours. */
const shape = /^[1-9]\d{2,11}$/;

export function isAccountNumber(text: string): boolean {
  return shape.test(text) && checkOf(text) === "0";
}

/** The first digit of each script in which payers write numbers. */
const zeros = [0x30, 0x660, 0x6f0];

/** The account number in what a person typed; null where there is none, or a digit is wrong. */
export function readAccountNumber(typed: string): string | null {
  const plain = [...typed.slice(0, 64)].map(plainDigit).join("");
  const digits = plain.replaceAll(/[\s#.\u2010-\u2015-]/g, "");
  return isAccountNumber(digits) ? digits : null;
}

function plainDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? sign : String(code - zero);
}

/** How many digits a store's next number has before its check digit: more than half of them are always free. */
export function digitsFor(taken: number): number {
  return Math.max(4, String(taken * 2).length);
}
