import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import type { Caller, Unit } from "@/lib/services/core/world";
import type { LockedRefund } from "../out/refunds/lock-refund";
import { type LockedAttempt, lockAttempt } from "../settlement/lock-attempt";
import { suspensesOf } from "./suspense";

/**
 * Locks money in suspense that has no return under way, with its attempt and order. Throws NotFound for an unknown
 * attempt; Invalid on `form` where nothing is in suspense, or while it is being returned. `isAll`: no other currency is
 * in suspense too.
 */
export async function lockSuspense(
  unit: Unit,
  caller: Caller,
  attemptId: string,
): Promise<{ attempt: LockedAttempt; currency: string; minor: bigint; isAll: boolean }> {
  const own = { id: attemptId, storeId: caller.storeId };
  const found = await unit.tx.paymentAttempt.findFirst({ where: own, select: { id: true } });
  if (!found) throw new NotFound();
  const attempt = await lockAttempt(unit, attemptId);
  const open = await unit.tx.refund.count({ where: { attemptId, status: { in: ["queued", "sent"] } } });
  if (open > 0) throw new Invalid({ form: [say("money_returning")] });
  const [kept, ...others] = (await suspensesOf(unit.tx, attempt)).filter(({ minor }) => minor > 0n);
  if (!kept) throw new Invalid({ form: [say("not_set_aside")] });
  await lockWallet(unit, caller.storeId, kept.currency);
  return { attempt, ...kept, isAll: others.length === 0 };
}

/** The money was not returned: the task about it is raised again, or for the first time. */
export async function reopenSuspense(
  unit: Unit,
  refund: Pick<
    LockedRefund,
    "storeId" | "attemptId" | "reason" | "currency" | "amountMinor" | "attempt" | "order"
  >,
): Promise<void> {
  const { storeId, attemptId: subject, attempt } = refund;
  await unit.raiseTask({
    ...{ kind: "suspense", subject, storeId },
    details: {
      order: refund.order.number,
      reason: attempt.suspenseReason ?? refund.reason,
      expected: `${attempt.currency} ${attempt.amountMinor}`,
      got: `${refund.currency} ${refund.amountMinor}`,
    },
  });
}

/** Resolves the task: the caller did what it asks for. */
export async function settleTask(unit: Unit, caller: Caller, kind: string, subject: string): Promise<void> {
  await unit.resolveTasks({ kind, subject, storeId: caller.storeId }, caller.actor);
}
