/** How many messages an account may request to others per day (UTC): invoices, receipts sent again, invitations. */
export interface Quota {
  email: number;
  sms: number;
}

/** The limit for texts is low, because each costs money and a stranger's phone is easily flooded. */
export const quotas = {
  fresh: { email: 50, sms: 10 },
  settled: { email: 500, sms: 100 },
  trusted: { email: 5_000, sms: 1_000 },
} as const satisfies Record<string, Quota>;

/** Texts that one phone can get in a day at the request of all accounts together. */
export const textsPerPhone = 5;

/** How many payments prove that an account is a shop and not only a sender of messages. */
export const paymentsCounted = 20;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The quota grows with things that a spammer would not wait or pay for: a week and one real payment (test money does
 * not count), then a store that an operator has verified, or a month and twenty payments.
 */
export function quotaOf(account: { ageMs: number; isVerified: boolean; payments: number }): Quota {
  const { ageMs, isVerified, payments } = account;
  if (isVerified || (ageMs >= 4 * weekMs && payments >= paymentsCounted)) return quotas.trusted;
  return ageMs >= weekMs && payments > 0 ? quotas.settled : quotas.fresh;
}

/**
 * Why a message may go to a person. Every message says it, and the gate out counts by it:
 * - `paid`: somebody paid money for it, as a receipt. The payments are its limit.
 * - `own`: to the account's own people, or from the service to its users. Who asks for those has limits of their own.
 * - `asked`: a seller wants it now. Counted in the account's quota, else refused before anything moves.
 * - `page`: a stranger at a page or a phone wants it now, as a code. As many as the quota again; else not sent.
 * - `owed`: a rule says so, as a reminder or a free order's receipt. As many as the quota again; else a day later.
 * - `told`: an import, over days, by half of the account's quota.
 */
export type Why = "paid" | "own" | "asked" | "page" | "owed" | "told";

/** How many days a message may wait until there is room; later it would say what is not true any more. */
export const spreadDays = { page: 0, owed: 7, told: 30 } as const;
