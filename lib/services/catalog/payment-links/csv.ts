import type { PaymentLinkRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { linkStatus } from "@/lib/domain/payment-link";
import type { Caller } from "@/lib/services/core/caller";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/lines";
import type { World } from "@/lib/services/core/world";
import { type LinkFilters, linksWhere } from "./list";

const head = [
  ...["id", "title", "url", "status", "amount_type", "currency", "amount", "payments", "max_payments"],
  ...["collected", "expires", "expires_store_time", "created", "created_store_time"],
];
const batchSize = 1000;

/** The list as CSV with the same filters, newest first. */
export function linksCsv(
  world: World,
  caller: Caller,
  filters: LinkFilters,
  timeZone: string,
): AsyncGenerator<string> {
  return csvPieces(head, batches(world, caller, filters, timeZone));
}

async function* batches(world: World, caller: Caller, filters: LinkFilters, timeZone: string) {
  const where = linksWhere(world, caller, filters);
  let last: number | undefined;
  do {
    const rows: PaymentLinkRow[] = await world.db.paymentLink.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: batchSize,
      ...(last === undefined ? {} : { cursor: { id: last }, skip: 1 }),
    });
    yield rows.map((row) => lineOf(world, row, timeZone));
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}

function lineOf(world: World, row: PaymentLinkRow, timeZone: string): (string | number)[] {
  const { currency } = row;
  const max = row.isReusable ? row.maxPayments : 1;
  return [
    ...[row.id, row.title, `${world.config.siteUrl}/pay/${row.token}`, linkStatus(row, world.clock.now())],
    ...[row.amountType, currency],
    row.amountMinor === null ? "" : toMajor({ minor: row.amountMinor, currency }),
    ...[row.paymentsCount, max ?? "", toMajor({ minor: row.totalPaidMinor, currency })],
    ...bothTimes(row.expiresAt, timeZone),
    ...bothTimes(row.createdAt, timeZone),
  ];
}
