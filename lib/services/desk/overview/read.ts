import { mayRead } from "@/lib/domain/roles";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { Caller, World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import {
  type Approval,
  type Collected,
  type Renewals,
  readApprovals,
  readCollected,
  readRenewals,
  readTopProducts,
  type TopProduct,
} from "./figures";
import { type Chosen, type Span, spanOf } from "./sums";

/** The figures of a store over whole days of its own zone. Currencies are shown separately and never summed. */
export interface Overview {
  span: Span;
  collected: Collected[];
  renewals: Renewals;
  approvals: Approval[];
  topProducts: TopProduct[];
  /** Not all that has happened is in these figures yet. */
  isBehind: boolean;
}

/** Without money for a role that does not read it. */
export async function readOverview(world: World, caller: Caller | Seller, chosen: Chosen): Promise<Overview> {
  const { storeId } = caller;
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true, timeZone: true },
  });
  const showsMoney = !("role" in caller) || mayRead(caller.role, "money");
  const span = spanOf(world.clock.now(), store.timeZone, chosen);
  const isBehind = !(await sumUp(world, storeId));
  const [collected, renewals, approvals, topProducts] = await Promise.all([
    showsMoney ? readCollected(world, storeId, store.currency, span) : [],
    readRenewals(world, caller, span),
    readApprovals(world, storeId, span),
    showsMoney ? readTopProducts(world, storeId, store.currency, span) : [],
  ]);
  return { span, collected, renewals, approvals, topProducts, isBehind };
}
