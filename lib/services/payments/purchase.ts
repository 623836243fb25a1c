import type { Tx } from "@/lib/db/client";
import type { ProductRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { requireRenewable } from "@/lib/domain/subscription";
import type { Caller } from "../caller";
import { findCustomer, type Payer } from "./customer";

/** What is paid for. A first payment by someone who has the subscription already is a renewal of it. */
export type PaymentFor =
  | { kind: "subscription_start"; productId: number; ref: string | null }
  | { kind: "subscription_renewal"; subscriptionId: string };

/** The same, looked up: what it costs before charges, and whose it will be. */
export interface Purchase {
  product: ProductRow;
  priceMinor: bigint;
  currency: string;
  subscriptionId: string | null;
  ref: string | null;
  /** Null for a payer who is no customer yet. */
  customerId: number | null;
}

/** Throws NotFound for what is not this store's or not on sale, Refusal `renewal_limit` for what is paid far ahead. */
export async function readPurchase(
  db: Pick<Tx, "product" | "subscription" | "customer">,
  caller: Caller,
  goods: PaymentFor,
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  if (!caller.livemode) throw new NotFound();
  if (goods.kind === "subscription_renewal") return renewalOf(db, caller, { id: goods.subscriptionId }, now);
  const { productId, ref } = goods;
  const product = await db.product.findFirst({ where: { id: productId, storeId: caller.storeId } });
  if (!product?.interval || product.status !== "active") throw new NotFound();
  const customer = await findCustomer(db, caller, payer);
  const has = await findSubscription(db, caller, { productId, ref, customerId: customer?.id ?? null });
  if (has) return renewalOf(db, caller, has, now);
  return {
    product,
    priceMinor: product.salePriceMinor ?? product.priceMinor,
    currency: product.currency,
    subscriptionId: null,
    ref,
    customerId: customer?.id ?? null,
  };
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

async function renewalOf(
  db: Pick<Tx, "subscription">,
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
  return {
    product: found.product,
    priceMinor: found.amountMinor,
    currency: found.currency,
    subscriptionId: found.id,
    ref: found.ref,
    customerId: found.customerId,
  };
}
