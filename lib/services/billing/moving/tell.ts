import { Prisma } from "@/lib/db/client";
import type { StoreRow, SubscriptionRow } from "@/lib/db/rows";
import { hasAccess } from "@/lib/domain/subscription";
import { lockCounters } from "@/lib/services/core/gate";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit } from "@/lib/services/core/world";
import { notifyBy } from "@/lib/services/notify/messages/notify";
import { dropRemindersOf } from "@/lib/services/notify/messages/notify-subscriber";
import { emitSubscription } from "../subscriptions/publish";
import { lockSubscriptions } from "../subscriptions/read";

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
    for (const row of open) publish(unit, row, "subscription.activated");
    await unit.tx.subscription.updateMany({
      where: { id: { in: open.map(({ id }) => id) } },
      data: { eventSequence: { increment: 1 } },
    });
  }
  if (!told.notifies) return [];
  const store = await unit.store(storeId);
  const phones = open.flatMap(({ customer: { phone } }) => phone ?? []);
  lockCounters(unit.world, unit, store.accountId, phones);
  const untold: string[] = [];
  for (const row of open) if (!(await write(unit, store, row))) untold.push(row.id);
  return untold;
}

/** Whoever heard of one that is taken back hears of that too: its access is over. */
export function tellTakenBack(unit: Unit, rows: readonly SubscriptionRow[]): void {
  for (const row of rows)
    if (row.eventSequence > 0 && hasAccess(row, unit.now)) {
      const cancelledAt = row.cancelledAt ?? unit.now;
      const over = { ...row, status: "cancelled" as const, cancelledAt, endedAt: unit.now };
      publish(unit, over, "subscription.cancelled", row.status);
    }
}

function publish(
  unit: Unit,
  row: SubscriptionRow,
  type: "subscription.activated" | "subscription.cancelled",
  before: SubscriptionRow["status"] | null = null,
): void {
  const told = { ...row, eventSequence: row.eventSequence + 1 };
  emitSubscription(unit, told, type, { before, more: { imported: true } });
}

/** By whom it is about and not by its id: who was told, and is moved in again after an undo, is not told again. */
async function write(unit: Unit, store: StoreRow, row: SubscriptionRow): Promise<boolean> {
  const { email, phone } = row.customer;
  const fact = [row.storeId, row.productId, email ?? phone, row.ref, row.currentPeriodEnd.toISOString()].join(
    "/",
  );
  const [mac = new Uint8Array()] = unit.world.secrets.macs("moved-in", fact);
  const { language } = await unit.tx.customer.findUniqueOrThrow({
    where: { id: row.customerId },
    select: { language: true },
  });
  const told = {
    ...{ store, to: { ...row.customer, language }, kind: "moved_in" as const, objectId: row.id },
    values: { plan: row.product.name, end: row.currentPeriodEnd, link: manageUrl(unit.world, row) },
    key: `moved_in/${Buffer.from(mac).toString("hex").slice(0, 32)}`,
  };
  if (email) return notifyBy(unit, told, "email", email);
  return phone ? notifyBy(unit, told, "sms", phone) : true;
}

/** How many events each of these ids has had already: one that was taken back may come again under its id. */
export async function eventsBefore({ tx }: Unit, storeId: number, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await tx.$queryRaw<{ id: string; last: number }[]>(Prisma.sql`
    SELECT object_id AS id, max(sequence)::int AS last FROM events
    WHERE store_id = ${storeId} AND object_id = ANY (${[...ids]}::text[]) GROUP BY 1`);
  return new Map(rows.map(({ id, last }) => [id, last]));
}

/**
 * Takes back the next lines of a move. Who has begun to pay stays, with what they paid for: their order was written under
 * the same lock, or waits for it and finds no subscription. Returns whether there is more. `isBad`: the line stays.
 */
export async function undoSlice(
  unit: Unit,
  move: { id: number; storeId: number; total: number },
  take: number,
  isBad: boolean,
): Promise<boolean> {
  const { tx, now } = unit;
  const moveId = move.id;
  const lines = await tx.moveLine.findMany({
    where: { moveId, outcome: "make", isDone: true, kind: { in: ["subscription", "customer"] } },
    select: { line: true, kind: true, madeId: true, madeCustomerId: true },
    // Subscriptions stand behind the customers whom they hold.
    orderBy: { line: "desc" },
    take,
  });
  const ids = lines.flatMap(({ kind, madeId }) => (kind === "subscription" && madeId ? [madeId] : []));
  const gone = new Set(isBad ? [] : await removeSubscriptions(unit, move.storeId, ids));
  const customers = lines.flatMap(({ madeCustomerId }) => madeCustomerId ?? []);
  const left = new Set(isBad ? [] : await removeCustomers(unit, customers));
  const isUndone = (line: (typeof lines)[number]) =>
    line.kind === "subscription" ? gone.has(line.madeId ?? "") : left.has(line.madeCustomerId ?? 0);
  for (const outcome of ["undone", "stays"] as const)
    await tx.moveLine.updateMany({
      where: {
        moveId,
        line: { in: lines.filter((one) => isUndone(one) === (outcome === "undone")).map(({ line }) => line) },
      },
      data: { outcome },
    });
  const isOver = lines.length === 0;
  await tx.move.update({
    where: { id: moveId },
    data: {
      done: isOver ? move.total : { increment: lines.length },
      dueAt: isOver ? null : now,
      ...(isOver ? { state: "undone" } : {}),
    },
  });
  return !isOver;
}

/** Removes those without an order, without a discount that was given, and whose time nobody paid for. */
async function removeSubscriptions(unit: Unit, storeId: number, ids: readonly string[]): Promise<string[]> {
  const { tx } = unit;
  const rows = await lockSubscriptions(unit, { storeId, livemode: true }, ids);
  const free = await tx.subscription.findMany({
    where: {
      id: { in: rows.map(({ id }) => id) },
      ...{ orders: { none: {} }, redemptions: { none: {} }, changes: { none: {} } },
      periods: { none: { kind: { in: ["paid", "free", "trial"] } } },
    },
    select: { id: true },
  });
  const gone = free.map(({ id }) => id);
  const of = { subscriptionId: { in: gone } };
  dropRemindersOf(unit, storeId, gone);
  tellTakenBack(
    unit,
    rows.filter(({ id }) => gone.includes(id)),
  );
  await tx.trialUse.deleteMany({ where: of });
  await tx.subscriptionPeriod.deleteMany({ where: of });
  await tx.subscription.deleteMany({ where: { id: { in: gone } } });
  return gone;
}

/** Removes those who have nothing: no subscription, order or invoice, and nothing that somebody wrote about them. */
async function removeCustomers({ tx }: Unit, ids: readonly number[]): Promise<number[]> {
  const none = { none: {} };
  const free = await tx.customer.findMany({
    where: {
      id: { in: [...ids] },
      ...{ orders: none, subscriptions: none, invoices: none, notes: none, tags: none },
      ...{ instruments: none, walksInAt: none },
    },
    select: { id: true },
  });
  const gone = free.map(({ id }) => id);
  await tx.customer.deleteMany({ where: { id: { in: gone } } });
  return gone;
}
