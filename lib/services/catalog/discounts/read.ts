import type { Prisma } from "@/lib/db/client";
import type { DiscountCodeRow, DiscountRow } from "@/lib/db/rows";
import { type DiscountStatus, normalCode } from "@/lib/domain/discount";
import { NotFound } from "@/lib/domain/refusal";
import {
  type Counted,
  counted,
  given,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { type Chosen, chooseReduction, type Offered } from "./choose";

export type { DiscountRow };

/** One discount of the caller's store. Throws NotFound for deleted and missing ones and those of other stores. */
export async function readDiscount(world: World, caller: Caller, id: number): Promise<DiscountRow> {
  const row = await world.db.discount.findFirst({ where: { id, storeId: caller.storeId, deletedAt: null } });
  if (!row) throw new NotFound();
  return row;
}

/** Who redeemed it, newest first. */
export interface RedemptionLine {
  orderNumber: string | null;
  subscriptionId: string | null;
  customer: string | null;
  code: string | null;
  amountMinor: bigint;
  counts: boolean;
  overLimit: boolean;
  at: Date;
}

/** The newest redemptions of one discount, at most 50. */
export async function recentRedemptions(
  world: World,
  caller: Caller,
  discountId: number,
): Promise<RedemptionLine[]> {
  const rows = await world.db.discountRedemption.findMany({
    where: { storeId: caller.storeId, discountId, state: "kept" },
    orderBy: { id: "desc" },
    take: 50,
    include: {
      order: { select: { number: true, discountCode: true, customer: { select: { name: true } } } },
      subscription: { select: { customer: { select: { name: true } }, discountCode: true } },
    },
  });
  return rows.map((row) => ({
    orderNumber: row.order?.number ?? null,
    subscriptionId: row.subscriptionId,
    customer: row.order?.customer.name ?? row.subscription?.customer.name ?? null,
    code: row.order?.discountCode ?? row.subscription?.discountCode ?? null,
    amountMinor: row.amountMinor,
    counts: row.counts,
    overLimit: row.overLimit,
    at: row.keptAt ?? row.createdAt,
  }));
}

/** One batch of a discount, for a list or a file: at most as many as a batch can have. */
export async function readBatch(
  world: World,
  caller: Caller,
  discountId: number,
  batch: number,
): Promise<DiscountCodeRow[]> {
  permit(caller, "discount.change");
  await readDiscount(world, caller, discountId);
  return world.db.discountCode.findMany({
    where: { storeId: caller.storeId, discountId, batch },
    orderBy: { id: "asc" },
  });
}

export interface BatchFacts {
  batch: number;
  count: number;
  redeemed: number;
  createdAt: Date;
}

/** The batches of a discount, newest first. */
export async function listBatches(world: World, caller: Caller, discountId: number): Promise<BatchFacts[]> {
  return world.db.$queryRaw<BatchFacts[]>`
    SELECT batch, count(*)::int AS count, sum(redemptions_count)::int AS redeemed, min(created_at) AS "createdAt"
    FROM discount_codes WHERE store_id = ${caller.storeId} AND discount_id = ${discountId} AND batch IS NOT NULL
    GROUP BY batch ORDER BY batch DESC LIMIT 100`;
}

/** What would be taken off, for a page that shows a price. Reserves and counts nothing. */
export async function previewReduction(world: World, storeId: number, offered: Offered): Promise<Chosen> {
  return chooseReduction(world, world.db, storeId, offered, null, world.clock.now());
}

/** Whether a payer of this store could have a code: where none could, no page asks for one. */
export async function takesCodes(world: World, storeId: number): Promise<boolean> {
  const found = await world.db.discountCode.findFirst({
    where: { storeId, code: { not: null } },
    select: { id: true },
  });
  return found !== null;
}

export interface DiscountFilters extends Span {
  status?: DiscountStatus | undefined;
  /** A code of its own or of a batch, in any case. */
  code?: string | undefined;
  /** Part of the name or of its own code, in any case. */
  search?: string | undefined;
}

/** Newest first, without deleted ones. A filter by status uses the status at this moment. */
export async function listDiscounts(
  world: World,
  caller: Caller,
  filters: DiscountFilters,
  page: Page,
): Promise<Counted<DiscountRow>> {
  const where = discountsWhere(world, caller, filters);
  return counted(
    world.db.discount.findMany({ where, orderBy: newestFirst, ...page }),
    world.db.discount.count({ where }),
  );
}

/** All discounts in batches, for a file. */
export function walkDiscounts(
  world: World,
  caller: Caller,
  filters: DiscountFilters,
): AsyncGenerator<DiscountRow[]> {
  const where = discountsWhere(world, caller, filters);
  return inBatches<DiscountRow>((batch) =>
    world.db.discount.findMany({ where, orderBy: newestFirst, ...batch }),
  );
}

function discountsWhere(
  world: World,
  { storeId }: Caller,
  { status, code, search, ...filters }: DiscountFilters,
): Prisma.DiscountWhereInput {
  return {
    storeId,
    deletedAt: null,
    ...given({ createdAt: inSpan(filters) }),
    ...(code === undefined ? {} : { codes: { some: { code: normalCode(code) } } }),
    AND: [
      ...(status === undefined ? [] : [statusFilter(world, status)]),
      ...(search === undefined ? [] : [searchFilter(search)]),
    ],
  };
}

/** `discountStatus` as a condition on columns. */
function statusFilter(world: World, status: DiscountStatus): Prisma.DiscountWhereInput {
  const now = world.clock.now();
  const { maxRedemptions } = world.db.discount.fields;
  // Both cases are written out, because with a null limit NOT would match no row.
  const hasRoom = { OR: [{ maxRedemptions: null }, { redemptionsCount: { lt: maxRedemptions } }] };
  const isOpen = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const hasBegun = { OR: [{ startsAt: null }, { startsAt: { lte: now } }] };
  switch (status) {
    case "used_up":
      return { redemptionsCount: { gte: maxRedemptions } };
    case "expired":
      return { AND: [hasRoom, { expiresAt: { lte: now } }] };
    case "paused":
      return { AND: [hasRoom, isOpen, { isActive: false }] };
    case "scheduled":
      return { AND: [hasRoom, isOpen, { isActive: true, startsAt: { gt: now } }] };
    case "active":
      return { AND: [hasRoom, isOpen, hasBegun, { isActive: true }] };
  }
}

/** Searches for the typed text itself: % and _ are no wildcards. */
function searchFilter(search: string): Prisma.DiscountWhereInput {
  const contains = search.replace(/[\\%_]/g, "\\$&");
  return {
    OR: [{ name: { contains, mode: "insensitive" } }, { code: { contains, mode: "insensitive" } }],
  };
}
