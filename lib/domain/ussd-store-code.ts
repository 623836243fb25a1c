/**
 * The digits by which a store is dialled: its id and a check digit, so that a mistyped digit finds no other store. It
 * never has one digit only: what is typed first in a session is either such a code or a line of the first screen.
 */
export function ussdCodeOf(storeId: number): string {
  return `${storeId}${checkDigit(String(storeId))}`;
}

/** The store of a code; null where the digits are none. */
export function storeIdOf(code: string): number | null {
  if (!/^[1-9]\d{1,10}$/.test(code)) return null;
  const id = code.slice(0, -1);
  return checkDigit(id) === code.slice(-1) && Number(id) <= 2_147_483_647 ? Number(id) : null;
}

/** What a phone dials to reach a store: `*384*77#` and the code 125 are `*384*77*125#`. */
export function dialString(dial: string, code: string): string {
  return `${dial.replace(/#$/, "")}*${code}#`;
}

/** By Luhn: it finds each single wrong digit and nearly every pair that changed places. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
