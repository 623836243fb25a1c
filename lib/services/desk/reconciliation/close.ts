import { dayOf } from "@/lib/domain/reconciliation";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator, requireReason } from "../operator/operator";
import { balanceTask } from "./balances";
import { settleRun } from "./save";

/**
 * Closes a difference with a person's finding. No money moves; the reason is in the audit log. It opens again when a
 * side reports another amount. Throws NotAllowed, NotFound, or Invalid on `reason`, and on `form` when it is closed
 * already.
 */
export async function closeDifference(
  world: World,
  operator: Operator,
  input: { id: bigint; reason: string },
): Promise<{ reconciliationId: bigint }> {
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const found = await unit.tx.reconciliationDifference.findUnique({
      where: { id: input.id },
      include: { reconciliation: true },
    });
    if (!found) throw new NotFound();
    const { count } = await unit.tx.reconciliationDifference.updateMany({
      where: { id: found.id, closedAt: null },
      data: { closedAt: unit.now, closedBy: operator.actor, reason },
    });
    if (count === 0) throw new Invalid({ form: [say("difference_closed")] });
    const { rail, day } = found.reconciliation;
    await unit.audit(operator, {
      reason,
      action: "reconciliation.closed",
      target: `${found.op}:${found.ourId}`,
      details: {
        ...{ rail, day: dayOf(day), kind: found.kind, currency: found.currency },
        railMinor: found.railMinor === null ? null : String(found.railMinor),
        booksMinor: found.booksMinor === null ? null : String(found.booksMinor),
      },
    });
    await settleRun(unit, found.reconciliationId, rail, dayOf(day));
    return { reconciliationId: found.reconciliationId };
  });
}

/**
 * Explains why a rail's balance changed differently from the ledger: its owner paid money in or out, or the rail took a
 * fee. Later readings are compared with this one. Throws as `closeDifference`; only the last reading can be settled.
 */
export async function settleBalance(
  world: World,
  operator: Operator,
  input: { id: bigint; reason: string },
): Promise<void> {
  await transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const found = await unit.tx.railBalance.findUnique({ where: { id: input.id } });
    if (!found) throw new NotFound();
    const { rail, currency } = found;
    const newer = await unit.tx.railBalance.count({ where: { rail, currency, id: { gt: found.id } } });
    if (newer > 0 || found.settledAt !== null) throw new Invalid({ form: [say("balance_read_again")] });
    await unit.tx.railBalance.update({
      where: { id: found.id },
      data: { settledAt: unit.now, settledBy: operator.actor, reason },
    });
    await unit.audit(operator, {
      reason,
      action: "balance.settled",
      target: `rail:${rail}`,
      details: {
        ...{ currency, changeMinor: String(found.changeMinor) },
        ...{ railMinor: String(found.railMinor), booksMinor: String(found.booksMinor) },
      },
    });
    await unit.resolveTasks(
      { kind: balanceTask, subject: { startsWith: `${rail}/${currency}/` } },
      operator.actor,
    );
  });
}
