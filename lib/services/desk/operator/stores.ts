import { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import type { MemberRole } from "@/lib/db/generated/enums";
import type { StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { type Counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import { transact } from "@/lib/services/core/unit";
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
export interface StoreLine
  extends Pick<StoreRow, "id" | "name" | "status" | "verificationStatus" | "createdAt"> {
  planName: string;
  owner: { name: string; email: string } | null;
  isDeveloperBlocked: boolean;
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
  const rows = stores.map(({ plan, account, developerAccessBlockedAt, ...store }) => ({
    ...store,
    planName: plan.name,
    owner: account.members[0]?.user ?? null,
    isDeveloperBlocked: developerAccessBlockedAt !== null,
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

const include = {
  plan: true,
  verificationDocument: { select: { createdAt: true } },
  payoutSchedule: {
    select: { nextRunAt: true, waitReason: true, destination: { select: { label: true } } },
  },
  account: {
    select: {
      name: true,
      members: { orderBy: { userId: "asc" }, take: 20, include: { user: true } },
    },
  },
} satisfies Prisma.StoreInclude;

export type OperatorStore = Omit<
  Prisma.StoreGetPayload<{ include: typeof include }>,
  "account" | "verificationSealed"
> & {
  accountName: string;
  people: { name: string; email: string; role: MemberRole }[];
  activity: Activity;
  wallets: { currency: string; availableMinor: bigint; pendingMinor: bigint }[];
  openTasks: number;
  /** The details that the seller submitted for verification, by name; null when there are none. */
  verification: Record<string, string> | null;
};

/** One store with all that operators need for decisions. Throws NotAllowed or NotFound. */
export async function readStoreForOperator(
  world: World,
  operator: Operator,
  id: number,
): Promise<OperatorStore> {
  await requireOperator(world.db, operator);
  const [found, activity, balances, openTasks] = await Promise.all([
    world.db.store.findUnique({ where: { id }, include }),
    activityOf(world, [id]),
    world.db.ledgerAccount.findMany({
      where: { storeId: id, kind: { in: ["wallet_available", "wallet_pending"] } },
      include: { balance: true },
      orderBy: { currency: "asc" },
    }),
    world.db.task.count({ where: { storeId: id, resolvedAt: null } }),
  ]);
  if (!found) throw new NotFound();
  const { account, verificationSealed, ...store } = found;
  return {
    ...store,
    accountName: account.name,
    people: account.members.map(({ role, user }) => ({ name: user.name, email: user.email, role })),
    activity: activity.get(id) ?? noActivity,
    wallets: walletsOf(balances),
    openTasks,
    verification: verificationSealed ? openFacts(world, verificationSealed) : null,
  };
}

function walletsOf(
  rows: { kind: string; currency: string; balance: { balanceMinor: bigint } | null }[],
): OperatorStore["wallets"] {
  const of = (kind: string, currency: string) =>
    rows.find((row) => row.kind === kind && row.currency === currency)?.balance?.balanceMinor ?? 0n;
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
    currency,
    availableMinor: of("wallet_available", currency),
    pendingMinor: of("wallet_pending", currency),
  }));
}

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

function openFacts(world: World, sealed: Uint8Array): Record<string, string> {
  const parsed = facts.safeParse(JSON.parse(world.secrets.open(sealed)));
  return Object.fromEntries(
    Object.entries(parsed.success ? parsed.data : {}).map(([name, value]) => [name, String(value ?? "")]),
  );
}

/** The seller's verification document, as a JPEG. Each access is in the audit log. Throws NotAllowed or NotFound. */
export async function readVerificationDocument(
  world: World,
  operator: Operator,
  storeId: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const found = await unit.tx.verificationDocument.findUnique({
      where: { storeId },
      include: { store: { select: { accountId: true } } },
    });
    if (!found) throw new NotFound();
    await unit.audit(
      { accountId: found.store.accountId, storeId, actor: operator.actor },
      { action: "store.document_seen", target: `store:${storeId}` },
    );
    return new Uint8Array(Buffer.from(world.secrets.open(found.sealed), "base64"));
  });
}
