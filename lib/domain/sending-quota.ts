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
