import { Prisma } from "@/lib/db/client";
import {
  readSubscriptions,
  type SubscriptionRow,
  subscriptionColumns,
  subscriptionFrom,
  subscriptionJoins,
} from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import {
  actsOn,
  entry,
  eventsAbout,
  type HistoryEntry,
  inOrder,
  messagesAbout,
} from "@/lib/services/core/history/entries";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import type { Caller, Unit, World } from "@/lib/services/core/world";

export type { SubscriptionRow };

/** One subscription of the caller's store and mode. Throws NotFound for a missing one and for another store's. */
export async function readSubscription(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  const { storeId, livemode } = caller;
  const [row] = await readSubscriptions(
    world.db,
    Prisma.sql`WHERE subscription.id = ${id} AND subscription.store_id = ${storeId} AND subscription.livemode = ${livemode}`,
  );
  if (!row) throw new NotFound();
  return row;
}

const select = {
  number: true,
  kind: true,
  startsAt: true,
  endsAt: true,
  paidAt: true,
  currency: true,
  paidMinor: true,
  cutAt: true,
  order: { select: { id: true, number: true, receiptToken: true, refundedMinor: true, totalMinor: true } },
} satisfies Prisma.SubscriptionPeriodSelect;

/** A span of time, how it came, and the order that paid for it, if one did; none in test mode. */
export type PeriodRow = Prisma.SubscriptionPeriodGetPayload<{ select: typeof select }>;

/** The periods of one subscription of the caller's store and mode, newest first. */
export function listPeriods(
  world: World,
  { storeId, livemode }: Caller,
  subscriptionId: string,
  take: number,
): Promise<PeriodRow[]> {
  return world.db.subscriptionPeriod.findMany({
    where: { storeId, livemode, subscriptionId },
    select,
    orderBy: { number: "desc" },
    take,
  });
}

/** What a seller's page says of a subscription, for what is done to it there: until when it is paid, and its discount. */
export function runningShown(row: { currentPeriodEnd: Date; discountId: number | null }): Shown {
  return { paid: row.currentPeriodEnd.toISOString(), discount: String(row.discountId ?? "") };
}

/** Locks one subscription and reads it. Null when it does not exist in this store and mode. */
export async function lockSubscription(
  unit: Unit,
  scope: { storeId: number; livemode: boolean },
  id: string,
): Promise<SubscriptionRow | null> {
  const [row = null] = await lockSubscriptions(unit, scope, [id]);
  return row;
}

/** The same for a person's act. Throws NotFound, and Changed where their page said something else of it. */
export async function lockShown(unit: Unit, caller: Caller, id: string): Promise<SubscriptionRow> {
  const row = await lockSubscription(unit, caller, id);
  if (!row) throw new NotFound();
  requireShown(unit.world, caller, `subscription/${id}`, runningShown(row));
  return row;
}

/** Two beginnings for one user at once must become one subscription: the second waits here for the first. */
export function lockSubscriber(
  unit: Unit,
  { productId, ref, customerId }: { productId: number; ref: string | null; customerId: number },
): void {
  lockSubscribers(unit, [{ productId, ref, customerId }]);
}

/** The same for several. */
export function lockSubscribers(
  unit: Unit,
  all: readonly { productId: number; ref: string | null; customerId: number }[],
): void {
  const keys = all.map(
    ({ productId, ref, customerId }) =>
      `subscriber/${productId}/${ref === null ? `customer/${customerId}` : `ref/${ref}`}`,
  );
  // In one order for all, so that two at once cannot wait for each other.
  unit.tx.$send(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0))
    FROM (SELECT key FROM unnest(${keys}::text[]) key ORDER BY hashtextextended(key, 0)) sorted`);
}

/** The same for several of one store and mode, in the order of their ids; missing ones are left out. */
export async function lockSubscriptions(
  unit: Unit,
  scope: { storeId: number; livemode: boolean },
  ids: readonly string[],
): Promise<SubscriptionRow[]> {
  // Locked before it is joined: what waits for the lock and finds another product or customer then would be left out.
  const rows = await unit.tx.$queryRaw<Record<string, unknown>[]>`
    WITH locked AS MATERIALIZED (SELECT * FROM subscriptions
      WHERE id = ANY (${[...ids]}::text[]) AND store_id = ${scope.storeId} AND livemode = ${scope.livemode}
      ORDER BY id FOR UPDATE)
    SELECT ${subscriptionColumns} FROM locked subscription ${subscriptionJoins}
    ORDER BY subscription.id`;
  return rows.map(subscriptionFrom);
}

const max = 200;

/** Everything that happened to a live subscription, oldest first: payments, events, messages, what people did. */
export async function readSubscriptionHistory(
  world: World,
  caller: Caller,
  row: SubscriptionRow,
): Promise<HistoryEntry[]> {
  const parts = await Promise.all([
    paymentsOf(world, caller, row),
    eventsAbout(world, row, row.id),
    messagesAbout(world, row, row.id),
    actsOn(world, caller, `subscription:${row.id}`),
  ]);
  return inOrder(parts.flat());
}

async function paymentsOf(world: World, caller: Caller, row: SubscriptionRow): Promise<HistoryEntry[]> {
  const periods = await listPeriods(world, caller, row.id, max);
  // Days for free are an act of the seller's, which the log has.
  const brought = periods.flatMap((period) =>
    period.kind === "paid" || period.kind === "free" ? { ...period, kind: period.kind } : [],
  );
  return brought.map(({ number, kind, paidAt, order, currency, paidMinor }) => {
    const amount = { minor: paidMinor, currency };
    const did = `${number === 1 ? ("subscribed" as const) : ("renewed" as const)}_${kind}` as const;
    return entry(
      `period/${number}`,
      paidAt,
      "ok",
      { did, values: { amount } },
      "subscriber",
      order && `/dashboard/orders/${order.id}`,
    );
  });
}
