import type { Prisma } from "@/lib/db/client";
import type { StoreRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import {
  type Counted,
  counted,
  given,
  inSpan,
  newestFirst,
  type Page,
  type Span,
} from "@/lib/services/core/list";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { taskSelect } from "@/lib/services/money/tasks/list";
import { acceptIn, returnIn, sendReturn } from "@/lib/services/money/tasks/settle-suspense";
import { settleTask, suspenseOf } from "@/lib/services/money/tasks/suspense";
import { said } from "@/lib/text/mail";
import { notifyOwners, type Operator, requireOperator, requireReason } from "./operator";

const select = {
  ...taskSelect,
  storeId: true,
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
  filters: { view: TaskView; storeId?: number; kind?: "suspense" | "" } & Span,
  page: Page,
): Promise<Counted<OperatorTask>> {
  await requireOperator(world.db, operator);
  const { view, storeId, kind } = filters;
  const where = {
    ...views[view],
    ...given({ storeId, kind: kind || undefined, createdAt: inSpan(filters) }),
  };
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

export const taskActs = ["close", "open"] as const;
export type TaskAct = (typeof taskActs)[number];

const taskActions: Record<TaskAct, string> = { close: "task.resolved", open: "task.reopened" };

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
  const action = taskActions[input.act];
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

/** The possible decisions about money in suspense. */
export const suspenseActs = ["accept", "return", "keep"] as const;
export type SuspenseAct = (typeof suspenseActs)[number];

const suspenseActions: Record<SuspenseAct, string> = {
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
    const template = suspenseActions[act];
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
