import type { Prisma } from "@/lib/db/client";
import {
  type AmountSpan,
  type Counted,
  counted,
  given,
  inAmounts,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";

const select = {
  id: true,
  status: true,
  currency: true,
  amountMinor: true,
  reason: true,
  createdAt: true,
  completedAt: true,
  order: { select: { id: true, number: true, customer: { select: { name: true } } } },
} satisfies Prisma.RefundSelect;

/** A refund with its order and customer. */
export type ListedRefund = Prisma.RefundGetPayload<{ select: typeof select }>;

export interface RefundFilters extends Span, AmountSpan {
  status?: ListedRefund["status"] | undefined;
}

/** The refunds of the caller's store, newest first, also those of money that was set aside. */
export function listRefunds(
  world: World,
  caller: Caller,
  filters: RefundFilters,
  page: Page,
): Promise<Counted<ListedRefund>> {
  const where = refundsWhere(caller, filters);
  return counted(
    world.db.refund.findMany({ where, select, orderBy: newestFirst, ...page }),
    world.db.refund.count({ where }),
  );
}

/** All refunds in batches, for a file. */
export function walkRefunds(
  world: World,
  caller: Caller,
  filters: RefundFilters,
): AsyncGenerator<ListedRefund[]> {
  const where = refundsWhere(caller, filters);
  return inBatches<ListedRefund>((batch) =>
    world.db.refund.findMany({ where, select, orderBy: newestFirst, ...batch }),
  );
}

/** Whether anything of the store was ever refunded. */
export async function hasRefunds(world: World, { storeId }: Caller): Promise<boolean> {
  return (await world.db.refund.findFirst({ where: { storeId }, select: { id: true } })) !== null;
}

/** Whether a refund was made with this key. */
export async function wasRequested(world: World, caller: Caller, key: string): Promise<boolean> {
  const where = { requestKey: requestKeyOf(caller, key) };
  return (await world.db.refund.findUnique({ where, select: { id: true } })) !== null;
}

/** Keys are a store’s own. */
export function requestKeyOf({ storeId }: Caller, key: string): string {
  return `store:${storeId}/${key}`;
}

function refundsWhere({ storeId }: Caller, filters: RefundFilters): Prisma.RefundWhereInput {
  const { status, currency } = filters;
  const spans = { createdAt: inSpan(filters), amountMinor: inAmounts(filters) };
  return { storeId, ...given({ status, currency, ...spans }) };
}
