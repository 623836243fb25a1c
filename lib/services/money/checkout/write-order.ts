import { inserted } from "@/lib/db/columns";
import type { OrderRow } from "@/lib/db/rows";
import { newOrder, orderNumbers } from "@/lib/domain/order";
import { orderAmounts } from "@/lib/domain/tax";
import { composeToken } from "@/lib/domain/token";
import type { Caller, Unit } from "@/lib/services/core/world";

/** One line of a new order. */
export interface NewLine {
  productId: number | null;
  name: string;
  quantity: number;
  unitPriceMinor: bigint;
  /** What is added for the payment itself: no price, and never taxed as one. */
  isCharge?: boolean;
}

export function totalOf(lines: readonly NewLine[]): bigint {
  return lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * BigInt(quantity), 0n);
}

/** The store's number for a new order, and the tax that its prices include by now. */
interface Taken {
  taken: number;
  taxLabel: string | null;
  taxRatePpm: number;
  /** Of the products in it: those without the tax. */
  taxFree: number[];
}

/** What its maker says about a new order; its number, totals and states follow from the rest. */
export type NewOrder = Pick<
  OrderRow,
  "customerId" | "paymentMethod" | "source" | "currency" | "feeMinor" | "netMinor"
> &
  Partial<
    Pick<
      OrderRow,
      | "subscriptionId"
      | "subscriberRef"
      | "paymentLinkId"
      | "invoiceId"
      | "answer"
      | "discountMinor"
      | "discountCode"
      | "receiptToken"
    >
  >;

/** Writes an unpaid order with the store's next number. Returns its id. */
export async function writeOrder(
  unit: Unit,
  caller: Caller,
  lines: NewLine[],
  facts: NewOrder,
): Promise<number> {
  const of = <Value>(value: (line: NewLine) => Value) => lines.map(value);
  const [number] = await unit.tx.$queryRaw<Taken[]>`
    UPDATE stores SET next_order_number = next_order_number + 1 WHERE id = ${caller.storeId}
    RETURNING next_order_number - 1 AS taken, tax_rate_ppm AS "taxRatePpm",
      CASE WHEN tax_from <= to_char(${unit.now}::timestamptz AT TIME ZONE time_zone, 'YYYY-MM-DD') THEN tax_label END AS "taxLabel",
      ARRAY(SELECT id FROM products WHERE store_id = stores.id AND is_tax_free
        AND id = ANY (${of(({ productId }) => productId)}::int[])) AS "taxFree"`;
  if (!number) throw new Error("The store of a payment is gone.");
  const { totals, parts } = amountsOf(lines, facts, number);
  const order = {
    ...newOrder,
    ...totals,
    ...orderNumbers(number.taken),
    receiptToken: composeToken(unit.world.random.bytes(24)),
    ...facts,
    storeId: caller.storeId,
    accountId: caller.accountId,
    livemode: true,
    createdAt: unit.now,
    updatedAt: unit.now,
  };
  const [made] = await unit.tx.$queryRaw<{ id: number }[]>`
    WITH made AS (INSERT INTO orders ${inserted(order)} RETURNING id), written AS (
      INSERT INTO order_items (store_id, order_id, position, product_id, name, quantity, unit_price_minor, total_minor,
        discount_minor, taxed_minor, delivers)
      SELECT ${caller.storeId}::int, made.id, line.place - 1, line.product_id, line.name, line.quantity, line.price,
        line.price * line.quantity, line.off, line.taxed,
        coalesce((SELECT p.delivers FROM products p WHERE p.id = line.product_id), false)
      FROM made, unnest(${of(({ productId }) => productId)}::int[], ${of(({ name }) => name)}::text[],
        ${of(({ quantity }) => quantity)}::int[], ${of((line) => String(line.unitPriceMinor))}::bigint[],
        ${parts.map((part) => String(part.discountMinor))}::bigint[], ${parts.map((part) => String(part.taxedMinor))}::bigint[])
        WITH ORDINALITY AS line(product_id, name, quantity, price, off, taxed, place))
    SELECT id FROM made`;
  if (!made) throw new Error("An order was not written.");
  return made.id;
}

/** An invoice states a tax of its own, so its order includes none. */
function amountsOf(lines: NewLine[], { invoiceId, discountMinor = 0n }: NewOrder, store: Taken) {
  const includesTax = store.taxLabel !== null && !invoiceId;
  const isTaxed = ({ productId }: NewLine) =>
    includesTax && (productId === null || !store.taxFree.includes(productId));
  return orderAmounts(
    lines.map((line) => ({ ...line, isCharge: line.isCharge === true, isTaxed: isTaxed(line) })),
    discountMinor,
    store,
  );
}
