import { subscriptionInclude } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { accessEndsAt, statusAt } from "@/lib/domain/subscription";
import type { Caller } from "@/lib/services/core/caller";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/lines";
import type { World } from "@/lib/services/core/world";
import { type SubscriptionFilters, subscriptionsWhere } from "./list";
import type { SubscriptionRow } from "./read";

const head = [
  ...["id", "customer", "email", "phone", "product", "ref", "status", "interval", "currency", "amount"],
  ...["total_paid", "payments", "started", "started_store_time", "paid_until", "paid_until_store_time"],
  ...["access_ends", "access_ends_store_time"],
];
const batchSize = 1000;

/** The list as CSV with the same filters, newest first. Manage links are not in it: they act for the subscriber. */
export function subscriptionsCsv(
  world: World,
  caller: Caller,
  filters: SubscriptionFilters,
  timeZone: string,
): AsyncGenerator<string> {
  return csvPieces(head, batches(world, caller, filters, timeZone));
}

async function* batches(world: World, caller: Caller, filters: SubscriptionFilters, timeZone: string) {
  const now = world.clock.now();
  const where = subscriptionsWhere(caller, filters, now);
  let last: string | undefined;
  do {
    const rows: SubscriptionRow[] = await world.db.subscription.findMany({
      where,
      include: subscriptionInclude,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: batchSize,
      ...(last === undefined ? {} : { cursor: { id: last }, skip: 1 }),
    });
    yield rows.map((row) => lineOf(row, now, timeZone));
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}

function lineOf(row: SubscriptionRow, now: Date, timeZone: string): (string | number)[] {
  const { id, customer, product, ref, currency } = row;
  return [
    ...[id, customer.name, customer.email ?? "", customer.phone ?? "", product.name, ref ?? ""],
    ...[statusAt(row, now), row.interval, currency],
    toMajor({ minor: row.amountMinor, currency }),
    toMajor({ minor: row.totalPaidMinor, currency }),
    row.paymentsCount,
    ...bothTimes(row.startedAt, timeZone),
    ...bothTimes(row.currentPeriodEnd, timeZone),
    ...bothTimes(accessEndsAt(row), timeZone),
  ];
}
