/** How many messages an account may have sent to others in a day (UTC) by asking for it: invoices, receipts sent again, invitations. */
export interface Quota {
  email: number;
  sms: number;
}

/** Texts are few, because each costs money and one stranger's phone is easily flooded. */
export const quotas = {
  fresh: { email: 50, sms: 10 },
  settled: { email: 500, sms: 100 },
  trusted: { email: 5_000, sms: 1_000 },
} as const satisfies Record<string, Quota>;

/** Texts that one phone gets in a day by request of all accounts together. */
export const textsPerPhone = 5;

/** Where payments are enough to tell a shop from somebody who only writes. */
export const paymentsCounted = 20;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Grows with what a spammer would not wait or pay for: a week and one real payment (play money is none), then a store
 * that an operator has verified, or a month and twenty payments.
 */
export function quotaOf(account: { ageMs: number; isVerified: boolean; payments: number }): Quota {
  const { ageMs, isVerified, payments } = account;
  if (isVerified || (ageMs >= 4 * weekMs && payments >= paymentsCounted)) return quotas.trusted;
  return ageMs >= weekMs && payments > 0 ? quotas.settled : quotas.fresh;
}
