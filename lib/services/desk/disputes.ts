import type { Prisma } from "@/lib/db/client";
import {
  type AmountSpan,
  type Counted,
  counted,
  given,
  inAmounts,
  inBatches,
  inSpan,
  type Page,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator/operator";

const select = {
  id: true,
  rail: true,
  railRef: true,
  state: true,
  currency: true,
  amountMinor: true,
  reason: true,
  feeCurrency: true,
  feeMinor: true,
  reservedPendingMinor: true,
  reservedAvailableMinor: true,
  openedAt: true,
  dueAt: true,
  decidedAt: true,
  order: { select: { id: true, number: true, currency: true, customer: { select: { name: true } } } },
  store: { select: { id: true, name: true } },
} satisfies Prisma.DisputeSelect;

/** A dispute with its store, and the order and customer it is about. */
export type AnyDispute = Prisma.DisputeGetPayload<{ select: typeof select }>;

/** What a store owes the service in one currency. */
export interface Debt {
  store: { id: number; name: string };
  currency: string;
  minor: bigint;
}

export type DisputeView = "open" | "decided";

/** The span is that of when they were opened. */
export interface DisputeFilters extends Span, AmountSpan {
  view: DisputeView;
}

/** Disputes of all stores: open ones by when evidence is due, decided ones newest first. */
export async function listOperatorDisputes(
  world: World,
  operator: Operator,
  filters: DisputeFilters,
  page: Page,
): Promise<Counted<AnyDispute>> {
  await requireOperator(world.db, operator);
  return disputesOf(world, filters, {}, page);
}

/** The disputes of the caller's store. */
export function listStoreDisputes(
  world: World,
  caller: Caller,
  filters: DisputeFilters,
  page: Page,
): Promise<Counted<AnyDispute>> {
  return disputesOf(world, filters, { storeId: caller.storeId }, page);
}

/** Whether a payer of the store ever disputed anything. */
export async function hasDisputes(world: World, { storeId }: Caller): Promise<boolean> {
  return (await world.db.dispute.findFirst({ where: { storeId }, select: { id: true } })) !== null;
}

/** All disputes of the store in one view, in batches, for a file. */
export function walkDisputes(
  world: World,
  caller: Caller,
  filters: DisputeFilters,
): AsyncGenerator<AnyDispute[]> {
  const where = disputesWhere(filters, { storeId: caller.storeId });
  return inBatches<AnyDispute>((batch) =>
    world.db.dispute.findMany({ where, select, orderBy: orderOf[filters.view], ...batch }),
  );
}

const stateOf = { open: { state: "open" }, decided: { state: { not: "open" } } } as const;
const orderOf = {
  open: [{ dueAt: { sort: "asc", nulls: "last" } }, { openedAt: "asc" }, { id: "asc" }],
  decided: [{ decidedAt: "desc" }, { id: "desc" }],
} satisfies Record<DisputeView, Prisma.DisputeOrderByWithRelationInput[]>;

function disputesWhere(filters: DisputeFilters, whose: { storeId?: number }): Prisma.DisputeWhereInput {
  const { view, currency } = filters;
  const spans = { openedAt: inSpan(filters), amountMinor: inAmounts(filters) };
  return { ...whose, ...stateOf[view], ...given({ currency, ...spans }) };
}

function disputesOf(
  world: World,
  filters: DisputeFilters,
  whose: { storeId?: number },
  page: Page,
): Promise<Counted<AnyDispute>> {
  const where = disputesWhere(filters, whose);
  return counted(
    world.db.dispute.findMany({ where, select, orderBy: orderOf[filters.view], ...page }),
    world.db.dispute.count({ where }),
  );
}

const debtsMax = 200;

/** The stores that owe the service, the largest debt first in each currency; at most 200. Throws NotAllowed. */
export async function listDebts(world: World, operator: Operator): Promise<Debt[]> {
  await requireOperator(world.db, operator);
  const rows = await world.db.ledgerAccount.findMany({
    where: { kind: "store_debt", storeId: { not: null }, balance: { balanceMinor: { gt: 0n } } },
    select: {
      currency: true,
      store: { select: { id: true, name: true } },
      balance: { select: { balanceMinor: true } },
    },
    orderBy: [{ currency: "asc" }, { balance: { balanceMinor: "desc" } }],
    take: debtsMax,
  });
  return rows.flatMap(({ store, currency, balance }) =>
    store && balance ? [{ store, currency, minor: balance.balanceMinor }] : [],
  );
}
