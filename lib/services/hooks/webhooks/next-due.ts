import type { World } from "@/lib/services/core/world";
import type { Scope } from "./claim";

/** The soonest plan, or the soonest end of a lease whose worker may have died. Null when nothing waits. */
export async function nextDueAt(world: World, scope: Scope): Promise<Date | null> {
  const now = world.clock.now();
  const pending = pendingOf(scope);
  const [free, leased] = await Promise.all([
    world.db.webhookDelivery.findFirst({
      where: { ...pending, OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
      orderBy: { nextAttemptAt: "asc" },
      select: { nextAttemptAt: true },
    }),
    world.db.webhookDelivery.findFirst({
      where: { ...pending, nextAttemptAt: { lte: now }, leasedUntil: { gt: now } },
      orderBy: { leasedUntil: "asc" },
      select: { leasedUntil: true },
    }),
  ]);
  const times = [free?.nextAttemptAt, leased?.leasedUntil].filter((time) => time instanceof Date);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

/** The soonest plan after now: what is due already has a pass that sees to it. */
export async function nextPlannedAt(world: World, scope: Scope): Promise<Date | null> {
  const next = await world.db.webhookDelivery.findFirst({
    where: { ...pendingOf(scope), nextAttemptAt: { gt: world.clock.now() } },
    orderBy: { nextAttemptAt: "asc" },
    select: { nextAttemptAt: true },
  });
  return next?.nextAttemptAt ?? null;
}

function pendingOf({ storeId }: Scope) {
  return { status: "pending" as const, ...(storeId === undefined ? {} : { storeId }) };
}
