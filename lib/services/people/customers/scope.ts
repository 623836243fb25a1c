import { Prisma } from "@/lib/db/client";
import type { Caller, World } from "@/lib/services/core/world";

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

/** Above this limit a text is too general to look the customers up first. */
const customersMax = 1_000;

/** The ids of the customers that a text is about; null where they are too many to name. */
export async function searchedCustomers(
  world: World,
  caller: Caller,
  text: string,
): Promise<number[] | null> {
  const customers = await world.db.customer.findMany({
    where: { ...payerScope(caller), OR: customerSearched(text) },
    select: { id: true },
    take: customersMax + 1,
  });
  return customers.length > customersMax ? null : customers.map(({ id }) => id);
}

/** Part of a name, e-mail or phone. */
export function customerSearched(text: string): Prisma.CustomerWhereInput[] {
  const contains = escaped(text);
  const digits = phoneDigits(text);
  return [
    { name: { contains, mode: "insensitive" } },
    { email: { contains, mode: "insensitive" } },
    ...(digits === null ? [] : [{ phone: { contains: digits } }]),
  ];
}

/** The digits of a part of a phone, without the leading zero of the national format; null where it is none. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/[^\p{Nd}]/gu, "").replace(/^0+/, "");
  // "0722" is only three of the digits that are stored.
  const isLong = digits.length >= 4 || (digits.length === 3 && text.startsWith("0"));
  return isLong && /^[\p{Nd}\s+().-]+$/u.test(text) ? digits : null;
}

/** Escapes the wildcards of LIKE. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
