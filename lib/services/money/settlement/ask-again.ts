import { isOpen } from "@/lib/domain/attempt";
import { nextWatchAt } from "@/lib/domain/dispute";
import type { PaymentRail, RailDispute } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { recordDisputes } from "./disputes/record";
import { lockAttempt } from "./lock-attempt";
import { settle } from "./settle";

/**
 * Polls the rail about a decided payment: whether it still stands, how much was reversed, and its disputes. The payment
 * is polled until the rail's answer on all of that is final. `told`: a dispute from the rail's own callback; `polled`: no
 * callback made us look.
 */
export async function askAgain(
  world: World,
  rail: PaymentRail | null,
  attempt: { id: string; railRef: string | null },
  { told, polled = false }: { told?: RailDispute | undefined; polled?: boolean } = {},
): Promise<void> {
  const ref = { attemptId: attempt.id, railRef: attempt.railRef ?? undefined, paid: true };
  const answer = rail ? await rail.chargeStatus(ref) : ({ kind: "no_answer" } as const);
  await settle(world, attempt.id, answer, { polled });
  const listed = (await rail?.disputes?.(ref)) ?? { kind: "known" as const, disputes: [] };
  const disputes = listed.kind === "known" ? [...listed.disputes] : [];
  if (told && !disputes.some(({ ref: known }) => known === told.ref)) disputes.push(told);
  const { isOpen: isDisputed } = await recordDisputes(world, attempt.id, disputes);
  const isSaid = answer.kind !== "pending" && answer.kind !== "no_answer";
  await watch(world, attempt.id, isSaid && listed.kind === "known" && !isDisputed);
}

/** Stores the time of the next poll. At the end of the plan a person must look. */
async function watch(world: World, id: string, isLast: boolean): Promise<void> {
  await transact(world, async (unit) => {
    const attempt = await lockAttempt(unit, id);
    const isWatched = attempt.watchedSince !== null || attempt.leasedUntil !== null;
    if (isOpen(attempt.status) || (isLast && !isWatched)) return;
    const since = isLast ? null : (attempt.watchedSince ?? unit.now);
    const isMoney = attempt.status === "succeeded" || attempt.status === "reversed";
    const nextPollAt = since && nextWatchAt({ since, now: unit.now });
    await unit.tx.paymentAttempt.update({
      where: { id },
      data: { leasedUntil: null, watchedSince: since, ...(isMoney ? { nextPollAt } : {}) },
    });
    if (!since || nextPollAt || !isMoney) return;
    const details = { order: attempt.order.number, rail: attempt.rail };
    await unit.raiseTask({ storeId: attempt.storeId, kind: "no_answer", subject: id, details });
  });
}
