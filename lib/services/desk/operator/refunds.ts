import type { Prisma } from "@/lib/db/client";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import { type Counted, counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { type LockedRefund, lockRefund } from "@/lib/services/money/out/refunds/lock-refund";
import { settleRefundByHand } from "@/lib/services/money/out/refunds/settle";
import { checkRefund } from "@/lib/services/money/out/refunds/work";
import { said } from "@/lib/text/mail";
import { notifyOwners, type Operator, requireEvidence, requireOperator, requireReason } from "./operator";

const select = {
  id: true,
  storeId: true,
  currency: true,
  amountMinor: true,
  status: true,
  reason: true,
  railRef: true,
  failureReason: true,
  nextPollAt: true,
  createdAt: true,
  completedAt: true,
  order: { select: { id: true, number: true } },
  attempt: { select: { id: true, rail: true, railRef: true } },
  store: { select: { id: true, name: true } },
} satisfies Prisma.RefundSelect;

/** A refund of any store. */
export type OperatorRefund = Prisma.RefundGetPayload<{ select: typeof select }>;

export type RefundView = "hand" | "under_way" | "done";

const open = { status: { in: ["queued" as const, "sent" as const] } };
const views: Record<RefundView, Prisma.RefundWhereInput> = {
  hand: { ...open, nextPollAt: null },
  under_way: { ...open, nextPollAt: { not: null } },
  done: { status: { in: ["paid", "failed"] } },
};

/** Refunds that wait for a person: the rail never reported the outcome. */
export const refundsInHand: Prisma.RefundWhereInput = views.hand;

/** Refunds of all stores, oldest first; in the view `done` newest first. Throws NotAllowed. */
export async function listOperatorRefunds(
  world: World,
  operator: Operator,
  filters: { view: RefundView; storeId?: number } & Span,
  page: Page,
): Promise<Counted<OperatorRefund>> {
  await requireOperator(world.db, operator);
  const { view, storeId } = filters;
  const where = { ...views[view], ...given({ storeId, createdAt: inSpan(filters) }) };
  const direction = view === "done" ? "desc" : "asc";
  const orderBy = [{ createdAt: direction }, { id: direction }] as const;
  return counted(
    world.db.refund.findMany({ where, select, orderBy: [...orderBy], ...page }),
    world.db.refund.count({ where }),
  );
}

/** One refund of any store. Throws NotAllowed or NotFound. */
export async function readOperatorRefund(
  world: World,
  operator: Operator,
  id: string,
): Promise<OperatorRefund> {
  await requireOperator(world.db, operator);
  const row = isUuidV4(id) ? await world.db.refund.findUnique({ where: { id }, select }) : null;
  if (!row) throw new NotFound();
  return row;
}

/**
 * Decides a refund whose outcome the rail cannot report, by what the operator saw elsewhere. It is logged with reason
 * and evidence, mailed to the owners, and its open task is resolved. Throws NotAllowed, NotFound, or Invalid by field,
 * and on `form` when a person cannot decide this refund (any more).
 */
export async function decideRefund(
  world: World,
  operator: Operator,
  input: { refundId: string; act: RefundAct; reason: string; evidence: string },
): Promise<void> {
  const { action, applies } = refundActRules[input.act];
  await transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const refund = await locked(unit, input.refundId);
    if (!applies(refund)) throw new Invalid({ form: [say("refund_moved_on")] });
    const evidence = requireEvidence(input.evidence);
    const { id, storeId, currency } = refund;
    const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
    const details = { order: refund.order.number, currency, amountMinor: String(refund.amountMinor) };
    await unit.audit(
      { accountId: store.accountId, storeId, actor: operator.actor },
      { reason, target: `refund:${id}`, action, details: { ...details, evidence, was: refund.status } },
    );
    await unit.resolveTasks({ kind: "refund_no_answer", subject: id }, operator.actor);
    await notifyOwners(world, unit, store, {
      act: said(`acted.${input.act}`, { store: store.name }),
      effect: said(`act_${input.act}_effect`),
      ...{ key: `${action}/${id}`, template: action, reason, contact },
    });
    await settleRefundByHand(unit, refund, input.act);
  });
}

async function locked(unit: Unit, id: string): Promise<LockedRefund> {
  const found = isUuidV4(id)
    ? await unit.tx.refund.findUnique({ where: { id }, select: { id: true } })
    : null;
  if (!found) throw new NotFound();
  return lockRefund(unit, id);
}

/**
 * Polls the rail for a refund now, outside its plan, and returns the refund's new state. Throws NotAllowed or NotFound.
 */
export async function askAboutRefund(world: World, operator: Operator, id: string): Promise<OperatorRefund> {
  await readOperatorRefund(world, operator, id);
  await checkRefund(world, id);
  return readOperatorRefund(world, operator, id);
}

/** The decisions of an operator about a refund whose outcome the rail does not report. */
export const refundActs = ["arrived", "not_arrived", "did_come_back"] as const;
export type RefundAct = (typeof refundActs)[number];

/** The state of a refund for operators. `unknown`: the rail was polled for 72 hours and never reported the outcome. */
export type RefundHand = "unknown" | "under_way" | "done";

type Standing = Pick<OperatorRefund, "status" | "nextPollAt">;

export function refundHandOf({ status, nextPollAt }: Standing): RefundHand {
  if (status !== "queued" && status !== "sent") return "done";
  return nextPollAt === null ? "unknown" : "under_way";
}

export const refundActRules: Record<RefundAct, { action: string; applies(refund: Standing): boolean }> = {
  arrived: {
    action: "refund.marked_arrived",
    applies: (refund) => refundHandOf(refund) === "unknown",
  },
  not_arrived: {
    action: "refund.marked_not_arrived",
    applies: (refund) => refundHandOf(refund) === "unknown",
  },
  did_come_back: {
    action: "refund.marked_came_back",
    applies: ({ status }) => status === "paid",
  },
};
