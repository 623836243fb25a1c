import { Prisma } from "@/lib/db/client";
import type { PaymentInstrumentRow } from "@/lib/db/rows";
import { isDue, type Leased, lease } from "@/lib/services/core/lease";
import { workThrough } from "@/lib/services/core/work-through";
import type { Unit, World } from "@/lib/services/core/world";
import { railOf } from "../rails";
import { endForAll, type LockedCard, withCard } from "./lock-card";

const due: Leased = { table: "payment_instruments", dueAt: "next_forget_at", leaseMs: 60_000 };
const atOnce = 4;
const laterMs = 60 * 60_000;
const passMs = 20_000;

/**
 * Has the rails forget the cards that no subscription uses any more, or no bank takes, and forgets their tokens here. A
 * rail that does not answer is asked again in an hour; one that is no longer set up can charge nothing, and its token is
 * dropped.
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
  const unused = await withCard(world, id, (unit, locked) => letGo(unit, locked));
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
    data: isDone ? forgotten : { nextForgetAt: new Date(world.clock.now().getTime() + laterMs), ...noLease },
  });
  return isDone;
}

const noLease = { leasedUntil: null };
const forgotten = { tokenSealed: null, tokenHash: null, nextForgetAt: null, ...noLease };

/** The card, if its rail is to forget it now. One that no bank takes any more is of no use to whoever has it. */
async function letGo(unit: Unit, locked: LockedCard): Promise<PaymentInstrumentRow | null> {
  const { tx } = unit;
  const { card, users } = locked;
  const { id, status, rail, tokenHash } = card;
  if (status === "refused") await endForAll(unit, locked, "refused");
  else if (users.length > 0) {
    await tx.paymentInstrument.update({ where: { id }, data: { nextForgetAt: null, ...noLease } });
    return null;
  }
  // A rail may give the same token when the card pays again. Of a token without a hash nobody can say so.
  const sameToken = { rail, tokenHash, id: { not: id }, nextForgetAt: null };
  const isKeptAnew = tokenHash !== null && (await tx.paymentInstrument.count({ where: sameToken })) > 0;
  const left = status === "active" ? "revoked" : status;
  await tx.paymentInstrument.update({
    where: { id },
    data: { status: left, ...(isKeptAnew ? forgotten : {}) },
  });
  return isKeptAnew ? null : card;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
