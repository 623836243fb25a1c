import type { Prisma } from "@/lib/db/client";
import { type OrderRow, orderInclude, type PaymentLinkRow, type StoreRow } from "@/lib/db/rows";
import type { LinkStatus } from "@/lib/domain/payment-link";
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

/** One link of the caller's store. Throws NotFound for deleted and missing ones and those of other stores. */
export async function readPaymentLink(world: World, caller: Caller, id: number): Promise<PaymentLinkRow> {
  const row = await world.db.paymentLink.findFirst({
    where: { id, storeId: caller.storeId, deletedAt: null },
  });
  if (!row) throw new NotFound();
  return row;
}

export interface LinkPage {
  store: StoreRow;
  /** Also a deleted one: its page says so. */
  link: PaymentLinkRow;
}

/** The data of the page at `/pay/<token>`. Null for an unknown token. */
export async function readLinkPage(world: World, token: string): Promise<LinkPage | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const found = await world.db.paymentLink.findUnique({ where: { token }, include: { store: true } });
  if (!found) return null;
  const { store, ...link } = found;
  return { store, link };
}

/** The newest payments of one link or invoice, including refunded ones, at most 50. */
export function recentPayments(
  world: World,
  caller: Caller,
  of: { paymentLinkId: number } | { invoiceId: number },
): Promise<OrderRow[]> {
  return world.db.order.findMany({
    where: { storeId: caller.storeId, ...of, paidAt: { not: null } },
    include: orderInclude,
    orderBy: [{ paidAt: "desc" }, { id: "desc" }],
    take: 50,
  });
}

export interface LinkFilters extends Span {
  status?: LinkStatus | undefined;
  isActive?: boolean | undefined;
  /** Part of the title or description, in any case. */
  search?: string | undefined;
}

/** Newest first, without deleted ones. A filter by status uses the status at this moment. */
export async function listPaymentLinks(
  world: World,
  caller: Caller,
  filters: LinkFilters,
  page: Page,
): Promise<Counted<PaymentLinkRow>> {
  const where = linksWhere(world, caller, filters);
  return counted(
    world.db.paymentLink.findMany({ where, orderBy: newestFirst, ...page }),
    world.db.paymentLink.count({ where }),
  );
}

/** The title of one link of the store, deleted or not; null where there is none. */
export async function findLinkTitle(world: World, { storeId }: Caller, id: number): Promise<string | null> {
  const link = await world.db.paymentLink.findFirst({ where: { id, storeId }, select: { title: true } });
  return link?.title ?? null;
}

/** All links in batches, for a file. */
export function walkPaymentLinks(
  world: World,
  caller: Caller,
  filters: LinkFilters,
): AsyncGenerator<PaymentLinkRow[]> {
  const where = linksWhere(world, caller, filters);
  return inBatches<PaymentLinkRow>((batch) =>
    world.db.paymentLink.findMany({ where, orderBy: newestFirst, ...batch }),
  );
}

/** The filters as a condition on columns, at this moment. */
function linksWhere(world: World, caller: Caller, filters: LinkFilters): Prisma.PaymentLinkWhereInput {
  return {
    storeId: caller.storeId,
    deletedAt: null,
    ...given({ isActive: filters.isActive, createdAt: inSpan(filters) }),
    AND: [
      ...(filters.status === undefined ? [] : [statusFilter(world, filters.status)]),
      ...(filters.search === undefined ? [] : [searchFilter(filters.search)]),
    ],
  };
}

/** `linkStatus` as a condition on columns. */
function statusFilter(world: World, status: LinkStatus): Prisma.PaymentLinkWhereInput {
  const now = world.clock.now();
  const { maxPayments } = world.db.paymentLink.fields;
  // Both cases are written out, because with a null limit NOT would match no row.
  const isFull = {
    OR: [
      { isReusable: false, paymentsCount: { gte: 1 } },
      { isReusable: true, paymentsCount: { gte: maxPayments } },
    ],
  };
  const hasRoom = {
    OR: [
      { isReusable: false, paymentsCount: { lt: 1 } },
      { isReusable: true, maxPayments: null },
      { isReusable: true, paymentsCount: { lt: maxPayments } },
    ],
  };
  const isOpen = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  switch (status) {
    case "completed":
      return isFull;
    case "expired":
      return { AND: [hasRoom, { expiresAt: { lte: now } }] };
    case "paused":
      return { AND: [hasRoom, isOpen, { isActive: false }] };
    case "active":
      return { AND: [hasRoom, isOpen, { isActive: true }] };
  }
}

/** Searches for the typed text itself: % and _ are no wildcards. */
function searchFilter(search: string): Prisma.PaymentLinkWhereInput {
  const contains = search.replace(/[\\%_]/g, "\\$&");
  return {
    OR: [{ title: { contains, mode: "insensitive" } }, { description: { contains, mode: "insensitive" } }],
  };
}
