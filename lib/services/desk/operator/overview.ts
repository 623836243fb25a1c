import type { MessageRow } from "@/lib/db/rows";
import type { LogPage, Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type MessageFilters, readMessages } from "@/lib/services/notify/messages/list";
import type { HealthLine } from "./health/line";
import { type Due, readDue } from "./health/queues";
import { readHealth } from "./health/read-health";
import { type Operator, requireOperator } from "./operator";
import { countByHour, type RailHour } from "./payments";
import { payoutViews } from "./payouts";
import { refundsInHand } from "./refunds";

/** The start page of operators. */
export interface OperatorOverview {
  /** The payments of the last 24 hours. */
  hours: RailHour[];
  newStores: number;
  hand: { what: keyof typeof handPaths; count: number }[];
  queues: Due[];
  /** The health lines in the state `watch` or `bad`. */
  unwell: HealthLine[];
}

/** The lists of what waits for a person, and of money that waits to go. */
export const handPaths = {
  ours: "/ops/tasks",
  payouts: "/ops/payouts",
  held: "/ops/payouts?show=waiting",
  refunds: "/ops/refunds",
  disputes: "/ops/disputes",
  suspense: "/ops/tasks?show=sellers&kind=suspense",
  verification: "/ops/stores?status=pending",
} as const;

/** What waits for whom, and the numbers of a day. `today`: when the operator's day began. Throws NotAllowed. */
export async function readOverview(world: World, operator: Operator, today: Date): Promise<OperatorOverview> {
  await requireOperator(world.db, operator);
  const [hours, newStores, hand, queues, health] = await Promise.all([
    countByHour(world),
    world.db.store.count({ where: { createdAt: { gte: today } } }),
    readHand(world),
    readDue(world),
    readHealth(world, operator),
  ]);
  const unwell = health.flatMap(({ lines }) =>
    lines.filter(({ state }) => state === "bad" || state === "watch"),
  );
  const badFirst = [...unwell].sort((a, b) => Number(b.state === "bad") - Number(a.state === "bad"));
  return { hours, newStores, hand, queues, unwell: badFirst };
}

async function readHand(world: World): Promise<OperatorOverview["hand"]> {
  const open = { resolvedAt: null };
  const counts = {
    ours: world.db.task.count({ where: { ...open, storeId: null } }),
    payouts: world.db.payout.count({ where: payoutViews.hand }),
    held: world.db.payout.count({ where: payoutViews.waiting }),
    refunds: world.db.refund.count({ where: refundsInHand }),
    disputes: world.db.dispute.count({ where: { state: "open" } }),
    suspense: world.db.task.count({ where: { ...open, storeId: { not: null }, kind: "suspense" } }),
    verification: world.db.store.count({ where: { verificationStatus: "pending" } }),
  };
  const all = Object.keys(handPaths) as (keyof typeof handPaths)[];
  const names = world.config.wallets
    ? all
    : all.filter((name) => !handPaths[name].startsWith(handPaths.payouts));
  return Promise.all(names.map(async (what) => ({ what, count: await counts[what] })));
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
