import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { takingsOf } from "@/lib/domain/refund";
import type { Caller } from "@/lib/services/core/caller";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/lines";
import type { World } from "@/lib/services/core/world";
import { type OrderFilters, ordersWhere } from "./list";

const head = [
  ...["number", "customer", "email", "phone", "items", "source", "method", "payment_status", "order_status"],
  ...["fulfillment_status", "currency", "total", "fee", "net", "refunded", "ref", "answer"],
  ...["created", "created_store_time", "paid", "paid_store_time"],
];
const batchSize = 1000;

/** The list as CSV with the same filters, newest first, with what payers answered to a link's question. */
export function ordersCsv(
  world: World,
  caller: Caller,
  filters: OrderFilters,
  timeZone: string,
): AsyncGenerator<string> {
  return csvPieces(head, batches(world, caller, filters, timeZone));
}

async function* batches(world: World, caller: Caller, filters: OrderFilters, timeZone: string) {
  const where = ordersWhere(caller, filters);
  let last: number | undefined;
  do {
    const rows: OrderRow[] = await world.db.order.findMany({
      where,
      include: orderInclude,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: batchSize,
      ...(last === undefined ? {} : { cursor: { id: last }, skip: 1 }),
    });
    yield rows.map((row) => lineOf(row, timeZone));
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}

function lineOf(row: OrderRow, timeZone: string): (string | number)[] {
  const { customer, currency } = row;
  const amount = (minor: bigint) => toMajor({ minor, currency });
  const { feeMinor, netMinor } = takingsOf(row);
  const items = row.items.map(({ quantity, name }) => (quantity > 1 ? `${quantity} × ${name}` : name));
  return [
    ...[row.number, customer.name, customer.email ?? "", customer.phone ?? "", items.join("; ")],
    ...[row.source, row.paymentMethod, row.paymentStatus, row.orderStatus, row.fulfillmentStatus, currency],
    ...[row.totalMinor, feeMinor, netMinor, row.refundedMinor].map(amount),
    ...[row.subscriberRef ?? "", row.answer ?? ""],
    ...bothTimes(row.createdAt, timeZone),
    ...bothTimes(row.paidAt, timeZone),
  ];
}
