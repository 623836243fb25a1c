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
  feeMinor: true,
  status: true,
  kind: true,
  rail: true,
  railRef: true,
  destinationLabel: true,
  failureReason: true,
  receipt: true,
  scheduledFor: true,
  nextPollAt: true,
  createdAt: true,
  completedAt: true,
  store: { select: { id: true, name: true, status: true } },
} satisfies Prisma.PayoutSelect;

/** A payout of any store, without the account number. */
export type OperatorPayout = Prisma.PayoutGetPayload<{ select: typeof select }>;

export type PayoutView = "hand" | "waiting" | "under_way" | "done";

const unknown: Prisma.PayoutWhereInput = { status: "sent", nextPollAt: null };
const refused: Prisma.PayoutWhereInput = { status: "requested", failureReason: { not: null } };

const views: Record<PayoutView, Prisma.PayoutWhereInput> = {
  hand: { OR: [unknown, refused] },
  waiting: { status: "requested", failureReason: null },
  under_way: { status: "sent", nextPollAt: { not: null } },
  done: { status: { in: ["paid", "failed", "returned"] } },
};

/** Payouts of all stores, oldest first; in the view `done` newest first. Throws NotAllowed. */
export async function listOperatorPayouts(
  world: World,
  operator: Operator,
  filters: { view: PayoutView; storeId?: number } & Span,
  page: Page,
): Promise<Counted<OperatorPayout>> {
  await requireOperator(world.db, operator);
  const { view, storeId } = filters;
  const where = { ...views[view], ...given({ storeId, createdAt: inSpan(filters) }) };
  const direction = view === "done" ? "desc" : "asc";
  const orderBy = [{ createdAt: direction }, { id: direction }] as const;
  return counted(
    world.db.payout.findMany({ where, select, orderBy: [...orderBy], ...page }),
    world.db.payout.count({ where }),
  );
}

/** One payout of any store. Throws NotAllowed or NotFound. */
export async function readOperatorPayout(
  world: World,
  operator: Operator,
  id: string,
): Promise<OperatorPayout> {
  await requireOperator(world.db, operator);
  const row = isUuidV4(id) ? await world.db.payout.findUnique({ where: { id }, select }) : null;
  if (!row) throw new NotFound();
  return row;
}
