import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { mayRead } from "@/lib/domain/roles";
import { dayColumn } from "@/lib/resources/invoice";
import { readWallet, type Wallet } from "@/lib/services/core/ledger/hold";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { Caller, World } from "@/lib/services/core/world";
import { listTasks, type TaskRow } from "@/lib/services/money/tasks/list";
import type { Seller } from "@/lib/services/people/accounts/permit";
import type { Change } from "../numbers/figures";
import { readRecurring } from "../numbers/read-numbers";
import {
  type Approval,
  type Collected,
  type Renewals,
  readApprovals,
  readCollected,
  readRenewals,
  readSubscribers,
  readTopProducts,
  type Subscribers,
  type TopProduct,
} from "./figures";
import { type Chosen, type Span, spanOf } from "./sums";

/** The figures of a store over whole days of its own zone. Currencies are shown separately and never summed. */
export interface Overview {
  span: Span;
  collected: Collected[];
  subscribers: Subscribers;
  renewals: Renewals;
  /** What subscriptions come to, and how it changed in these days. */
  recurring: (Change & { currency: string })[];
  approvals: Approval[];
  topProducts: TopProduct[];
  /** In the order of `collected`. */
  wallets: Wallet[];
  latest: OrderRow[];
  needs: Need[];
  /** There are no orders and no subscribers: nothing to show yet. */
  isNew: boolean;
  /** Not all that has happened is in these figures yet. */
  isBehind: boolean;
}

const latestShown = 6;

/** Without money for a role that does not read it. */
export async function readOverview(world: World, caller: Caller | Seller, chosen: Chosen): Promise<Overview> {
  const { storeId, livemode } = caller;
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true, timeZone: true },
  });
  const showsMoney = !("role" in caller) || mayRead(caller.role, "money");
  const span = spanOf(world.clock.now(), store.timeZone, chosen);
  const isBehind = !(await sumUp(world, storeId));
  const [collected, subscribers, renewals, recurring, approvals, topProducts, latest] = await Promise.all([
    showsMoney ? readCollected(world, storeId, store.currency, span) : [],
    readSubscribers(world, caller, span),
    readRenewals(world, caller, span),
    showsMoney ? readRecurring(world, caller, span) : [],
    readApprovals(world, storeId, span),
    showsMoney ? readTopProducts(world, storeId, store.currency, span) : [],
    world.db.order.findMany({
      where: { storeId, livemode },
      include: orderInclude,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: latestShown,
    }),
  ]);
  const wallets = await Promise.all(collected.map(({ currency }) => readWallet(world.db, storeId, currency)));
  const hasMoney = wallets.some(({ availableMinor, pendingMinor }) => availableMinor + pendingMinor > 0n);
  const isNew = latest.length === 0 && subscribers.active + subscribers.inGrace === 0;
  const needs = await readNeeds(world, caller, span, hasMoney);
  return {
    span,
    collected,
    subscribers,
    renewals,
    recurring,
    approvals,
    topProducts,
    wallets,
    latest,
    needs,
    isNew,
    isBehind,
  };
}

/** Something that only a person of the store can resolve, the most urgent first. */
export type Need =
  | { kind: "task"; task: TaskRow }
  | { kind: "more_tasks"; count: number }
  | { kind: "late_invoices"; count: number; owed: { currency: string; minor: bigint }[] }
  | { kind: "endpoint"; id: number; url: string; since: Date; isDisabled: boolean }
  | { kind: "no_payout_account" }
  | { kind: "not_verified"; status: "unverified" | "rejected" };

const tasksShown = 3;

/** `hasMoney`: the wallet is not empty, so payouts matter. */
export async function readNeeds(
  world: World,
  caller: Caller,
  span: Span,
  hasMoney: boolean,
): Promise<Need[]> {
  const { storeId } = caller;
  const [tasks, late, endpoints, destinations, store] = await Promise.all([
    listTasks(world, caller, {}, { skip: 0, take: tasksShown }),
    lateInvoices(world, storeId, span),
    world.db.webhookEndpoint.findMany({
      where: {
        ...{ storeId, livemode: true, deletedAt: null },
        // An endpoint that its owner switched off is not listed.
        OR: [{ disabledReason: "failing" }, { disabledAt: null, failingSince: { not: null } }],
      },
      select: { id: true, url: true, failingSince: true, disabledAt: true },
      orderBy: { id: "asc" },
    }),
    world.db.payoutDestination.count({ where: { storeId, deletedAt: null } }),
    world.db.store.findUniqueOrThrow({ where: { id: storeId }, select: { verificationStatus: true } }),
  ]);
  const { verificationStatus: status } = store;
  return [
    ...tasks.rows.map((task) => ({ kind: "task" as const, task })),
    ...(tasks.total > tasksShown ? [{ kind: "more_tasks" as const, count: tasks.total - tasksShown }] : []),
    ...(late.count > 0 ? [late] : []),
    ...endpoints.flatMap(({ id, url, failingSince, disabledAt }) => {
      const since = disabledAt ?? failingSince;
      return since ? [{ kind: "endpoint" as const, id, url, since, isDisabled: disabledAt !== null }] : [];
    }),
    ...(hasMoney && (status === "unverified" || status === "rejected")
      ? [{ kind: "not_verified" as const, status }]
      : []),
    ...(hasMoney && destinations === 0 ? [{ kind: "no_payout_account" as const }] : []),
  ];
}

async function lateInvoices(
  world: World,
  storeId: number,
  span: Span,
): Promise<Extract<Need, { kind: "late_invoices" }>> {
  const rows = await world.db.$queryRaw<{ currency: string; count: bigint; minor: string }[]>`
    SELECT currency, count(*) AS count, sum(total_minor - paid_minor)::text AS minor
    FROM invoices
    WHERE store_id = ${storeId} AND cancelled_at IS NULL
      AND (sent_at IS NOT NULL OR viewed_at IS NOT NULL OR paid_minor > 0) AND paid_minor < total_minor AND due_on < ${dayColumn(span.today)}
    GROUP BY 1 ORDER BY 1`;
  return {
    kind: "late_invoices",
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    owed: rows.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
  };
}
