const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** At most `max` in any window of `windowMs`, for each of what `by` names. */
export interface Limit {
  what: string;
  by: string;
  windowMs: number;
  max: number;
}

/** So many wrong ones in a row; then each is followed by a pause of 5, 10, then 15 minutes. */
export interface Tries {
  what: string;
  by: string;
  free: number;
}

function limit(what: string, by: string, max: number, windowMs: number): Limit {
  return { what, by, windowMs, max };
}

function tries(what: string, by: string, free: number): Tries {
  return { what, by, free };
}

/**
 * How often strangers and sellers may do what costs something, or tells something. What counts takes its numbers from
 * here; docs/security.md shows this table. An address is its block (`addressBlock`).
 */
export const limits = {
  keyRequests: limit("requests to the API", "key", 120, minute),
  badKeys: limit("requests without a good key", "address and process", 60, minute),
  callbacks: limit(
    "callbacks of rails that prove nothing and bring no news",
    "address and process",
    120,
    minute,
  ),
  whatsappUnsigned: limit("unsigned calls at the address of WhatsApp", "address and process", 60, minute),
  ussdSecrets: limit("wrong secrets of a USSD provider", "address and process", 60, minute),
  ussdScreens: limit("screens by USSD", "number and process", 60, minute),
  drawings: limit("new pictures and PDFs", "address and process", 30, minute),

  pay: limit("presses of Pay", "address and page", 10, minute),
  check: limit("“I have paid, check again”", "address and payment", 6, minute),
  code: limit("codes that a network asks for", "address and payment", 5, minute),
  contact: limit("new contacts and their codes", "address and subscription", 10, minute),
  trial: limit("presses for free days", "address and product", 10, minute),
  manage: limit("presses on a manage page", "address and subscription", 20, minute),
  receipt: limit("“send me my link” on a receipt", "address and order", 5, minute),
  undo: limit("presses on undo pages", "address", 10, minute),
  quote: limit("answers to a quote", "address and quote", 10, minute),
  test: limit("presses on test pages", "address", 60, minute),

  codesOfNetwork: limit("wrong discount codes on pages", "address", 10, 10 * minute),
  codesOfPage: limit("wrong discount codes on pages", "page", 100, 10 * minute),
  codesOfPhone: limit("wrong codes of discounts, links and invoices by USSD", "number", 10, hour),
  codesOfStore: limit("wrong codes of discounts, links and invoices by USSD", "store", 300, hour),
  codesOfAttempt: limit("codes that a network asks for", "payment", 8, day),
  proofs: limit("codes that prove a contact", "contact and store; a seller’s phone: person", 3, hour),
  trialStarts: limit("codes for free days", "address", 5, hour),
  promptsOfStore: limit("prompts to a phone until one is approved", "phone and store", 3, 10 * minute),
  prompts: limit("prompts to a phone until one is approved", "phone", 6, 10 * minute),
  promptsOfDay: limit("prompts to a phone until one is approved", "phone", 20, day),
  agreed: limit("agreements by USSD", "number", 10, hour),
  agreedOfDay: limit("agreements by USSD", "number", 40, day),
  manageLinks: limit("manage links sent", "subscription", 3, hour),
  manageLinksOfDay: limit("manage links sent", "subscription", 6, day),
  invoiceReminders: limit("reminders asked for", "invoice", 1, day),
  moves: limit("files of subscriptions brought in", "store", 50, day),
  mailedLinks: limit("links mailed to sign in, or to set a password", "person and kind", 5, hour),

  signIn: tries("passwords at sign-in", "e-mail and address", 5),
  signInKnown: tries("passwords at sign-in, in browsers that the person used before", "e-mail", 10),
  signInOfNetwork: tries("passwords at sign-in", "address and hour", 60),
  signInOfAccount: tries("passwords at sign-in, in other browsers", "e-mail and day", 20),
  passkeys: tries("passkeys at sign-in", "address", 20),
  secondStep: tries("codes of the second step", "person", 5),
  passwordAgain: tries("passwords typed again", "person", 5),
  mailedTokens: tries("opened links of mails", "address", 60),
  signUpTaken: tries("sign-ups with an e-mail that is taken", "address", 10),
  signUps: tries("new accounts", "address", 30),
  demoStores: limit("stores of a public demo", "address", 3, hour),
  demoStoresOfDay: limit("stores of a public demo", "address", 10, day),
  demoStoresOfAll: limit("stores of a public demo", "service", 20, minute),

  searches: limit("searches while one types", "person", 120, minute),
  drafts: limit("half-written forms that are kept", "person", 60, minute),
} as const satisfies Record<string, Limit | Tries>;

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
