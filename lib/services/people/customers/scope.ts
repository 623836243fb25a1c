import { Prisma } from "@/lib/db/client";
import type { Caller } from "@/lib/services/core/world";

/**
 * The customers whom a caller sees: those of the account. A person who is limited to some stores sees those who bought,
 * subscribed or were invoiced there, and whom somebody wrote down there.
 */
export function customerScope({ accountId, livemode, onlyStores }: Caller): Prisma.CustomerWhereInput {
  const scope = { accountId, livemode, prospect: false };
  if (!onlyStores) return scope;
  const storeId = { in: [...onlyStores] };
  const some = { some: { storeId } };
  return {
    ...scope,
    AND: [{ OR: [{ addedIn: storeId }, { orders: some }, { subscriptions: some }, { invoices: some }] }],
  };
}

/** Those and who only tried to pay: their orders name them, so who asks by that id or looks for orders finds them. */
export function payerScope(caller: Caller): Prisma.CustomerWhereInput {
  const { prospect: _any, ...scope } = customerScope(caller);
  return scope;
}

/** The customers as a condition on the rows of `customers`. */
export function customerScopeSql({ accountId, livemode, onlyStores }: Caller): Prisma.Sql {
  const scope = Prisma.sql`account_id = ${accountId} AND livemode = ${livemode} AND NOT prospect`;
  if (!onlyStores) return scope;
  const stores = [...onlyStores];
  return Prisma.sql`${scope} AND (added_in = ANY (${stores}::int[])
    OR EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = customers.id AND o.store_id = ANY (${stores}::int[]))
    OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.customer_id = customers.id AND s.store_id = ANY (${stores}::int[]))
    OR EXISTS (SELECT 1 FROM invoices i WHERE i.customer_id = customers.id AND i.store_id = ANY (${stores}::int[])))`;
}
