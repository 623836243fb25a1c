import { toMajor } from "@/lib/domain/money";
import type { ValuedCustomer } from "@/lib/resources/customer";
import type { Caller } from "@/lib/services/core/caller";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/lines";
import type { World } from "@/lib/services/core/world";
import { lastPayments } from "./last-payments";
import { type CustomerFilters, customersWhere } from "./list";
import { withValues } from "./value";

const head = [
  ...["id", "name", "email", "phone", "company", "country", "city", "address", "status", "source"],
  ...["currency", "lifetime_value", "last_payment", "last_payment_store_time"],
  ...["customer_since", "customer_since_store_time"],
];
const batchSize = 1000;

/** The list as CSV with the same filters, newest first. It can be imported again. */
export function customersCsv(
  world: World,
  caller: Caller,
  filters: CustomerFilters,
  timeZone: string,
): AsyncGenerator<string> {
  return csvPieces(head, batches(world, caller, filters, timeZone));
}

async function* batches(world: World, caller: Caller, filters: CustomerFilters, timeZone: string) {
  const where = await customersWhere(world, caller, filters);
  let below: number | null = null;
  do {
    const rows: ValuedCustomer["row"][] = await world.db.customer.findMany({
      where: { AND: [where, below === null ? {} : { id: { lt: below } }] },
      orderBy: { id: "desc" },
      take: batchSize,
    });
    const ids = rows.map(({ id }) => id);
    const [valued, paid] = await Promise.all([
      withValues(world.db, caller.storeId, rows),
      lastPayments(world, caller, ids),
    ]);
    yield valued.map((customer) => lineOf(customer, paid.get(customer.row.id) ?? null, timeZone));
    below = rows.length < batchSize ? null : (ids.at(-1) ?? null);
  } while (below !== null);
}

function lineOf(
  { row, currency, lifetimeMinor }: ValuedCustomer,
  lastPaidAt: Date | null,
  timeZone: string,
): (string | number)[] {
  const texts = [row.email, row.phone, row.company, row.country, row.city, row.address];
  return [
    row.id,
    row.name,
    ...texts.map((text) => text ?? ""),
    ...[row.status, row.source, currency],
    toMajor({ minor: lifetimeMinor, currency }),
    ...bothTimes(lastPaidAt, timeZone),
    ...bothTimes(row.customerSince, timeZone),
  ];
}
