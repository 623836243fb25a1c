import type { StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/uuid";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { acceptIn, returnIn, sendReturn } from "@/lib/services/money/tasks/settle-suspense";
import { settleTask, suspenseOf } from "@/lib/services/money/tasks/suspense";
import { said } from "@/lib/text/mail";
import { notifyOwners } from "./notify-owners";
import { type Operator, requireOperator, requireReason } from "./operator";

/** The possible decisions about money in suspense. */
export const suspenseActs = ["accept", "return", "keep"] as const;
export type SuspenseAct = (typeof suspenseActs)[number];

const actions: Record<SuspenseAct, string> = {
  accept: "suspense.accepted",
  return: "suspense.returned",
  keep: "suspense.kept",
};

/**
 * Decides about money in suspense, for a store that does not or cannot. Logged with the reason and mailed to the
 * owners. Throws NotAllowed, NotFound, or Invalid on `reason` or, where this is not possible (any more), on `form`.
 */
export async function settleSuspense(
  world: World,
  operator: Operator,
  input: { attemptId: string; act: SuspenseAct; reason: string },
): Promise<void> {
  const { act, attemptId } = input;
  const refundId = await transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const store = await storeOf(unit, attemptId);
    const template = actions[act];
    const key = `${template}/${attemptId}/${unit.now.getTime()}`;
    await notifyOwners(world, unit, store, {
      act: said(`acted.${act}`, { store: store.name }),
      effect: said(`act_${act}_effect`),
      ...{ key, template, reason, contact },
    });
    return decide(unit, operator, store, { act, attemptId, reason });
  });
  if (refundId) await sendReturn(world, refundId);
}

async function storeOf(unit: Unit, attemptId: string): Promise<StoreRow> {
  const attempt = isUuidV4(attemptId)
    ? await unit.tx.paymentAttempt.findUnique({ where: { id: attemptId }, include: { store: true } })
    : null;
  if (!attempt) throw new NotFound();
  return attempt.store;
}

/** Returns the id of the refund to send, if there is one. */
async function decide(
  unit: Unit,
  { actor }: Operator,
  { id: storeId, accountId }: StoreRow,
  { act, attemptId, reason }: { act: SuspenseAct; attemptId: string; reason: string },
): Promise<string | null> {
  const caller = { storeId, accountId, livemode: true, actor };
  switch (act) {
    case "accept":
      await acceptIn(unit, caller, attemptId, reason);
      return null;
    case "return":
      return returnIn(unit, caller, attemptId, reason);
    case "keep": {
      // Also when nothing is in suspense any more, so that such a task can be closed.
      const kept = await suspenseOf(unit.tx, { id: attemptId, storeId });
      await settleTask(unit, caller, "suspense", attemptId);
      await unit.audit(
        { accountId, storeId, actor },
        {
          reason,
          target: `attempt:${attemptId}`,
          action: "suspense.kept",
          details: kept ? { currency: kept.currency, amountMinor: String(kept.minor) } : {},
        },
      );
      return null;
    }
  }
}
