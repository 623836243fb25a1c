import type { CivilDate } from "@/lib/domain/civil-date";
import { knownLanguage, type Language } from "@/lib/domain/languages";
import type { Money } from "@/lib/domain/money";
import type { SlotsOf, TextKey } from "@/lib/text/words";

/**
 * Every message that is sent about money, in the catalogue `notice`. Of each, `text` is the whole e-mail between its
 * greeting and its last line, with one link at most. `sms` is cut at bars: what stands between `|` signs is left out,
 * from the last to the first, where the whole would not fit into one SMS. `around` is what is said around each, and
 * what stands in for a name that cannot be written in an SMS.
 */
export type MessageKind =
  TextKey<"notice"> extends infer Key ? (Key extends `${infer Kind}.sms` ? Kind : never) : never;

/** What the slots of the sentences stand for, the same in every message and language. */
export interface SlotValues {
  /** The store's name. */
  seller: string;
  /** The subscription product's name. */
  plan: string;
  /** What was paid for: a product, a link's title, an invoice's number. */
  item: string;
  /** The order's short number. */
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
  /** Where a payout or, from now on, a subscriber's messages go, masked: "MTN 0772 •••456". */
  destination: string;
  /** Of the service on a payment and on a payout: "1.5 %". */
  fee: string;
  payoutFee: string;
  /** Why, as somebody wrote it. */
  reason: string;
  /** The one address in the message. */
  link: string;
}

export type SlotName = keyof SlotValues;

/** The slots of one message's English sentences: exactly what must be known to send it. The seller is known anyway. */
export type ValuesOf<Kind extends MessageKind> = Pick<
  SlotValues,
  Exclude<SlotsOf<"notice", `${Kind}.subject` | `${Kind}.text` | `${Kind}.sms`>, "seller">
>;

/** The first of these that we write in: the customer's language, then the store's, then English. */
export function messageLanguage(...wanted: (string | null)[]): Language {
  return knownLanguage(...wanted) ?? "en";
}
