import type { PaymentAttempt, Refund } from "@/lib/db/generated/client";
import { suspenseReturned } from "@/lib/domain/posting";
import type { PaymentRail, RefundRequest } from "@/lib/providers/rails/port";
import { lockWallet, readWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../../rails";
import { reopenSuspense } from "../../tasks/suspense";
import { asked, type TransferAnswer } from "../transfers/claim";
import { isFromSuspense, lockRefund } from "./lock-refund";
import { returnsByHand } from "./quote";
import { readReturned } from "./returned";
import { settleRefund } from "./settle";

/**
 * Sends a leased refund, or polls its status, and ends the lease. True when nothing is left to do. The refund is marked
 * as sent and committed before the rail is called, so that a refund that may be under way is never sent as a new one.
 */
export async function workRefund(world: World, id: string): Promise<boolean> {
  const fresh = await markSent(world, id);
  const refund = await world.db.refund.findUniqueOrThrow({ where: { id }, include: { attempt: true } });
  if (refund.status !== "sent" && refund.status !== "paid") return release(world, id);
  const rail = railOf(world, refund.attempt.rail);
  const answer = fresh ? await send(world, rail, refund) : await status(world, rail, refund);
  const { did } = await settleRefund(world, id, answer, { polled: !fresh });
  if (did === "send_again") await settleRefund(world, id, await send(world, rail, refund));
  return release(world, id);
}

/** Polls the rail for a refund after a callback about it, even if a worker has leased it. */
export async function checkRefund(world: World, id: string): Promise<void> {
  const refund = await world.db.refund.findUniqueOrThrow({ where: { id }, include: { attempt: true } });
  if (refund.status === "queued") return;
  const rail = railOf(world, refund.attempt.rail);
  await settleRefund(world, id, await status(world, rail, refund));
}

/** True for exactly one caller: the one who sends it to the rail first. Money in suspense leaves suspense here. */
async function markSent(world: World, id: string): Promise<boolean> {
  return transact(world, async (unit) => {
    const refund = await lockRefund(unit, id);
    if (refund.status !== "queued") return false;
    const { storeId, currency, amountMinor, attempt } = refund;
    const suspended = isFromSuspense(refund);
    if (suspended) {
      await lockWallet(unit, storeId, currency);
      const wallet = await readWallet(unit.tx, storeId, currency);
      const isByHand = returnsByHand(world, attempt.rail);
      if (isByHand) await reopenSuspense(unit, refund);
      // The rail reversed the payment meanwhile: too little is left to return. Or only its seller can return it.
      if (isByHand || wallet.suspenseMinor < amountMinor) {
        const data = {
          status: "failed",
          nextPollAt: null,
          leasedUntil: null,
          completedAt: unit.now,
        } as const;
        await unit.tx.refund.update({ where: { id }, data });
        return false;
      }
    }
    await unit.tx.refund.update({ where: { id }, data: { status: "sent", pollsMade: 0 } });
    const where = { sourceId: id, storeId, rail: attempt.rail, currency };
    if (suspended) await unit.post({ ...suspenseReturned(amountMinor), ...where });
    return true;
  });
}

type Sent = Refund & { attempt: PaymentAttempt };

async function send(world: World, rail: PaymentRail | null, refund: Sent): Promise<TransferAnswer> {
  const { attempt } = refund;
  const ask = rail?.refund?.bind(rail);
  if (!ask) return { kind: "no_answer" };
  const { railRef, ...payment } = await readReturned(world.db, refund);
  const { phoneSealed } = attempt;
  const request: RefundRequest = {
    refundId: refund.id,
    attemptId: attempt.id,
    railRef,
    amount: { minor: refund.amountMinor, currency: refund.currency },
    reason: refund.reason,
    payment: { ...payment, ...(phoneSealed ? { phone: world.secrets.open(phoneSealed) } : {}) },
  };
  return asked(world, { id: refund.id, rail: attempt.rail }, () => ask(request));
}

function status(world: World, rail: PaymentRail | null, refund: Sent): Promise<TransferAnswer> {
  const ask = rail?.refundStatus?.bind(rail);
  if (!ask) return Promise.resolve({ kind: "no_answer" });
  const { attempt } = refund;
  const charge = { attemptId: attempt.id, railRef: attempt.railRef ?? undefined };
  const ref = { refundId: refund.id, railRef: refund.railRef ?? undefined, charge };
  return asked(world, { id: refund.id, rail: attempt.rail }, () => ask(ref));
}

async function release(world: World, id: string): Promise<boolean> {
  const { nextPollAt } = await world.db.refund.update({ where: { id }, data: { leasedUntil: null } });
  return nextPollAt === null;
}
