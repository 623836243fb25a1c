import { exponentOf } from "@/lib/domain/money";
import { payInvalid } from "@/lib/domain/pay-problem";
import { parseTypedAmount } from "@/lib/domain/typed-amount";
import type { Payer } from "./customer";

/**
 * What is paid for. A first payment by someone who has the subscription already is a renewal of it. Amounts are as they
 * were typed: null for a link that asks a fixed amount, and for the whole balance of an invoice.
 */
export type PaymentFor =
  | { kind: "subscription_start"; productId: number; ref: string | null }
  | { kind: "subscription_renewal"; subscriptionId: string }
  | { kind: "product"; productId: number; quantity: number }
  | { kind: "payment_link"; linkId: number; amount: string | null; answer: string | null }
  | { kind: "invoice"; invoiceId: number; amount: string | null };

/** The same, looked up: what it costs before charges, what stands in the order, and whose it will be. */
export interface Purchase {
  source: "subscription" | "storefront" | "payment_link" | "invoice";
  /** The one line of the order beside the charges. */
  line: { productId: number | null; name: string; quantity: number; unitPriceMinor: bigint };
  /** What the line comes to. */
  priceMinor: bigint;
  currency: string;
  subscriptionId: string | null;
  ref: string | null;
  paymentLinkId: number | null;
  invoiceId: number | null;
  /** To the question of a payment link. */
  answer: string | null;
  /** Null for a payer who is no customer yet. */
  customerId: number | null;
  /** The seller blocked whoever it would be for, or one of the addresses that the payer gave. */
  isBlocked: boolean;
  /** Whether the payer chose the amount, so that a problem with it belongs to that field. */
  isAmountTyped: boolean;
}

/** What a purchase is when it is for nothing in particular; each kind says what it has. */
export const plainPurchase = {
  subscriptionId: null,
  ref: null,
  paymentLinkId: null,
  invoiceId: null,
  answer: null,
  isAmountTyped: false,
} as const;

/** Names the thing before it is read: presses for one thing wait for each other, and only one of them asks the payer. */
export function lockOf(paymentFor: PaymentFor, payer: Payer): string {
  const theirs = `payer ${payer.email ?? payer.phone ?? ""}`;
  switch (paymentFor.kind) {
    case "subscription_start":
      return `subscription of ${paymentFor.productId} ${paymentFor.ref === null ? theirs : `ref ${paymentFor.ref}`}`;
    case "subscription_renewal":
      return renewalLock(paymentFor.subscriptionId);
    case "product":
      return `product ${paymentFor.productId} ${theirs}`;
    case "payment_link":
      return `payment link ${paymentFor.linkId} ${theirs}`;
    case "invoice":
      return `invoice ${paymentFor.invoiceId}`;
  }
}

/** A first payment for what somebody has already is a renewal: it waits here too, for those on the page of renewals. */
export function renewalLock(subscriptionId: string): string {
  return `subscription ${subscriptionId}`;
}

/** What the payer typed, in minor units; null when nothing was. `limits` are named where it is out of all reason. */
export function typedAmount(
  typed: string | null,
  currency: string,
  limits: { min: string; max: string },
): bigint | null {
  if (typed === null || typed.trim() === "") return null;
  const parsed = parseTypedAmount(typed, currency);
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
