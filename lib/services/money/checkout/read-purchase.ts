import type { Tx } from "@/lib/db/client";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { requireRenewable } from "@/lib/domain/subscription";
import type { Caller } from "@/lib/services/core/caller";
import { findCustomer, type Payer } from "./customer";
import { type PaymentFor, type Purchase, type PurchaseDb, payerKey, plainPurchase } from "./purchase";
import { invoicePurchase } from "./purchase-invoice";
import { linkPurchase } from "./purchase-link";
import { productPurchase } from "./purchase-product";

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
