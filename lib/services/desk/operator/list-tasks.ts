import type { Prisma } from "@/lib/db/client";
import { NotFound } from "@/lib/domain/refusal";
import {
  type Counted,
  counted,
  given,
  inSpan,
  newestFirst,
  type Page,
  type Span,
} from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

const select = {
  id: true,
  storeId: true,
  kind: true,
  subject: true,
  details: true,
  createdAt: true,
  resolvedAt: true,
  resolvedBy: true,
  store: { select: { id: true, name: true } },
} satisfies Prisma.TaskSelect;

/** A task of any store, or of the operators. */
export type OperatorTask = Prisma.TaskGetPayload<{ select: typeof select }>;

/** `ours`: only operators can resolve them. `sellers`: their stores see them too. */
export type TaskView = "ours" | "sellers" | "settled";

const views: Record<TaskView, Prisma.TaskWhereInput> = {
  ours: { resolvedAt: null, storeId: null },
  sellers: { resolvedAt: null, storeId: { not: null } },
  settled: { resolvedAt: { not: null } },
};

/** The tasks of a view, newest first; with `storeId`, only that store's. Throws NotAllowed. */
export async function listOperatorTasks(
  world: World,
  operator: Operator,
  filters: { view: TaskView; storeId?: number } & Span,
  page: Page,
): Promise<Counted<OperatorTask>> {
  await requireOperator(world.db, operator);
  const { view, storeId } = filters;
  const where = { ...views[view], ...given({ storeId, createdAt: inSpan(filters) }) };
  return counted(
    world.db.task.findMany({ where, select, orderBy: newestFirst, ...page }),
    world.db.task.count({ where }),
  );
}

/** One task. Throws NotAllowed or NotFound. */
export async function readOperatorTask(world: World, operator: Operator, id: bigint): Promise<OperatorTask> {
  await requireOperator(world.db, operator);
  const row = await world.db.task.findUnique({ where: { id }, select });
  if (!row) throw new NotFound();
  return row;
}
