import type { Unit, World } from "@/lib/services/core/world";
import { dropRemindersOf } from "@/lib/services/notify/messages/notify-subscriber";
import { lockSubscriptions } from "../subscriptions/record";
import { tellTakenBack } from "./tell";

/**
 * Takes back the next lines of a move. Who has begun to pay stays, with what they paid for: their order was written under
 * the same lock, or waits for it and finds no subscription. Returns whether there is more. `isBad`: the line stays.
 */
export async function undoSlice(
  world: World,
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
  const gone = new Set(isBad ? [] : await removeSubscriptions(world, unit, move.storeId, ids));
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
async function removeSubscriptions(
  world: World,
  unit: Unit,
  storeId: number,
  ids: readonly string[],
): Promise<string[]> {
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
    world,
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
