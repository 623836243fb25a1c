import type { Caller } from "@/lib/services/core/caller";
import { requireShown, sealShown } from "@/lib/services/core/shown";
import type { Unit, World } from "@/lib/services/core/world";
import type { TaskRow } from "./list";

/** The token of a task about money in suspense, for the forms that settle it. */
export function sealTask(world: World, { subject, details }: Pick<TaskRow, "subject" | "details">): string {
  return sealShown(world, `suspense/${subject}`, { task: JSON.stringify(details) });
}

/** Throws Changed where the task says something else than its page did. One that is settled is told by the verb. */
export async function requireTask(
  world: World,
  unit: Unit,
  caller: Caller,
  attemptId: string,
): Promise<void> {
  const where = { kind: "suspense", subject: attemptId, storeId: caller.storeId, resolvedAt: null };
  const task = await unit.tx.task.findFirst({ where, select: { details: true } });
  if (task) requireShown(world, caller, `suspense/${attemptId}`, { task: JSON.stringify(task.details) });
}
