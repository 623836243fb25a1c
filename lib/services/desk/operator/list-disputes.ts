import type { Prisma } from "@/lib/db/client";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

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
  order: { select: { number: true, currency: true } },
  store: { select: { id: true, name: true } },
} satisfies Prisma.DisputeSelect;

/** A dispute of any store. */
export type OperatorDispute = Prisma.DisputeGetPayload<{ select: typeof select }>;

/** What a store owes the service in one currency. */
export interface Debt {
  store: { id: number; name: string };
  currency: string;
  minor: bigint;
}

/** Disputes of all stores: open ones by when evidence is due, decided ones newest first. */
export async function listOperatorDisputes(
  world: World,
  operator: Operator,
  filters: { view: "open" | "decided" },
  page: { skip: number; take: number },
): Promise<{ rows: OperatorDispute[]; total: number }> {
  await requireOperator(world.db, operator);
  const isOpen = filters.view === "open";
  const where: Prisma.DisputeWhereInput = { state: isOpen ? "open" : { not: "open" } };
  const orderBy: Prisma.DisputeOrderByWithRelationInput[] = isOpen
    ? [{ dueAt: { sort: "asc", nulls: "last" } }, { openedAt: "asc" }]
    : [{ decidedAt: "desc" }, { id: "desc" }];
  const [rows, total] = await Promise.all([
    world.db.dispute.findMany({ where, select, orderBy, skip: page.skip, take: page.take }),
    world.db.dispute.count({ where }),
  ]);
  return { rows, total };
}

const debtsMax = 200;

/** Who owes the service, the largest first in each currency. */
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
