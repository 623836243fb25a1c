import { Prisma } from "@/lib/db/client";
import { readSubscriptions, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { Invalid, say } from "@/lib/domain/refusal";
import type { SubscriptionStatus } from "@/lib/domain/subscription";
import {
  type AmountSpan,
  among,
  type Counted,
  type Counting,
  given,
  inAmounts,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  readPage,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { customerSearched, searchedCustomers } from "@/lib/services/people/customers/scope";

export interface SubscriptionFilters extends Span, AmountSpan {
  status?: SubscriptionStatus;
  ref?: string;
  /** Trimmed and lower-cased. */
  email?: string;
  productId?: number;
  /** Part of the customer's name, e-mail or phone. */
  search?: string;
  /** When its paid time ends, or its free days. */
  ends?: Span | undefined;
  /** Whether it gives access now. */
  hasAccess?: boolean;
  /** Those in their free days alone, or those who never paid as well: without it and a status, they are left out. */
  trials?: "only" | "too";
  /** Only these. */
  ids?: string[] | undefined;
}

/** Newest first. A filter by status uses the status at this moment, not the one that was last recorded. */
export async function listSubscriptions(
  world: World,
  caller: Caller,
  filters: SubscriptionFilters,
  page: Page,
  counting: Counting = "exactly",
): Promise<Counted<SubscriptionRow>> {
  if (filters.productId !== undefined) await requireProduct(world, caller, filters.productId);
  const where = await subscriptionsWhere(world, caller, filters);
  const isFew = filters.status === "past_due" || filters.ends !== undefined;
  const few = isFew && page.take > 0 ? await listFew(world, where, page) : null;
  if (few) return few;
  return readPage(
    page,
    counting,
    async () => {
      const ids = world.db.subscription.findMany({
        where,
        select: { id: true },
        orderBy: newestFirst,
        ...page,
      });
      return readFound(world, await ids);
    },
    (atMost) => world.db.subscription.count({ where, ...atMost }),
    filters.search,
  );
}

/** So many rows are ordered here in a moment. */
const fewMax = 2_000;

/**
 * Of those in grace, or of which a few days decide, there are few, and the index by status finds them. Asked for the newest, the planner would walk over all
 * that are newer. Null where they are many.
 */
async function listFew(
  world: World,
  where: Prisma.SubscriptionWhereInput,
  { skip, take }: Page,
): Promise<Counted<SubscriptionRow> | null> {
  const all = await world.db.subscription.findMany({
    where,
    select: { id: true, createdAt: true },
    // Prisma would order by id where nothing is said, and PostgreSQL would then walk over every row by its id.
    orderBy: { currentPeriodEnd: "asc" },
    take: fewMax + 1,
  });
  if (all.length > fewMax) return null;
  all.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  return { rows: await readFound(world, all.slice(skip, skip + take)), total: all.length };
}

/** Newest first. By our own statement: through Prisma the relations take four more, and each row is made twice. */
function readFound({ db }: World, found: readonly { id: string }[]): Promise<SubscriptionRow[]> {
  return readSubscriptions(
    db,
    Prisma.sql`WHERE subscription.id = ANY (${found.map(({ id }) => id)}::text[])
      ORDER BY subscription.created_at DESC, subscription.id DESC`,
  );
}

/** All subscriptions in batches, for a file. */
export async function* walkSubscriptions(
  world: World,
  caller: Caller,
  filters: SubscriptionFilters,
): AsyncGenerator<SubscriptionRow[]> {
  const where = await subscriptionsWhere(world, caller, filters);
  yield* inBatches<SubscriptionRow>((batch) =>
    world.db.subscription.findMany({ where, include: subscriptionInclude, orderBy: newestFirst, ...batch }),
  );
}

/** The filters as a condition on columns, true at this moment. */
async function subscriptionsWhere(
  world: World,
  caller: Caller,
  filters: SubscriptionFilters,
): Promise<Prisma.SubscriptionWhereInput> {
  const { status, ref, email, productId, hasAccess, currency, search } = filters;
  const now = world.clock.now();
  return {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...given({ ref, productId, currency, id: among(filters.ids) }),
    ...given({ createdAt: inSpan(filters), amountMinor: inAmounts(filters) }),
    ...(email === undefined ? {} : { customer: { email } }),
    AND: [
      ...(status === undefined ? [] : [statusFilter(status, now)]),
      ...(filters.ends ? [given({ currentPeriodEnd: inSpan(filters.ends) })] : []),
      ...(filters.trials === "only" ? [{ trialEndsAt: { gt: now }, ...accessFilter(true, now) }] : []),
      ...(filters.trials || status !== undefined || isOne(filters) ? [] : [{ NOT: neverPaid(world) }]),
      ...(hasAccess === undefined ? [] : [accessFilter(hasAccess, now)]),
      ...(search?.trim() ? [await ofCustomers(world, caller, search.trim())] : []),
    ],
  };
}

/** Somebody looks for a person or for rows that they ticked: then those who never paid are found as well. */
function isOne({ search, ids }: SubscriptionFilters): boolean {
  return ids !== undefined || (search?.trim() ?? "") !== "";
}

/** `isUnpaidTrial` as a condition on columns: who only had free days has no grace. */
function neverPaid({ db }: World): Prisma.SubscriptionWhereInput {
  const { currentPeriodEnd } = db.subscription.fields;
  return { trialEndsAt: { not: null }, graceEndsAt: { equals: currentPeriodEnd } };
}

/** Looked up first where they are few, because subscriptions have an index by customer. */
async function ofCustomers(
  world: World,
  caller: Caller,
  text: string,
): Promise<Prisma.SubscriptionWhereInput> {
  const ids = await searchedCustomers(world, caller, text);
  return ids ? { customerId: { in: ids } } : { customer: { OR: customerSearched(text) } };
}

/** Throws Invalid: filtering by an unknown product is an error, not an empty list. */
export async function requireProduct(world: World, caller: Caller, productId: number): Promise<void> {
  const product = await world.db.product.findFirst({
    where: { id: productId, storeId: caller.storeId },
    select: { id: true },
  });
  if (!product) throw notAProduct();
}

/** The error for a query about a product that is not the store's. */
export function notAProduct(): Invalid {
  return new Invalid({ product_id: [say("not_product")] });
}

/** `statusAt` as a condition on columns. */
function statusFilter(status: SubscriptionStatus, now: Date): Prisma.SubscriptionWhereInput {
  switch (status) {
    case "active":
      return { status: "active", currentPeriodEnd: { gt: now } };
    case "past_due":
      return {
        OR: [
          { status: "past_due", graceEndsAt: { gt: now } },
          { status: "active", currentPeriodEnd: { lte: now }, graceEndsAt: { gt: now } },
        ],
      };
    case "cancelled":
      return { status: "cancelled" };
    case "expired":
      return {
        OR: [
          { status: "expired" },
          // Their paid time is over as well, which the index knows.
          {
            status: { in: ["active", "past_due"] },
            currentPeriodEnd: { lte: now },
            graceEndsAt: { lte: now },
          },
        ],
      };
  }
}

/** `hasAccess` as a condition on columns. Both cases are written out, because in SQL NOT of NULL is NULL. */
function accessFilter(hasAccess: boolean, now: Date): Prisma.SubscriptionWhereInput {
  const edge = hasAccess ? { gt: now } : { lte: now };
  const cancelled = [
    { status: "cancelled" as const, endedAt: edge },
    { status: "cancelled" as const, endedAt: null, currentPeriodEnd: edge },
  ];
  if (!hasAccess) return { OR: [statusFilter("expired", now), ...cancelled] };
  return { OR: [statusFilter("active", now), statusFilter("past_due", now), ...cancelled] };
}
