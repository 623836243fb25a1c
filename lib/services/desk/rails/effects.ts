/** What acts on rails are called and what they change, word for word: shown before, mailed after. */
export const railEffects = {
  saved: (name: string, mode?: "live" | "test") => ({
    what: `${name} was set up`,
    effect:
      mode === "test"
        ? `New payments and payouts may go through ${name} in its test mode within half a minute: no real money moves. Play money of the sandbox is not used any more.`
        : `New payments and payouts may go through ${name} within half a minute, with real money. Credentials that were set before are forgotten.`,
  }),
  kept: (name: string) => ({
    what: `${name} was set up, and is off`,
    effect: `Its check failed, so nothing new begins with ${name} until the check succeeds and it is switched on. Credentials that were set before are forgotten.`,
  }),
  switched_off: (name: string) => ({
    what: `${name} was switched off`,
    effect: `No new payment and no new payout begins with ${name}. What is under way is followed to its end, and its payments can be refunded.`,
  }),
  switched_on: (name: string) => ({
    what: `${name} was switched on`,
    effect: `New payments and payouts may go through ${name} again.`,
  }),
  removed: (name: string) => ({
    what: `${name} was removed`,
    effect: `Its credentials are forgotten. No payment, payout or refund goes through ${name} until it is set up again, and its callbacks are answered with 404.`,
  }),
  order_set: (name: string) => ({
    what: `The order of rails for ${name} was changed`,
    effect:
      "New payments and payouts of this kind try the rails in this order. One whose network is down comes after those that are up.",
  }),
};
