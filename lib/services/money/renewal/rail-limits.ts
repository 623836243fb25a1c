import type { World } from "@/lib/services/core/world";

/** So many scheduled payments a rail makes in a day, where the operator has not said. */
export const usualDailyMax = 5_000;
const dayMs = 24 * 60 * 60_000;

/** What the operator allows a rail to take by itself. */
export interface RailLimit {
  enabled: boolean;
  dailyMax: number;
}

export async function limitOf(world: Pick<World, "db">, rail: string): Promise<RailLimit> {
  const row = await world.db.railRenewal.findUnique({ where: { rail } });
  return row ?? { enabled: true, dailyMax: usualDailyMax };
}

/** How many scheduled payments the rail was given in the last day. */
export function scheduledToday(world: Pick<World, "db" | "clock">, rail: string): Promise<number> {
  const since = new Date(world.clock.now().getTime() - dayMs);
  return world.db.paymentAttempt.count({
    where: { rail, initiator: "schedule", createdAt: { gt: since } },
  });
}
