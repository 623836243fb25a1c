import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/db/client";
import type { NewTask } from "./world";

/**
 * The only way to raise a task. Only one open task for each kind and subject; if the problem returns after it was
 * resolved, a new one is raised. A planned poll says the same again and again: it is news only when it differs from what
 * the last task says, else nobody could ever resolve it.
 */
export async function raiseTask(
  db: Pick<Tx, "task">,
  { polled = false, ...task }: NewTask,
  now: Date,
): Promise<void> {
  const { kind, subject, details = {} } = task;
  if (polled) {
    const last = await db.task.findFirst({ where: { kind, subject }, orderBy: { id: "desc" } });
    if (isDeepStrictEqual(last?.details, details)) return;
  }
  await db.task.createMany({ data: [{ ...task, details, createdAt: now }], skipDuplicates: true });
}
