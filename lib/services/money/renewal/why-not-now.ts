import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { limitOf, scheduledToday } from "./rail-limits";

/** Whether the operator, or the day's limit, keeps this rail from being asked by itself. */
export async function whyClosed(world: World, rail: string): Promise<"closed" | null> {
  const { enabled, dailyMax } = await limitOf(world, rail);
  if (!enabled) return "closed";
  const made = await scheduledToday(world, rail);
  if (made < dailyMax) return null;
  await transact(world, (unit) =>
    unit.raiseTask({
      storeId: null,
      kind: "renewals_capped",
      subject: rail,
      details: { rail, max: dailyMax },
    }),
  );
  return "closed";
}

/** Whether a payment of it may still bring money: then another try could take twice. */
export async function isUndecided(unit: Unit, subscriptionId: string): Promise<boolean> {
  const found = await unit.tx.paymentAttempt.findFirst({
    where: {
      order: { subscriptionId, orderStatus: { not: "cancelled" } },
      OR: [
        { status: { in: ["created", "pending"] } },
        // What nobody will ever know of an order that was paid by another holds nothing up.
        { status: "unknown", order: { paymentStatus: { in: ["pending", "failed"] } } },
      ],
    },
    select: { id: true },
  });
  return found !== null;
}
