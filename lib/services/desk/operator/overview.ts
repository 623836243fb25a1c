import type { MessageRow } from "@/lib/db/rows";
import type { LogPage, Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type MessageFilters, readMessages } from "@/lib/services/notify/messages/list";
import type { HealthLine } from "./health/line";
import { readHealth } from "./health/read-health";
import { type Operator, requireOperator } from "./operator";
import { payoutsInHand } from "./payouts";
import { refundsInHand } from "./refunds";

/** The start page of operators. */
export interface OperatorOverview {
  today: {
    /** From orders created since midnight UTC; one amount for each currency, never summed. */
    volumes: { currency: string; minor: bigint }[];
    paid: number;
    failed: number;
    open: number;
    payouts: number;
    newStores: number;
  };
  hand: { what: "ours" | "payouts" | "refunds" | "verification" | "suspense"; count: number; href: string }[];
  /** The health lines in the state `watch` or `bad`. */
  unwell: HealthLine[];
}

/** The open work of operators, and the numbers of today. Throws NotAllowed. */
export async function readOverview(world: World, operator: Operator): Promise<OperatorOverview> {
  await requireOperator(world.db, operator);
  const midnight = new Date(world.clock.now());
  midnight.setUTCHours(0, 0, 0, 0);
  const [today, hand, health] = await Promise.all([
    readToday(world, midnight),
    readHand(world),
    readHealth(world, operator),
  ]);
  const unwell = health.flatMap(({ lines }) =>
    lines.filter(({ state }) => state === "bad" || state === "watch"),
  );
  const badFirst = [...unwell].sort((a, b) => Number(b.state === "bad") - Number(a.state === "bad"));
  return { today, hand, unwell: badFirst };
}

/** How many of the newest orders are read: on a day with more, only the latest ones count. */
const ordersMax = 50_000;

async function readToday(world: World, midnight: Date): Promise<OperatorOverview["today"]> {
  const [orders, payouts, newStores] = await Promise.all([
    world.pool.query<{ currency: string; volume: string; paid: number; failed: number; open: number }>(
      `SELECT currency,
         coalesce(sum(total_minor) FILTER (WHERE paid_at IS NOT NULL), 0)::text AS volume,
         count(*) FILTER (WHERE paid_at IS NOT NULL)::int AS paid,
         count(*) FILTER (WHERE paid_at IS NULL AND payment_status IN ('failed', 'expired'))::int AS failed,
         count(*) FILTER (WHERE payment_status = 'pending')::int AS open
       FROM (SELECT currency, total_minor, paid_at, payment_status, created_at
             FROM orders ORDER BY id DESC LIMIT ${ordersMax}) o
       WHERE created_at >= $1 GROUP BY currency ORDER BY currency`,
      [midnight],
    ),
    world.db.payout.count({ where: { createdAt: { gte: midnight } } }),
    world.db.store.count({ where: { createdAt: { gte: midnight } } }),
  ]);
  const sum = (of: "paid" | "failed" | "open") => orders.rows.reduce((all, row) => all + row[of], 0);
  return {
    volumes: orders.rows
      .map(({ currency, volume }) => ({ currency, minor: BigInt(volume) }))
      .filter(({ minor }) => minor > 0n),
    ...{ paid: sum("paid"), failed: sum("failed"), open: sum("open"), payouts, newStores },
  };
}

async function readHand(world: World): Promise<OperatorOverview["hand"]> {
  const open = { resolvedAt: null };
  const [ours, suspense, payouts, refunds, verification] = await Promise.all([
    world.db.task.count({ where: { ...open, storeId: null } }),
    world.db.task.count({ where: { ...open, kind: "suspense" } }),
    world.db.payout.count({ where: payoutsInHand }),
    world.db.refund.count({ where: refundsInHand }),
    world.db.store.count({ where: { verificationStatus: "pending" } }),
  ]);
  return [
    { what: "ours", count: ours, href: "/ops/tasks" },
    { what: "payouts", count: payouts, href: "/ops/payouts" },
    { what: "refunds", count: refunds, href: "/ops/refunds" },
    { what: "verification", count: verification, href: "/ops/stores?status=pending" },
    { what: "suspense", count: suspense, href: "/ops/tasks?show=sellers" },
  ];
}

/**
 * The outbox of the whole service, newest first. For operators only: without a provider, bodies contain links that open
 * accounts, for an operator to pass on. Throws NotAllowed.
 */
export async function listMessages(
  world: World,
  operator: Operator,
  filters: MessageFilters,
  page: Page,
): Promise<LogPage<MessageRow>> {
  await requireOperator(world.db, operator);
  return readMessages(world, filters, page);
}
