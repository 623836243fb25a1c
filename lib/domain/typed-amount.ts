import { exponentOf, type ParsedAmount, parseAmount } from "./money";

/**
 * Reads an amount as a payer types it: "1500", "1,500", "1 500,50", "KES 1,500.50". Groups of three digits are
 * thousands; a comma before the last one or two digits is a decimal comma. An ambiguous text ("1.500" is over a
 * thousand in some countries) is not a number, because money must not be guessed.
 */
export function parseTypedAmount(typed: string, currency: string): ParsedAmount {
  return parseAmount(plainAmount(typed, currency) ?? "not a number", currency);
}

/** The typed amount as digits with at most a point; null when it is no amount or ambiguous. */
export function plainAmount(typed: string, currency: string): string | null {
  const text = typed
    .normalize("NFKC")
    .trim()
    .replace(new RegExp(`^${currency}\\b|\\b${currency}$`, "i"), "")
    .trim();
  if (exponentOf(currency) < 3 && /^\d{1,3}(\.\d{3})+$/.test(text)) return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  const grouped = /^([1-9]\d{0,2}(?:[ ,']\d{3})+)(?:\.(\d+)|(?<!,\d{3}),(\d{1,2}))?$/.exec(text);
  if (grouped) {
    const [, whole = "", point, comma] = grouped;
    const ambiguous = exponentOf(currency) === 3 && whole.includes(",");
    const fraction = point ?? comma;
    return ambiguous ? null : whole.replace(/[ ,']/g, "") + (fraction === undefined ? "" : `.${fraction}`);
  }
  return /^\d+,\d{1,2}$/.test(text) ? text.replace(",", ".") : null;
}
