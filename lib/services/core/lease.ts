import { Prisma } from "@/lib/db/client";
import type { World } from "./world";

/** A table whose rows become due at a time and are processed by the worker that leases them. */
export interface Leased {
  table:
    | "payment_attempts"
    | "refunds"
    | "payouts"
    | "messages"
    | "subscriptions"
    | "payment_instruments"
    | "ussd_acts"
    | "moves"
    | "takeouts"
    | "fiscal_devices";
  /** The column of the time at which a row is due. */
  dueAt: "next_poll_at" | "next_attempt_at" | "next_renewal_try_at" | "next_forget_at" | "due_at";
  /** Longer than one turn may take with its database work: a lease expires only when its worker died. */
  leaseMs: number;
}

/**
 * Leases rows that no worker has, earliest due first. Workers that claim at the same time get different rows. Returns
 * the `columns` of each.
 */
export function lease<Row>(
  world: World,
  { table, dueAt, leaseMs }: Leased,
  { which, limit, columns }: { which: Prisma.Sql; limit: number; columns: Prisma.Sql },
): Promise<Row[]> {
  const now = world.clock.now();
  const [name, due] = [Prisma.raw(table), Prisma.raw(dueAt)];
  return world.db.$queryRaw<Row[]>`
      UPDATE ${name} SET leased_until = ${new Date(now.getTime() + leaseMs)} WHERE id IN (
        SELECT id FROM ${name} WHERE (leased_until IS NULL OR leased_until <= ${now}) AND ${which}
        ORDER BY ${due}, id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING ${columns}`;
}

/** The condition that a row is due. */
export function isDue(world: World, { dueAt }: Leased): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(dueAt)} <= ${world.clock.now()}`;
}

/** When the next row is due, or null. A leased row is due again when its lease expires. */
export async function nextDue(
  world: World,
  { table, dueAt }: Leased,
  which: Prisma.Sql = Prisma.sql`true`,
): Promise<Date | null> {
  const due = Prisma.raw(dueAt);
  const [row] = await world.db.$queryRaw<
    { at: Date | null }[]
  >`SELECT min(greatest(${due}, leased_until)) AS at FROM ${Prisma.raw(table)}
      WHERE ${due} IS NOT NULL AND ${which}`;
  return row?.at ?? null;
}

/**
 * Processes what `claim` leases until nothing more is due: `atOnce` at a time, and hardly more leased than that,
 * because a lease would expire while it waits behind a rail that hangs. `work` must not throw. `isOver` ends the
 * claiming; items leased by then are still processed. Returns whether more may be due.
 */
export async function workThrough<T>(
  atOnce: number,
  claim: (limit: number) => Promise<T[]>,
  work: (item: T) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<{ more: boolean }> {
  const leased: T[] = [];
  let isDry = false;
  let claiming: Promise<void> | null = null;
  const refill = async () => {
    const rows = await claim(atOnce);
    isDry = rows.length < atOnce;
    leased.push(...rows);
    claiming = null;
  };
  const worker = async () => {
    for (;;) {
      const item = leased.pop();
      if (item !== undefined) await work(item);
      else if (isDry || isOver()) return;
      else {
        claiming ??= refill();
        await claiming;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { more: !isDry };
}

/**
 * Does each of these. One that fails is logged and does not stop the others. Returns how much was done, by what `work`
 * says of each, and how many failed. `setAside`: what is done about one that failed.
 */
export async function doEach<Item extends object>(
  { log }: World,
  items: readonly Item[],
  work: (item: Item) => Promise<number | boolean>,
  onFailure: string,
  setAside: (item: Item) => Promise<unknown> = async () => undefined,
): Promise<{ done: number; failed: number }> {
  const result = { done: 0, failed: 0 };
  for (const item of items) {
    try {
      result.done += Number(await work(item));
    } catch (error) {
      result.failed += 1;
      log.error({ err: error, ...item }, onFailure);
      await setAside(item);
    }
  }
  return result;
}
