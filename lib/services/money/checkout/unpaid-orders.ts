import { Prisma } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import type { AttemptRow } from "@/lib/db/rows";
import type { Caller, Unit } from "@/lib/services/core/world";
import type { Purchase } from "./purchase";
import type { Quote } from "./quote";

/** For how long an unpaid order may be reused for the same thing, instead of creating another. */
const reuseMs = 72 * 60 * 60 * 1000;

/** An unpaid order for the same thing, with its first line, and one of its open attempts if it has any. */
export interface Unpaid {
  id: number;
  customerId: number;
  totalMinor: bigint;
  feeMinor: bigint;
  productId: number | null;
  quantity: number | null;
  unitPriceMinor: bigint | null;
  discountId: number | null;
  codeId: number | null;
  attempt: AttemptRow | null;
}

export async function unpaidOrders(
  unit: Unit,
  caller: Caller,
  { purchase }: Quote,
  customerId: number,
): Promise<Unpaid[]> {
  const rows = await unit.tx.$queryRaw<(Omit<Unpaid, "attempt"> & Record<string, unknown>)[]>`/* one plan */
    SELECT o.id, o.customer_id AS "customerId", o.total_minor AS "totalMinor", o.fee_minor AS "feeMinor",
      item.product_id AS "productId", item.quantity, item.unit_price_minor AS "unitPriceMinor",
      used.discount_id AS "discountId", used.code_id AS "codeId",
      ${columns("attempt", Prisma.PaymentAttemptScalarFieldEnum, "attempt")}
    FROM orders o LEFT JOIN order_items item ON item.order_id = o.id AND item.position = 0
    LEFT JOIN payment_attempts attempt ON attempt.order_id = o.id AND attempt.status IN ('created', 'pending')
    LEFT JOIN discount_redemptions used ON used.order_id = o.id
    WHERE o.store_id = ${caller.storeId} AND o.source = ANY (${sameSources(purchase)}::source[])
      AND o.payment_status IN ('pending', 'failed') AND o.order_status <> 'cancelled'
      AND o.created_at > ${new Date(unit.now.getTime() - reuseMs)} AND ${sameThing(purchase, customerId)}
    ORDER BY o.id DESC`;
  return rows.map((row) => ({ ...row, attempt: row["attempt.id"] === null ? null : part(row, "attempt") }));
}

/**
 * A product is the same thing on its page and on a seller's own site, and anything is the same thing when it is dialled:
 * the order stays with where it began.
 */
function sameSources({ source }: Purchase): (Purchase["source"] | "ussd")[] {
  return source === "storefront" || source === "embed" ? ["storefront", "embed", "ussd"] : [source, "ussd"];
}

/** An invoice is the same thing for every payer. A purchase without a ref is a separate thing for each customer. */
function sameThing(purchase: Purchase, customerId: number): Prisma.Sql {
  const { source, ref, subscriptionId, paymentLinkId, invoiceId, line } = purchase;
  const theirs = Prisma.sql`o.customer_id = ${customerId}`;
  const ofProduct = Prisma.sql`EXISTS (
    SELECT 1 FROM order_items sold WHERE sold.order_id = o.id AND sold.product_id = ${line.productId})`;
  switch (source) {
    case "invoice":
      return Prisma.sql`o.invoice_id = ${invoiceId}`;
    case "payment_link":
      return Prisma.sql`o.payment_link_id = ${paymentLinkId} AND ${theirs}`;
    case "manual":
      return theirs;
    case "storefront":
    case "embed":
      return Prisma.sql`${theirs} AND ${ofProduct}`;
    case "subscription": {
      const whose =
        ref === null
          ? Prisma.sql`o.subscriber_ref IS NULL AND ${theirs}`
          : Prisma.sql`o.subscriber_ref = ${ref}`;
      return Prisma.sql`(o.subscription_id = ${subscriptionId} OR o.subscription_id IS NULL AND ${whose} AND ${ofProduct})`;
    }
  }
}

/** Whether the order is for exactly this purchase, so that it can be reused. Each sale at the counter is its own. */
export function isSame(order: Unpaid, quote: Quote, customerId: number): boolean {
  const { purchase, totalMinor, feeMinor, chosen } = quote;
  const { quantity, unitPriceMinor } = purchase.line;
  const { discountId = null, codeId = null } = chosen.reduction ?? {};
  if (purchase.source === "manual" || order.discountId !== discountId || order.codeId !== codeId)
    return false;
  const isSameLine =
    isSameProduct(order, purchase) && order.quantity === quantity && order.unitPriceMinor === unitPriceMinor;
  const isTheirs = purchase.source === "subscription" || order.customerId === customerId;
  return isSameLine && isTheirs && order.totalMinor === totalMinor && order.feeMinor === feeMinor;
}

/** Two plans of one subscription may cost the same. */
export function isSameProduct(order: Unpaid, { line }: Purchase): boolean {
  return order.productId === line.productId;
}
