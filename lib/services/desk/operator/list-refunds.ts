import type { Prisma } from "@/lib/db/client";
import { NotFound } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import { type Counted, counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

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
export type RefundRow = Pick<OperatorRefund, "status" | "nextPollAt">;

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
