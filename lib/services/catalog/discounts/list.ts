import type { Prisma } from "@/lib/db/client";
import type { DiscountRow } from "@/lib/db/rows";
import { type DiscountStatus, normalCode } from "@/lib/domain/discount";
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
