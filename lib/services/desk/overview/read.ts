import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { mayRead } from "@/lib/domain/roles";
import { readWallet, type Wallet } from "@/lib/services/core/ledger/hold";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { Caller, World } from "@/lib/services/core/world";
import type { Change } from "@/lib/services/desk/numbers/change";
import { readRecurring } from "@/lib/services/desk/numbers/read-numbers";
import type { Seller } from "@/lib/services/people/accounts/permit";
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
import { type Need, readNeeds } from "./needs";
import { type Chosen, type Span, spanOf } from "./span";

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
