import type { World } from "@/lib/services/core/world";

/**
 * Since when a store's plan does not include the API: the store was moved to it, or the plan lost it. Null where the store
 * was made on it.
 */
export async function readNoApiSince(
  world: World,
  store: { id: number; planCode: string },
): Promise<Date | null> {
  const [moved, changed] = await Promise.all([
    world.db.auditEntry.findFirst({
      where: {
        storeId: store.id,
        action: "store.plan_changed",
        details: { path: ["to"], equals: store.planCode },
      },
      orderBy: { createdAt: "desc" },
      select: { createdAt: true },
    }),
    world.db.auditEntry.findFirst({
      where: {
        ...{ storeId: null, action: "plan.changed", target: `plan:${store.planCode}` },
        AND: [
          { details: { path: ["api"], equals: false } },
          { details: { path: ["api_before"], equals: true } },
        ],
      },
      orderBy: { createdAt: "desc" },
      select: { createdAt: true },
    }),
  ]);
  const times = [moved, changed].flatMap((entry) => (entry ? [entry.createdAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
