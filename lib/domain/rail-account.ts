/**
 * One set of credentials at a rail. The operator's has the rail's own id for its key; one of a store's own has a code
 * behind it: `paystack:k3v9x2ma`. Every reference, callback, statement and balance of a rail is kept by this key, so
 * that two accounts of one rail never meet.
 */
export type AccountKey<Rail extends string> = Rail | `${Rail}:${string}`;

/** The rail of an account: `paystack` of `paystack:k3v9x2ma`. */
export function railIn(key: string): string {
  return key.split(":", 1)[0] ?? key;
}

/** Whether the money is in an account of the store's own: then it never was ours, and no wallet holds it. */
export function isOwnAccount(key: string): boolean {
  return key.includes(":");
}

/** M-PESA refuses addresses with these words, in any case and also inside another word. */
export function isAddressRefused(address: string): boolean {
  return /m-?pesa|safaricom|exe|cmd|sql|query/i.test(address);
}

/** Where the money of a payment is (API: `settlement`). */
export const settlements = ["wallet", "own_account"] as const;
export type SettledIn = (typeof settlements)[number];
