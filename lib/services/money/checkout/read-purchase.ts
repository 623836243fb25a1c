import { Prisma, type Tx } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import type { ProductRow, SubscriptionRow } from "@/lib/db/rows";
import { nextPlan } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { requireRenewable } from "@/lib/domain/subscription";
import { pendingTaken, planShown } from "@/lib/services/billing/changes/change";
import type { Caller } from "@/lib/services/core/world";
import { blocked, customerOf, type Payer, readPayer } from "./customer";
import { type PaymentFor, type Purchase, plainPurchase } from "./purchase";
import { changePurchase, counterPurchase, invoicePurchase, linkPurchase, productPurchase } from "./purchases";

/**
 * Looks up what is paid for. Throws NotFound when it is not this store's; Refusal `not_on_sale`, `link_closed` (with
 * its reason), `invoice_paid`, `invoice_cancelled` or `renewal_limit` when it takes no payment now; PayInvalid on
 * `quantity`, `amount`, `answer`, `email`, `name`, `contact` or `place`.
 */
export async function readPurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: PaymentFor,
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  if (!caller.livemode) throw new NotFound();
  switch (paymentFor.kind) {
    case "subscription_start":
      return startOf(tx, caller, paymentFor, payer, now);
    case "subscription_renewal":
      return renewalOf(tx, caller, paymentFor, payer, now);
    case "subscription_change":
      return changePurchase(tx, caller, paymentFor, payer, now);
    case "product":
      return productPurchase(tx, caller, paymentFor, payer);
    case "payment_link":
      return linkPurchase(tx, caller, paymentFor, payer, now);
    case "invoice":
      return invoicePurchase(tx, caller, paymentFor, payer);
    case "counter":
      return counterPurchase(tx, caller, paymentFor.lines, payer);
  }
}

const asked = Prisma.join([
  columns("product", Prisma.ProductScalarFieldEnum, "product"),
  columns("has", Prisma.SubscriptionScalarFieldEnum, "has"),
  columns("pending", { id: "", name: "" }, "pending"),
]);

/** The plan that was chosen for the next payment, unless the user has it by now. */
const pending = Prisma.sql`LEFT JOIN products pending ON pending.id = has.pending_product_id AND NOT ${pendingTaken}`;

/** A first payment goes to the existing subscription of the ref, or of the customer where there is no ref. */
async function startOf(
  tx: Tx,
  caller: Caller,
  { productId, ref }: { productId: number; ref: string | null },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const whose =
    ref === null ? Prisma.sql`s.ref IS NULL AND s.customer_id = payer.id` : Prisma.sql`s.ref = ${ref}`;
  const [row] = await tx.$queryRaw<Record<string, unknown>[]>`/* one plan */
    SELECT ${asked}, payer.id AS customer, ${blocked(caller, payer, Prisma.sql`has.customer_id`)} AS blocked
    FROM products product LEFT JOIN LATERAL (${customerOf(caller, payer)}) payer ON true LEFT JOIN LATERAL (
      SELECT * FROM subscriptions s
      WHERE s.store_id = ${caller.storeId} AND s.livemode AND s.product_id = product.id AND ${whose}
      ORDER BY s.created_at DESC LIMIT 1) has ON true ${pending}
    WHERE product.id = ${productId} AND product.store_id = ${caller.storeId}`;
  const product = row && part<ProductRow>(row, "product");
  if (!product?.interval) throw new NotFound();
  if (product.status !== "active") throw new Refusal("not_on_sale");
  if (row?.["has.id"] !== null) return renewal(row ?? {}, now);
  const priceMinor = product.salePriceMinor ?? product.priceMinor;
  return {
    ...plainPurchase,
    source: "subscription",
    line: { productId, name: product.name, quantity: 1, unitPriceMinor: priceMinor },
    priceMinor,
    currency: product.currency,
    interval: product.interval,
    ref,
    customerId: row.customer as number | null,
    shown: planShown({ product, interval: product.interval, amountMinor: priceMinor }, null),
    isBlocked: row.blocked === true,
  };
}

async function renewalOf(
  tx: Tx,
  caller: Caller,
  { subscriptionId: id, isByOther }: { subscriptionId: string; isByOther?: boolean },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const [row] = await tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${asked}, ${blocked(caller, payer, Prisma.sql`has.customer_id`)} AS blocked
    FROM subscriptions has JOIN products product ON product.id = has.product_id ${pending}
    WHERE has.id = ${id} AND has.store_id = ${caller.storeId} AND has.livemode`;
  if (!row) throw new NotFound();
  const theirs = renewal(row, now);
  if (!isByOther) return theirs;
  const { customerId, isBlocked } = await readPayer(tx, caller, payer);
  return { ...theirs, ref: null, isByOther, customerId, isBlocked: theirs.isBlocked || isBlocked };
}

type Named = Pick<ProductRow, "id" | "name">;

function renewal(row: Record<string, unknown>, now: Date): Purchase {
  const has = part<SubscriptionRow>(row, "has");
  const chosen = part<{ id: number | null }>(row, "pending").id === null ? null : part<Named>(row, "pending");
  requireRenewable(has, now);
  const { product, amountMinor, interval } = nextPlan({
    ...has,
    product: part<Named>(row, "product"),
    pendingProduct: chosen,
  });
  const { id: productId, name } = product;
  const { id, ref, currency, customerId } = has;
  return {
    ...plainPurchase,
    source: "subscription",
    line: { productId, name, quantity: 1, unitPriceMinor: amountMinor },
    priceMinor: amountMinor,
    currency,
    interval,
    subscriptionId: id,
    renews: { ...has, amountMinor },
    shown: planShown({ product, interval, amountMinor }, has.currentPeriodEnd),
    ref,
    customerId,
    isBlocked: row.blocked === true,
  };
}
