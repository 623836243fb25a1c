import type { Prisma } from "@/lib/db/client";
import { type Counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

const select = {
  id: true,
  name: true,
  status: true,
  verificationStatus: true,
  developerAccessBlockedAt: true,
  createdAt: true,
  plan: { select: { name: true } },
  account: {
    select: {
      members: {
        where: { role: "owner" },
        orderBy: { userId: "asc" },
        take: 1,
        select: { user: { select: { name: true, email: true } } },
      },
    },
  },
} satisfies Prisma.StoreSelect;

/** A store as a line of the operator's list. */
export interface StoreLine {
  id: number;
  name: string;
  planName: string;
  owner: { name: string; email: string } | null;
  status: "active" | "suspended";
  verificationStatus: "unverified" | "pending" | "verified" | "rejected";
  isDeveloperBlocked: boolean;
  createdAt: Date;
  activity: Activity;
}

/** The payments of a store in the last 30 days. */
export interface Activity {
  /** One amount for each currency, never summed. */
  volumes: { currency: string; minor: bigint }[];
  /** Tries to pay that were approved, and that failed, counted as the seller's overview does. */
  paid: number;
  failed: number;
  lastPaidAt: Date | null;
}

/** The span is of the days on which they were made. */
export interface StoreFilters extends Span {
  /** A part of the store's name, its number, or of an owner's name or address. */
  search?: string;
  planCode?: string;
  status?: "suspended" | "blocked" | "unverified" | "pending" | "rejected";
}

/** Every store of the service, newest first. */
export async function listStores(
  world: World,
  operator: Operator,
  filters: StoreFilters,
  page: Page,
): Promise<Counted<StoreLine>> {
  await requireOperator(world.db, operator);
  const where = whereOf(filters);
  const [stores, total] = await Promise.all([
    world.db.store.findMany({ where, select, orderBy: { id: "desc" }, skip: page.skip, take: page.take }),
    world.db.store.count({ where }),
  ]);
  const activity = await activityOf(
    world,
    stores.map(({ id }) => id),
  );
  const rows = stores.map((store) => ({
    id: store.id,
    name: store.name,
    planName: store.plan.name,
    owner: store.account.members[0]?.user ?? null,
    status: store.status,
    verificationStatus: store.verificationStatus,
    isDeveloperBlocked: store.developerAccessBlockedAt !== null,
    createdAt: store.createdAt,
    activity: activity.get(store.id) ?? noActivity,
  }));
  return { rows, total };
}

function whereOf({ search, planCode, status, ...span }: StoreFilters): Prisma.StoreWhereInput {
  return {
    ...given({ createdAt: inSpan(span) }),
    ...(planCode ? { planCode } : {}),
    ...(status ? statusWhere(status) : {}),
    ...(search ? { OR: searchWhere(search) } : {}),
  };
}

function statusWhere(status: NonNullable<StoreFilters["status"]>): Prisma.StoreWhereInput {
  if (status === "suspended") return { status };
  return status === "blocked" ? { developerAccessBlockedAt: { not: null } } : { verificationStatus: status };
}

function searchWhere(search: string): Prisma.StoreWhereInput[] {
  // Prisma passes these characters on to LIKE, where they would be wildcards.
  const has = { contains: search.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const };
  const owner = { role: "owner" as const, user: { OR: [{ name: has }, { email: has }] } };
  const id = /^\d{1,9}$/.test(search) ? [{ id: Number(search) }] : [];
  return [{ name: has }, { slug: has }, { account: { members: { some: owner } } }, ...id];
}

const noActivity: Activity = { volumes: [], paid: 0, failed: 0, lastPaidAt: null };
const windowMs = 30 * 24 * 60 * 60 * 1000;
/** So long does the list wait until its stores are summed; the clock sums the rest. */
const patienceMs = 2_000;

interface SumRow {
  store_id: number;
  currency: string;
  volume: string;
  paid: number;
  failed: number;
}

/** The activity of a page of stores, in two statements along the indexes of each store's orders and tries. */
export async function activityOf(world: World, storeIds: number[]): Promise<Map<number, Activity>> {
  const since = new Date(world.clock.now().getTime() - windowMs);
  // One after the other: a page of them would take all connections from payments.
  const until = performance.now() + patienceMs;
  for (const id of storeIds) if (performance.now() < until) await sumUp(world, id);
  const [sums, last] = await Promise.all([
    world.pool.query<SumRow>(
      `SELECT store_id, currency,
         coalesce(sum(total_minor) FILTER (WHERE paid_at IS NOT NULL), 0)::text AS volume,
         0 AS paid, 0 AS failed
       FROM orders WHERE store_id = ANY($1::int[]) AND created_at >= $2 GROUP BY store_id, currency
       UNION ALL
       -- As the seller's overview of 30 days counts them.
       SELECT t.store_id, t.currency, '0', sum(t.count)::int, sum(t.part)::int
       FROM stores s JOIN sums t ON t.store_id = s.id AND t.livemode AND t.grain = 'slot' AND t.kind = 'way'
         AND t.at >= (date_trunc('day', $3::timestamptz AT TIME ZONE s.time_zone) - interval '29 days') AT TIME ZONE s.time_zone
       WHERE s.id = ANY($1::int[]) GROUP BY t.store_id, t.currency`,
      [storeIds, since, world.clock.now()],
    ),
    world.pool.query<{ store_id: number; paid_at: Date | null }>(
      `SELECT s.store_id, (SELECT o.paid_at FROM orders o WHERE o.store_id = s.store_id AND o.paid_at IS NOT NULL
         ORDER BY o.created_at DESC, o.id DESC LIMIT 1) AS paid_at
       FROM unnest($1::int[]) AS s(store_id)`,
      [storeIds],
    ),
  ]);
  return new Map(
    last.rows.map(({ store_id, paid_at }) => {
      const own = sums.rows.filter((row) => row.store_id === store_id);
      return [store_id, { ...summed(own), lastPaidAt: paid_at }];
    }),
  );
}

function summed(rows: SumRow[]): Omit<Activity, "lastPaidAt"> {
  return {
    volumes: rows
      .map(({ currency, volume }) => ({ currency, minor: BigInt(volume) }))
      .filter(({ minor }) => minor > 0n),
    paid: rows.reduce((sum, row) => sum + row.paid, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
  };
}
