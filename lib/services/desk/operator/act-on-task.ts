import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { notifyOwners } from "./notify-owners";
import { type Operator, requireOperator, requireReason } from "./operator";

export const taskActs = ["close", "open"] as const;
export type TaskAct = (typeof taskActs)[number];

const actions: Record<TaskAct, string> = { close: "task.resolved", open: "task.reopened" };

/**
 * Closes a task or opens it again, with a reason, in the audit log; the owners are notified where it is their store's.
 * If it is in that state already, nothing happens. Throws NotAllowed, NotFound, or Invalid on `reason`, and on `form`
 * for a suspense task, which closes only by a decision about the money.
 */
export async function actOnTask(
  world: World,
  operator: Operator,
  input: { id: bigint; act: TaskAct; reason: string },
): Promise<void> {
  const action = actions[input.act];
  await transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const { id } = input;
    const task = await unit.tx.task.findUnique({ where: { id }, include: { store: true } });
    if (!task) throw new NotFound();
    const isClosing = input.act === "close";
    if (isClosing && task.kind === "suspense") throw new Invalid({ form: [say("about_money")] });
    // The same problem was raised again meanwhile: that task is open, and this one is not changed.
    const { kind, subject } = task;
    if (!isClosing && (await unit.tx.task.count({ where: { kind, subject, resolvedAt: null } })) > 0) return;
    const { count } = await unit.tx.task.updateMany({
      where: { id, resolvedAt: isClosing ? null : { not: null } },
      data: isClosing
        ? { resolvedAt: unit.now, resolvedBy: operator.actor }
        : { resolvedAt: null, resolvedBy: null },
    });
    if (count === 0) return;
    const { store } = task;
    await unit.audit(
      { accountId: store?.accountId ?? null, storeId: store?.id ?? null, actor: operator.actor },
      { reason, action, target: `task:${id}`, details: { kind: task.kind } },
    );
    const key = `${action}/${id}/${unit.now.getTime()}`;
    if (!store) return;
    await notifyOwners(world, unit, store, {
      act: said(`acted.${input.act}`, { store: store.name }),
      effect: said(`act_${input.act}_effect`),
      ...{ template: action, key, reason, contact },
    });
  });
}
