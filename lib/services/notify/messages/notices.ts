import type { CivilDate } from "@/lib/domain/civil-date";
import { knownLanguage, type Language } from "@/lib/domain/languages";
import type { Money } from "@/lib/domain/money";
import type { SlotsOf, TextKey } from "@/lib/text/words";

/**
 * All messages about money, from the catalogue `notice`. `text` is the whole e-mail between greeting and last line,
 * with at most one link. `sms` has optional parts between `|` signs: they are dropped, from the last to the first, when
 * the whole does not fit into one SMS. `around` has the common sentences of all messages, and replacements for names
 * that cannot be written in an SMS.
 */
export type MessageKind =
  TextKey<"notice"> extends infer Key ? (Key extends `${infer Kind}.sms` ? Kind : never) : never;

/** Messages to the people of a store, whatever they chose to be told of (lib/services/notify/alerts). */
export type AlertKind = Extract<MessageKind, `alert_${string}`>;

/** A message that is only sent by e-mail, so its texts have no `sms`. */
export type MailOnlyKind = "alert_digest";

/** The values of the sentences' slots, with the same meaning in every message and language. */
export interface SlotValues {
  /** The store's name. */
  seller: string;
  /** The subscription product's name. */
  plan: string;
  /** The purchased item: a product, a link's title, an invoice's number. */
  item: string;
  /** The order's number. */
  number: string;
  /** The invoice's number. */
  invoice: string;
  amount: Money;
  /** What is still owed. */
  balance: Money;
  /** When paid time ends or access ended. */
  end: Date;
  /** When access stops, to the minute. */
  access: Date;
  due: CivilDate;
  code: string;
  minutes: string;
  /** The masked destination of a payout, or the new contact of a subscriber: "MTN 0772 •••456". */
  destination: string;
  /** The service's fees on a payment and on a payout: "1.5 %". */
  fee: string;
  payoutFee: string;
  /** Who paid, to be read by the seller. */
  payer: string;
  /** The provider's reference of a payment, else the order's number. */
  reference: string;
  /** Counts and sums: "12 payments, KES 18,000; 1 dispute". */
  summary: string;
  /** What waits for the seller: "2 tasks". */
  waits: string;
  /** The reason in a person's own words. */
  reason: string;
  /** The only link in the message. */
  link: string;
}

export type SlotName = keyof SlotValues;

/** The slots of one message's English sentences: exactly the values needed to send it. The seller is always known. */
export type ValuesOf<Kind extends MessageKind | MailOnlyKind> = Pick<
  SlotValues,
  Exclude<SlotsOf<"notice", `${Kind}.subject` | `${Kind}.text` | `${Kind}.sms`>, "seller">
>;

/** The first supported language of these: the customer's, then the store's; else English. */
export function messageLanguage(...wanted: (string | null)[]): Language {
  return knownLanguage(...wanted) ?? "en";
}
