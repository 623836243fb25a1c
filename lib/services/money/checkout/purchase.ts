import type { Renewed } from "@/lib/domain/discount";
import type { Interval } from "@/lib/domain/interval";
import { exponentOf, type Money, parseTypedAmount } from "@/lib/domain/money";
import { payInvalid } from "@/lib/domain/pay-problem";
import type { ChangeQuote } from "@/lib/services/billing/changes/change";
import type { Delivery } from "@/lib/services/billing/orders/downloads";
import type { Payer } from "./customer";
import type { NewLine } from "./write-order";

/** What the form of something that is brought asks beside the payer's name. Both as typed. */
export interface DeliveryInput {
  place: string | null;
  /** Null: the phone that pays. */
  contact: string | null;
}

/**
 * What is paid for. A first payment by someone who already has the subscription is a renewal. Amounts are as typed:
 * null for a link with a fixed amount, and for the whole balance of an invoice.
 */
export type PaymentFor =
  | { kind: "subscription_start"; productId: number; ref: string | null }
  | {
      kind: "subscription_renewal";
      subscriptionId: string;
      /** Somebody else pays: the order and its receipt are theirs, and nothing of them is kept with the subscriber. */
      isByOther?: boolean;
    }
  | { kind: "subscription_change"; subscriptionId: string; productId: number }
  | { kind: "product"; productId: number; quantity: number; delivery?: DeliveryInput; isEmbedded?: boolean }
  | { kind: "payment_link"; linkId: number; amount: string | null; answer: string | null }
  | { kind: "invoice"; invoiceId: number; amount: string | null }
  /** Sold face to face: the seller says what, and the buyer's phone is asked. */
  | { kind: "counter"; lines: readonly [NewLine, ...NewLine[]] };

/** The same after lookup: the price before charges, the line of the order, and the customer. */
export interface Purchase {
  source: "subscription" | "storefront" | "embed" | "payment_link" | "invoice" | "manual";
  /** The first line of the order. */
  line: NewLine;
  /** The lines after it, besides the charges; only of what is sold at the counter. */
  others: readonly NewLine[];
  /** The total of the lines, less the discount. */
  priceMinor: bigint;
  discountMinor: bigint;
  /** Another plan for the subscription, from now on: its discount is what unused time is worth. */
  change: ChangeQuote | null;
  currency: string;
  /** Of a subscription: for how long it pays. */
  interval: Interval | null;
  subscriptionId: string | null;
  /** The subscription that it renews, with what that still has of a discount. */
  renews: Renewed | null;
  ref: string | null;
  paymentLinkId: number | null;
  invoiceId: number | null;
  /** The answer to the question of a payment link. */
  answer: string | null;
  /** Where to bring a product whose page asks for that. */
  delivery: Delivery | null;
  /** Null for a payer who is not a customer yet. */
  customerId: number | null;
  /** Whether the seller blocked the customer, or one of the addresses that the payer gave. */
  isBlocked: boolean;
  /** Somebody else pays for the subscriber. */
  isByOther: boolean;
  /** What its page says of it besides the total. */
  shown: Readonly<Record<string, string>>;
  /** Whether the payer chose the amount: then a problem with it is shown at that field. */
  isAmountTyped: boolean;
}

/** Default values of a purchase; each kind overrides its own. */
export const plainPurchase = {
  others: [],
  discountMinor: 0n,
  change: null,
  interval: null,
  subscriptionId: null,
  renews: null,
  ref: null,
  paymentLinkId: null,
  invoiceId: null,
  answer: null,
  delivery: null,
  isByOther: false,
  shown: {},
  isAmountTyped: false,
} as const;

/**
 * The lock name of what is paid for, known before it is read. Presses for one thing wait for each other, so only one of
 * them prompts the payer.
 */
export function lockOf(paymentFor: PaymentFor, payer: Payer): string {
  const theirs = `payer ${payer.email ?? payer.phone ?? ""}`;
  switch (paymentFor.kind) {
    case "subscription_start":
      return `subscription of ${paymentFor.productId} ${paymentFor.ref === null ? theirs : `ref ${paymentFor.ref}`}`;
    case "subscription_renewal":
    case "subscription_change":
      return renewalLock(paymentFor.subscriptionId);
    case "product":
      return `product ${paymentFor.productId} ${theirs}`;
    case "payment_link":
      return `payment link ${paymentFor.linkId} ${theirs}`;
    case "invoice":
      return `invoice ${paymentFor.invoiceId}`;
    case "counter":
      return `counter ${theirs}`;
  }
}

/**
 * A first payment for an existing subscription is a renewal: it takes this lock too, and so waits for presses on the
 * renewal page.
 */
export function renewalLock(subscriptionId: string): string {
  return `subscription ${subscriptionId}`;
}

/**
 * The typed amount in minor units; null when nothing was typed. Throws PayInvalid on `amount`; `limits` are the values
 * in its message.
 */
export function typedAmount(
  typed: string | null,
  currency: string,
  limits: { min: Money; max: Money },
): bigint | null {
  if (typed === null || typed.trim() === "") return null;
  const parsed = parseTypedAmount(typed, currency, "en");
  if (parsed.ok) return parsed.money.minor;
  const { min, max } = limits;
  switch (parsed.problem) {
    case "not_a_number":
      throw payInvalid("amount", "amount_unreadable");
    case "not_positive":
      throw payInvalid("amount", "amount_too_small", { min });
    case "too_large":
      throw payInvalid("amount", "amount_too_large", { max });
    case "too_many_decimals": {
      const decimals = String(exponentOf(currency));
      throw payInvalid("amount", "amount_too_many_decimals", { currency, decimals });
    }
  }
}
