import type { Tx } from "@/lib/db/client";
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
  /** Names the thing: presses for one thing wait for each other, and only one of them asks the payer. */
  lock: string;
  /** Whether the payer chose the amount, so that a problem with it belongs to that field. */
  isAmountTyped: boolean;
}

/** What a purchase needs to be looked up. */
export type PurchaseDb = Pick<Tx, "product" | "subscription" | "customer" | "paymentLink" | "invoice">;

/** What a purchase is when it is for nothing in particular; each kind says what it has. */
export const plainPurchase = {
  subscriptionId: null,
  ref: null,
  paymentLinkId: null,
  invoiceId: null,
  answer: null,
  isAmountTyped: false,
} as const;

/** Whose press it is, where the thing is one for each payer. */
export function payerKey(payer: Payer): string {
  return `payer ${payer.email ?? payer.phone ?? ""}`;
}
