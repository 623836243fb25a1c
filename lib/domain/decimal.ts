/**
 * Reads a number or a typed text as an integer of 10^-decimals, digit by digit: 1.5 with 3 decimals is 1500. Null for a
 * text that is not a plain decimal, is negative, or has too many decimals or more than 9 digits before the point.
 */
export function parseDecimal(value: number | string, decimals: number): bigint | null {
  const match = /^0*(\d{1,9})(?:\.(\d{1,20}))?$/.exec(String(value).trim());
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  // Zeros at the end are not decimals: JSON cannot tell 1.50 from 1.5.
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** For people, without trailing zeros: 1500 with 3 decimals is "1.5". */
export function decimalText(parts: bigint, decimals: number): string {
  const digits = String(parts).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
