import { inserted } from "@/lib/db/columns";
import type { OrderRow } from "@/lib/db/rows";
import { newOrder, orderNumbers, orderTotals } from "@/lib/domain/order";
import { composeToken } from "@/lib/domain/token";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit, World } from "@/lib/services/core/world";

/** One line of a new order. */
export interface NewLine {
  productId: number | null;
  name: string;
  quantity: number;
  unitPriceMinor: bigint;
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
  world: World,
  unit: Unit,
  caller: Caller,
  lines: NewLine[],
  facts: NewOrder,
): Promise<number> {
  const [number] = await unit.tx.$queryRaw<{ taken: number }[]>`
    UPDATE stores SET next_order_number = next_order_number + 1 WHERE id = ${caller.storeId}
    RETURNING next_order_number - 1 AS taken`;
  if (!number) throw new Error("The store of a payment is gone.");
  const order = {
    ...newOrder,
    ...orderNumbers(number.taken),
    ...orderTotals({ items: lines, discountMinor: facts.discountMinor ?? 0n }),
    receiptToken: composeToken(world.random.bytes(24)),
    ...facts,
    storeId: caller.storeId,
    accountId: caller.accountId,
    livemode: true,
    createdAt: unit.now,
    updatedAt: unit.now,
  };
  const of = <Value>(value: (line: NewLine) => Value) => lines.map(value);
  const [made] = await unit.tx.$queryRaw<{ id: number }[]>`
    WITH made AS (INSERT INTO orders ${inserted(order)} RETURNING id), written AS (
      INSERT INTO order_items (store_id, order_id, position, product_id, name, quantity, unit_price_minor,
        total_minor, delivers)
      SELECT ${caller.storeId}::int, made.id, line.place - 1, line.product_id, line.name, line.quantity, line.price,
        line.price * line.quantity, coalesce((SELECT p.delivers FROM products p WHERE p.id = line.product_id), false)
      FROM made, unnest(${of(({ productId }) => productId)}::int[], ${of(({ name }) => name)}::text[],
        ${of(({ quantity }) => quantity)}::int[], ${of((line) => String(line.unitPriceMinor))}::bigint[])
        WITH ORDINALITY AS line(product_id, name, quantity, price, place))
    SELECT id FROM made`;
  if (!made) throw new Error("An order was not written.");
  return made.id;
}
