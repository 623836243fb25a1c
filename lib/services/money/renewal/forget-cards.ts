import { Prisma } from "@/lib/db/client";
import { isDue, type Leased, lease } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import { workThrough } from "@/lib/services/core/work-through";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../rails";

const due: Leased = { table: "payment_instruments", dueAt: "next_forget_at", leaseMs: 60_000 };
const atOnce = 4;
const laterMs = 60 * 60_000;
const passMs = 20_000;

/**
 * Has the rails forget the cards that no subscription uses any more, and forgets their tokens here. A rail that does not
 * answer is asked again in an hour; one that is no longer set up can charge nothing, and its token is dropped.
 */
export async function forgetCards(world: World): Promise<{ forgotten: number; failed: number }> {
  const result = { forgotten: 0, failed: 0 };
  const endsAt = world.clock.now().getTime() + passMs;
  await workThrough(
    atOnce,
    (limit) =>
      lease<{ id: bigint }>(world, due, { which: isDue(world, due), limit, columns: Prisma.sql`id` }),
    async ({ id }) => {
      try {
        if (await forgetOne(world, id)) result.forgotten += 1;
      } catch (error) {
        result.failed += 1;
        // The error may quote what was sent, which is the token.
        world.log.error({ instrument: String(id), kind: nameOf(error) }, "A card could not be forgotten.");
      }
    },
    () => world.clock.now().getTime() >= endsAt,
  );
  return result;
}

async function forgetOne(world: World, id: bigint): Promise<boolean> {
  const unused = await transact(world, async ({ tx }) => {
    await tx.$queryRaw`SELECT 1 FROM payment_instruments WHERE id = ${id} FOR UPDATE`;
    const found = await tx.paymentInstrument.findUniqueOrThrow({ where: { id } });
    const isUsed = (await tx.subscription.count({ where: { instrumentId: id } })) > 0;
    const status = isUsed || found.status !== "active" ? found.status : ("revoked" as const);
    const data = { status, ...(isUsed ? { nextForgetAt: null, leasedUntil: null } : {}) };
    await tx.paymentInstrument.update({ where: { id }, data });
    return isUsed ? null : found;
  });
  if (!unused) return false;
  const rail = railOf(world, unused.rail);
  const { tokenSealed } = unused;
  const answer =
    tokenSealed && rail?.forget
      ? await rail.forget(world.secrets.open(tokenSealed))
      : ({ kind: "forgotten" } as const);
  const isDone = answer.kind === "forgotten";
  await world.db.paymentInstrument.update({
    where: { id },
    data: isDone
      ? { tokenSealed: null, tokenHash: null, nextForgetAt: null, leasedUntil: null }
      : { nextForgetAt: new Date(world.clock.now().getTime() + laterMs), leasedUntil: null },
  });
  return isDone;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
