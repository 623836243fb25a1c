import type { Prisma } from "@/lib/db/client";
import { given, inSpan, newestFirst, type Span } from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";

/** Of a task, for whomever it is. */
export const taskSelect = {
  id: true,
  kind: true,
  subject: true,
  details: true,
  createdAt: true,
  resolvedAt: true,
  resolvedBy: true,
} satisfies Prisma.TaskSelect;

/** Something that a person of the store has to look at. */
export type TaskRow = Prisma.TaskGetPayload<{ select: typeof taskSelect }>;

/**
 * The store's open tasks, newest first; with `done`, the resolved ones instead. The operator's tasks are not included.
 */
export async function listTasks(
  world: World,
  caller: Caller,
  filters: { done?: boolean } & Span,
  page: { skip: number; take: number },
): Promise<{ rows: TaskRow[]; total: number }> {
  const where: Prisma.TaskWhereInput = {
    storeId: caller.storeId,
    resolvedAt: filters.done ? { not: null } : null,
    ...given({ createdAt: inSpan(filters) }),
  };
  const [rows, total] = await Promise.all([
    world.db.task.findMany({
      where,
      select: taskSelect,
      orderBy: newestFirst,
      ...page,
    }),
    world.db.task.count({ where }),
  ]);
  return { rows, total };
}

/** The newest of the store's open tasks whose subject begins so. */
export function taskAbout(world: World, { storeId }: Caller, subject: string): Promise<TaskRow | null> {
  const where = { storeId, resolvedAt: null, subject: { startsWith: subject } };
  return world.db.task.findFirst({ where, select: taskSelect, orderBy: newestFirst });
}
