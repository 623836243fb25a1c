import type { DisputeRow } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { alertDispute } from "@/lib/services/notify/messages/notify-paid";
import type { LockedAttempt } from "../lock-attempt";

const kind = "payment_disputed";

/** The payer disputes the payment at their bank: the seller gets a task and a mail, while there is time to answer. */
export async function raiseOpened(unit: Unit, attempt: LockedAttempt, dispute: DisputeRow): Promise<void> {
  const { id, storeId, currency, amountMinor, reason, dueAt, rail } = dispute;
  const { order } = attempt;
  await unit.raiseTask({
    storeId,
    kind,
    subject: id,
    details: {
      ...{ order: order.number, amount: `${currency} ${amountMinor}`, rail },
      ...(reason ? { reason } : {}),
      ...(dueAt ? { due: dueAt.toISOString().slice(0, 10) } : {}),
    },
  });
  const { name: storeName } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  const amount = { minor: amountMinor, currency };
  await mailOwners(
    unit,
    { storeId, accountId: order.accountId },
    {
      kind,
      event: "dispute",
      values: {
        ...{ amount, store: storeName, order: order.number },
        due: dueAt?.toISOString().slice(0, 10) ?? "none",
        link: `${unit.world.config.siteUrl}/dashboard/orders/${order.number}`,
      },
      objectId: `order/${attempt.orderId}`,
      dedupeKey: `${kind}/${id}`,
    },
  );
  await alertDispute(unit, order, dispute, "opened");
}

/** The bank decided, so nothing is left to do in this task. A lost dispute raises a task of its own. */
export async function closeTask(unit: Unit, { id }: DisputeRow): Promise<void> {
  await unit.resolveTasks({ kind, subject: id });
}

export function raiseTakenBack(unit: Unit, attempt: LockedAttempt, minor: bigint): Promise<void> {
  const { id: subject, storeId, order } = attempt;
  const got = `${order.currency} ${minor}`;
  const expected = `${attempt.currency} ${attempt.amountMinor}`;
  const details = { order: order.number, was: "succeeded", said: "reversed", expected, got };
  return unit.raiseTask({ storeId, kind: "payment_reversed", subject, details });
}

/** The bank took more than the payment still had: the operator must settle that with the provider. */
export function raiseBeyond(
  unit: Unit,
  attempt: LockedAttempt,
  dispute: DisputeRow,
  minor: bigint,
): Promise<void> {
  const { order } = attempt;
  const details = {
    ...{ order: order.number, store: order.storeId, rail: dispute.rail, dispute: dispute.railRef },
    ...{ amount: `${dispute.currency} ${dispute.amountMinor}`, beyond: `${order.currency} ${minor}` },
  };
  return unit.raiseTask({ storeId: null, kind: "taken_beyond", subject: dispute.id, details });
}

export function raiseContradiction(
  unit: Unit,
  attempt: LockedAttempt,
  dispute: DisputeRow,
  said: string,
): Promise<void> {
  const { order } = attempt;
  const details = {
    ...{ order: order.number, store: order.storeId, rail: dispute.rail, dispute: dispute.railRef },
    ...{ amount: `${dispute.currency} ${dispute.amountMinor}`, was: dispute.state, said },
  };
  return unit.raiseTask({ storeId: null, kind: "dispute_contradiction", subject: dispute.id, details });
}
