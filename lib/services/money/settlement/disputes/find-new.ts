import type { FoundDispute, PaymentRail } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";
import { askAgain } from "../ask-again";

/**
 * Polls the rails that send no callback when a payment is disputed. Known disputes are left to the poll plan of their
 * payment. Safe to miss, to repeat, or to run twice at once. Returns how many were new.
 */
export async function findNewDisputes(world: World): Promise<{ found: number }> {
  let found = 0;
  for (const rail of world.rails.all)
    for (const one of (await rail.newDisputes?.()) ?? [])
      try {
        if (await take(world, rail, one)) found += 1;
      } catch (error) {
        world.log.error({ err: error, rail: rail.id }, "A dispute could not be taken; it is tried again.");
      }
  return { found };
}

async function take(world: World, rail: PaymentRail, { attemptId, dispute }: FoundDispute): Promise<boolean> {
  if (!uuid.test(attemptId)) return false;
  const where = { rail_railRef: { rail: rail.id, railRef: dispute.ref } };
  if (await world.db.dispute.findUnique({ where, select: { id: true } })) return false;
  const attempt = await world.db.paymentAttempt.findFirst({
    where: { id: attemptId, rail: rail.id },
    select: { id: true, railRef: true },
  });
  if (!attempt) return false;
  // Read again with its payment, because its amount is in the payment's currency.
  await askAgain(world, rail, attempt);
  return true;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
