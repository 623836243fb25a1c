import { Prisma } from "@/lib/db/client";
import type { StoreRow, SubscriptionRow } from "@/lib/db/rows";
import { hasAccess } from "@/lib/domain/subscription";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { lockCounters } from "@/lib/services/core/gate";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit, World } from "@/lib/services/core/world";
import { notifyBy } from "@/lib/services/notify/messages/notify";
import { lockSubscriptions } from "../subscriptions/record";

/** What the seller ticked before it began; by default nobody is told. */
export interface Told {
  /** A message to each subscriber who has access. */
  notifies: boolean;
  /** `subscription.activated` with `imported: true` to the seller's servers. */
  publishes: boolean;
}

/**
 * Tells of what was just moved in and gives access, in its own transaction: once, however often it is run. Returns the
 * ids of those who are not told, because no day had room for the message.
 */
export async function tellMoved(
  world: World,
  unit: Unit,
  storeId: number,
  told: Told,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0 || !(told.notifies || told.publishes)) return [];
  const rows = await lockSubscriptions(unit, { storeId, livemode: true }, ids);
  // By the lines of the file, and not by the ids in whose order they were locked: the first line is told first.
  const open = rows
    .filter((row) => hasAccess(row, unit.now))
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  if (told.publishes) {
    for (const row of open) publish(world, unit, row, "subscription.activated", null);
    await unit.tx.subscription.updateMany({
      where: { id: { in: open.map(({ id }) => id) } },
      data: { eventSequence: { increment: 1 } },
    });
  }
  if (!told.notifies) return [];
  const store = await unit.store(storeId);
  const phones = open.flatMap(({ customer: { phone } }) => phone ?? []);
  lockCounters(world, unit, store.accountId, phones);
  const untold: string[] = [];
  for (const row of open) if (!(await write(world, unit, store, row))) untold.push(row.id);
  return untold;
}

/** Whoever heard of one that is taken back hears of that too: its access is over. */
export function tellTakenBack(world: World, unit: Unit, rows: readonly SubscriptionRow[]): void {
  for (const row of rows)
    if (row.eventSequence > 0 && hasAccess(row, unit.now)) {
      const cancelledAt = row.cancelledAt ?? unit.now;
      const over = { ...row, status: "cancelled" as const, cancelledAt, endedAt: unit.now };
      publish(world, unit, over, "subscription.cancelled", row.status);
    }
}

function publish(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  type: "subscription.activated" | "subscription.cancelled",
  before: SubscriptionRow["status"] | null,
): void {
  const sequence = row.eventSequence + 1;
  unit.emit({
    ...{ type, storeId: row.storeId, livemode: true, objectId: row.id, sequence, at: unit.now },
    dedupeKey: `${row.id}/${sequence}`,
    data: { ...subscriptionEventData(row, unit.now, manageUrl(world, row), before), imported: true },
  });
}

/** By whom it is about and not by its id: who was told, and is moved in again after an undo, is not told again. */
async function write(world: World, unit: Unit, store: StoreRow, row: SubscriptionRow): Promise<boolean> {
  const { email, phone } = row.customer;
  const fact = [row.storeId, row.productId, email ?? phone, row.ref, row.currentPeriodEnd.toISOString()].join(
    "/",
  );
  const [mac = new Uint8Array()] = world.secrets.macs("moved-in", fact);
  const { language } = await unit.tx.customer.findUniqueOrThrow({
    where: { id: row.customerId },
    select: { language: true },
  });
  const told = {
    ...{ store, to: { ...row.customer, language }, kind: "moved_in" as const, objectId: row.id },
    values: { plan: row.product.name, end: row.currentPeriodEnd, link: manageUrl(world, row) },
    key: `moved_in/${Buffer.from(mac).toString("hex").slice(0, 32)}`,
  };
  if (email) return notifyBy(world, unit, told, "email", email);
  return phone ? notifyBy(world, unit, told, "sms", phone) : true;
}

/** How many events each of these ids has had already: one that was taken back may come again under its id. */
export async function eventsBefore({ tx }: Unit, storeId: number, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await tx.$queryRaw<{ id: string; last: number }[]>(Prisma.sql`
    SELECT object_id AS id, max(sequence)::int AS last FROM events
    WHERE store_id = ${storeId} AND object_id = ANY (${[...ids]}::text[]) GROUP BY 1`);
  return new Map(rows.map(({ id, last }) => [id, last]));
}
