import type { Tx } from "@/lib/db/client";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { requireRenewable } from "@/lib/domain/subscription";
import type { Caller } from "../caller";
import { findCustomer, type Payer } from "./customer";
import { invoicePurchase } from "./purchase-invoice";
import { linkPurchase } from "./purchase-link";
import { productPurchase } from "./purchase-product";

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

/**
 * Throws NotFound for what is not this store's; Refusal `not_on_sale`, `link_closed` (its reason says which way),
 * `invoice_paid`, `invoice_cancelled` or `renewal_limit` for what takes no payment now; PayInvalid
 * on `quantity`, `amount`, `answer` or `email`.
 */
export async function readPurchase(
  db: PurchaseDb,
  caller: Caller,
  goods: PaymentFor,
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  if (!caller.livemode) throw new NotFound();
  switch (goods.kind) {
    case "subscription_start":
      return startOf(db, caller, goods, payer, now);
    case "subscription_renewal":
      return renewalOf(db, caller, { id: goods.subscriptionId }, now);
    case "product":
      return productPurchase(db, caller, goods, payer);
    case "payment_link":
      return linkPurchase(db, caller, goods, payer, now);
    case "invoice":
      return invoicePurchase(db, caller, goods, payer);
  }
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

/** Whose press it is, where the thing is one for each payer. */
export function payerKey(payer: Payer): string {
  return `payer ${payer.email ?? payer.phone ?? ""}`;
}

/** The subscription that a first payment goes to: of the ref, else of the customer. Null when there is none yet. */
export async function findSubscription(
  db: Pick<Tx, "subscription">,
  scope: { storeId: number },
  wanted: { productId: number; ref: string | null; customerId: number | null },
): Promise<{ id: string } | null> {
  const { productId, ref, customerId } = wanted;
  if (ref === null && customerId === null) return null;
  return db.subscription.findFirst({
    where: {
      storeId: scope.storeId,
      livemode: true,
      productId,
      ref,
      ...(ref === null && customerId !== null ? { customerId } : {}),
    },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
}

async function startOf(
  db: PurchaseDb,
  caller: Caller,
  goods: { productId: number; ref: string | null },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const { productId, ref } = goods;
  const product = await db.product.findFirst({ where: { id: productId, storeId: caller.storeId } });
  if (!product?.interval) throw new NotFound();
  if (product.status !== "active") throw new Refusal("not_on_sale");
  const customer = await findCustomer(db, caller, payer);
  const has = await findSubscription(db, caller, { productId, ref, customerId: customer?.id ?? null });
  if (has) return renewalOf(db, caller, has, now);
  const priceMinor = product.salePriceMinor ?? product.priceMinor;
  return {
    ...plainPurchase,
    source: "subscription",
    line: { productId, name: product.name, quantity: 1, unitPriceMinor: priceMinor },
    priceMinor,
    currency: product.currency,
    ref,
    customerId: customer?.id ?? null,
    lock: `subscription ${productId} ${ref === null ? payerKey(payer) : `ref ${ref}`}`,
  };
}

async function renewalOf(
  db: PurchaseDb,
  caller: Caller,
  { id }: { id: string },
  now: Date,
): Promise<Purchase> {
  const found = await db.subscription.findFirst({
    where: { id, storeId: caller.storeId, livemode: true },
    include: { product: true },
  });
  if (!found) throw new NotFound();
  requireRenewable(found, now);
  const { productId, ref, amountMinor } = found;
  return {
    ...plainPurchase,
    source: "subscription",
    line: { productId, name: found.product.name, quantity: 1, unitPriceMinor: amountMinor },
    priceMinor: amountMinor,
    currency: found.currency,
    subscriptionId: id,
    ref,
    customerId: found.customerId,
    lock: `subscription ${productId} ${ref === null ? id : `ref ${ref}`}`,
  };
}
