import type { Prisma } from "@/lib/db/client";
import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { divideHalfUp } from "@/lib/domain/fees";
import { orderKind, orderTotals } from "@/lib/domain/order";
import { orderAmounts } from "@/lib/domain/tax";
import type { Unit } from "@/lib/services/core/world";

/** What an order comes to: its prices after the discount, and the charges that its buyer bears. */
interface Reduced {
  priceMinor: bigint;
  chargesMinor: bigint;
  feeMinor: bigint;
}

/**
 * The only function that makes a written order smaller; its tax, its lines and their shares change in the same step. An
 * order pays a part of its invoice, and the rest stays owed, so its line becomes that part. Everything else keeps its price:
 * what is missing is a discount of this order alone. The order must be locked and unpaid.
 */
export async function reduceOrder(
  unit: Unit,
  order: OrderRow,
  { priceMinor, chargesMinor, feeMinor }: Reduced,
): Promise<OrderRow> {
  const isPart = orderKind(order) === "invoice";
  const lines = order.items.map((item) => {
    const isCharge = isChargeLine(item);
    const unitPriceMinor = isCharge ? chargesMinor : isPart ? priceMinor : item.unitPriceMinor;
    return { ...item, unitPriceMinor, isCharge, isTaxed: item.taxedMinor > 0n };
  });
  const prices = orderTotals({ items: lines.filter(({ isCharge }) => !isCharge) });
  const { totals, parts } = orderAmounts(lines, prices.subtotalMinor - priceMinor, order);
  for (const [index, { orderId, position, unitPriceMinor }] of lines.entries())
    await unit.tx.orderItem.update({
      where: { orderId_position: { orderId, position } },
      data: { unitPriceMinor, ...parts[index] },
    });
  return unit.tx.order.update({
    where: { id: order.id },
    data: { ...totals, feeMinor, netMinor: totals.totalMinor - feeMinor },
    include: orderInclude,
  });
}

/** The charges and the fee of an order of which only a part is paid: they shrink with it. */
export function chargesOfPart(
  order: OrderRow,
  part: { minor: bigint; ofMinor: bigint },
): Omit<Reduced, "priceMinor"> {
  const share = (minor: bigint) => divideHalfUp(minor * part.minor, part.ofMinor);
  const chargesMinor = share(chargedIn(order));
  return { chargesMinor, feeMinor: chargesMinor > 0n ? chargesMinor : share(order.feeMinor) };
}

/** Whether less was paid than was asked for: then a code, or unused time, is only a part of the order's discount. */
export function isReduced(order: { totalMinor: bigint }, asked: { amountMinor: bigint }): boolean {
  return order.totalMinor < asked.amountMinor;
}

/** What of an order's total is no price: the charges that its buyer bears. */
export function chargedIn({ items }: OrderRow): bigint {
  return items.reduce((sum, item) => (isChargeLine(item) ? sum + item.totalMinor : sum), 0n);
}

/** Only where a rail is asked are charges added, behind the one line that is sold. */
function isChargeLine({ position, productId }: OrderRow["items"][number]): boolean {
  return position > 0 && productId === null;
}

/** Changes columns of a locked order. */
export function storeOrder(
  { tx, now }: Unit,
  id: number,
  data: Prisma.OrderUncheckedUpdateInput,
): Promise<OrderRow> {
  return tx.order.update({ where: { id }, data: { ...data, updatedAt: now }, include: orderInclude });
}
