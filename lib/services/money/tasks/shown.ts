import { NotFound } from "@/lib/domain/refusal";
import { requireShown, sealShown } from "@/lib/services/core/shown";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import type { TaskRow } from "./list";

/** The token of a task about money in suspense, for the forms that settle it. */
export function sealTask(world: World, { subject, details }: Pick<TaskRow, "subject" | "details">): string {
  return sealShown(world, `suspense/${subject}`, { task: JSON.stringify(details) });
}

/** Throws Changed where the task says something else than its page did. One that is settled is told by the verb. */
export async function requireTask(unit: Unit, caller: Caller, attemptId: string): Promise<void> {
  const where = { kind: "suspense", subject: attemptId, storeId: caller.storeId, resolvedAt: null };
  const task = await unit.tx.task.findFirst({ where, select: { details: true } });
  if (task) requireShown(unit.world, caller, `suspense/${attemptId}`, { task: JSON.stringify(task.details) });
}

/** Marks a task as resolved; repeating it changes nothing. Needs the permission `task.resolve`. Throws NotFound. */
export const resolveTask = verb("task.resolve", async (unit, seller: Seller, id: bigint) => {
  const { storeId, actor } = seller;
  const task = await unit.tx.task.findFirst({ where: { id, storeId } });
  if (!task) throw new NotFound();
  const { count } = await unit.tx.task.updateMany({
    where: { id, storeId, resolvedAt: null },
    data: { resolvedAt: unit.now, resolvedBy: actor },
  });
  if (count === 0) return;
  const target = `task:${id}`;
  await unit.audit(seller, { action: "task.resolved", target, details: { kind: task.kind } });
});
