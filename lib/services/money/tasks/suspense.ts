import type { Money } from "@/lib/domain/money";
import { isOwnAccount } from "@/lib/domain/rail-account";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/token";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import type { Caller, Unit } from "@/lib/services/core/world";
import type { LockedRefund } from "../out/refunds/lock-refund";
import { failedForGood } from "../out/refunds/quote";
import { type LockedAttempt, lockAttempt } from "../settlement/lock-attempt";

/**
 * The money of an attempt that is still in suspense: what came in, minus what was accepted, returned or reversed. If a
 * provider sent two currencies under one attempt, each has its own amount, in order of arrival.
 */
export async function suspensesOf(
  tx: Pick<Unit["tx"], "refund" | "ledgerPosting">,
  attempt: { id: string; storeId: number },
): Promise<Money[]> {
  const { id, storeId } = attempt;
  const refunds = await tx.refund.findMany({ where: { attemptId: id }, select: { id: true } });
  const sources = [id, ...refunds.map((refund) => refund.id)];
  const further = {
    kind: { in: ["second_received", "suspense_reversed"] },
    sourceId: { startsWith: `${id}/` },
  };
  const account = { storeId, kind: "suspense" };
  const postings = await tx.ledgerPosting.findMany({
    where: {
      transaction: { OR: [{ sourceId: { in: sources } }, further] },
      OR: [{ from: account }, { to: account }],
    },
    orderBy: { id: "asc" },
    select: { currency: true, amountMinor: true, to: { select: { kind: true } } },
  });
  const sums = new Map<string, bigint>();
  for (const { currency, amountMinor, to } of postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + (to.kind === "suspense" ? amountMinor : -amountMinor));
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}

/** The first amount that is above zero, else the first one. Null when nothing was ever in suspense. */
export async function suspenseOf(
  tx: Pick<Unit["tx"], "refund" | "ledgerPosting">,
  attempt: { id: string; storeId: number },
): Promise<Money | null> {
  const all = await suspensesOf(tx, attempt);
  return all.find(({ minor }) => minor > 0n) ?? all[0] ?? null;
}

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
    "id" | "storeId" | "attemptId" | "reason" | "currency" | "amountMinor" | "attempt" | "order"
  >,
): Promise<void> {
  const { id, storeId, attemptId: subject, attempt } = refund;
  const isForGood = await failedForGood(unit.tx, { id }, refund.amountMinor);
  await unit.raiseTask({
    ...{ kind: "suspense", subject, storeId },
    details: {
      order: refund.order.number,
      reason: attempt.suspenseReason ?? refund.reason,
      expected: `${attempt.currency} ${attempt.amountMinor}`,
      got: `${refund.currency} ${refund.amountMinor}`,
      ...(isOwnAccount(attempt.rail) ? { rail: attempt.rail } : {}),
      ...(isOwnAccount(attempt.rail) && isForGood ? { by: "hand" } : {}),
    },
  });
}

/** Resolves the task: the caller did what it asks for. */
export async function settleTask(unit: Unit, caller: Caller, kind: string, subject: string): Promise<void> {
  await unit.resolveTasks({ kind, subject, storeId: caller.storeId }, caller.actor);
}

/**
 * Queues a return of money in suspense to its payer, for a person who asked for it or by itself. Its order no longer waits
 * for that money. Returns the id of the refund.
 */
export async function queueReturn(
  unit: Unit,
  attempt: LockedAttempt,
  { currency, minor }: Money,
  reason: string,
  asked: { requestKey: string; requestedBy?: string } = { requestKey: `${reason}/${attempt.id}` },
): Promise<string> {
  const id = composeUuid(unit.world.random.bytes(16));
  const { id: attemptId, storeId, orderId } = attempt;
  const times = { nextPollAt: unit.now, createdAt: unit.now };
  await unit.tx.refund.create({
    data: { id, storeId, orderId, attemptId, currency, amountMinor: minor, reason, ...asked, ...times },
  });
  await failUnlessAwaited(unit, attempt.order);
  return id;
}
