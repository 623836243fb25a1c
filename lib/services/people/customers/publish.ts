import { Prisma, type Tx } from "@/lib/db/client";
import type { CustomerRow } from "@/lib/db/rows";
import { customerEventData, type ValuedCustomer } from "@/lib/resources/customer";
import type { Caller, Unit, World } from "@/lib/services/core/world";

/** Publishes `customer.created` for customers created in this transaction, to every store of the account. */
export async function publishNewCustomers(
  unit: Unit,
  caller: Caller,
  rows: readonly CustomerRow[],
): Promise<void> {
  const stores = await unit.tx.store.findMany({
    where: { accountId: caller.accountId },
    select: { id: true, currency: true },
    orderBy: { id: "asc" },
  });
  for (const { id: storeId, currency } of stores)
    for (const row of rows)
      unit.emit({
        type: "customer.created",
        storeId,
        livemode: row.livemode,
        objectId: `customer/${row.id}`,
        sequence: 1,
        dedupeKey: `customer/${row.id}/${storeId}/1`,
        at: unit.now,
        // A new customer has paid nothing yet.
        data: customerEventData({ row, currency, lifetimeMinor: 0n }),
      });
}

/** A change of a customer and its event type. */
export interface CustomerChange {
  row: CustomerRow;
  type: "customer.created" | "customer.updated";
}

/**
 * Publishes the event to every store of the account, since they share the customer, each with the lifetime value in its
 * own currency. Returns the customer as the caller's store sees it.
 */
export async function publishCustomer(
  unit: Unit,
  caller: Caller,
  row: CustomerRow,
  type: CustomerChange["type"],
): Promise<ValuedCustomer> {
  return publishChanges(unit, caller, [{ row, type }]);
}

/** The same for several changes of one customer in this transaction, in that order. */
export async function publishChanges(
  unit: Unit,
  caller: Caller,
  changes: readonly [CustomerChange, ...CustomerChange[]],
): Promise<ValuedCustomer> {
  const { id } = changes[0].row;
  const stores = await readStores(unit, caller, id);
  for (const { row, type } of changes)
    for (const { storeId, currency, lifetimeMinor, sequence: written } of stores) {
      const objectId = `customer/${id}`;
      const sequence = await unit.nextSequence(storeId, objectId, written);
      unit.emit({
        ...{ type, storeId, livemode: row.livemode, objectId, sequence, at: unit.now },
        dedupeKey: `${objectId}/${storeId}/${sequence}`,
        data: customerEventData({ row, currency, lifetimeMinor }),
      });
    }
  const { row } = changes.at(-1) ?? changes[0];
  const own = stores.find(({ storeId }) => storeId === caller.storeId);
  return own ? { row, currency: own.currency, lifetimeMinor: own.lifetimeMinor } : valued(unit, caller, row);
}

/**
 * All stores of the account, each with the lifetime value in its currency over all stores, and this customer's last
 * event number.
 */
function readStores({ tx }: Unit, { accountId }: Caller, customerId: number) {
  return tx.$queryRaw<
    { storeId: number; currency: string; lifetimeMinor: bigint; sequence: number }[]
  >`/* one plan */
    SELECT store.id AS "storeId", store.currency, coalesce(spent.minor, 0)::bigint AS "lifetimeMinor",
      coalesce((SELECT max(sequence) FROM events
        WHERE store_id = store.id AND object_id = ${`customer/${customerId}`}), 0)::int AS sequence
    FROM stores store CROSS JOIN LATERAL (
      SELECT sum(o.total_minor - o.refunded_minor) AS minor FROM stores other JOIN orders o ON o.store_id = other.id
      WHERE other.account_id = store.account_id AND o.customer_id = ${customerId} AND o.currency = store.currency
        AND o.payment_status IN ('paid', 'partially_refunded')
    ) spent
    WHERE store.account_id = ${accountId} ORDER BY store.id`;
}

/** The customer as the caller's store sees it, without an event. */
export async function valued(unit: Unit, caller: Caller, row: CustomerRow): Promise<ValuedCustomer> {
  const [customer] = await withValues(unit.tx, caller, [row]);
  if (!customer) throw new RangeError("One row has one value.");
  return customer;
}

/**
 * Adds to each customer the total of their paid orders, less refunds, in the currency of `storeId`, over all stores of
 * the account. One query for all customers; for each it sums along an index that contains the amounts, so a customer
 * with half of a store's orders needs no sort.
 */
export async function withValues(
  db: Pick<Tx, "$queryRaw">,
  { accountId, storeId, onlyStores }: Pick<Caller, "accountId" | "storeId" | "onlyStores">,
  rows: readonly CustomerRow[],
): Promise<ValuedCustomer[]> {
  if (rows.length === 0) return [];
  const values = await db.$queryRaw<{ id: number; currency: string; minor: string }[]>`
    SELECT customer.id, own.currency, coalesce(sum(spent.minor), 0)::text AS minor
    FROM unnest(${rows.map(({ id }) => id)}::int[]) AS customer (id)
    JOIN stores own ON own.id = ${storeId}
    LEFT JOIN (${storesOf(accountId, onlyStores)}) AS store ON true
    LEFT JOIN LATERAL (
      SELECT sum(total_minor - refunded_minor) AS minor FROM orders
      WHERE store_id = store.id AND customer_id = customer.id
        AND currency = own.currency AND payment_status IN ('paid', 'partially_refunded')
    ) AS spent ON true
    GROUP BY 1, 2`;
  const of = new Map(values.map((value) => [value.id, value]));
  return rows.map((row) => {
    const { currency = "", minor = 0 } = of.get(row.id) ?? {};
    return { row, currency, lifetimeMinor: BigInt(minor) };
  });
}

/** The stores whose payments count: those that the caller may see. */
function storesOf(accountId: number, onlyStores: readonly number[] | undefined): Prisma.Sql {
  const only = onlyStores ? Prisma.sql`AND id = ANY (${[...onlyStores]}::int[])` : Prisma.empty;
  return Prisma.sql`SELECT id FROM stores WHERE account_id = ${accountId} ${only}`;
}

/**
 * The time of each customer's last payment, over all stores of the account. One query, which reads one index entry for
 * each customer and store, however many orders they have.
 */
export async function lastPayments(
  world: World,
  { accountId, onlyStores }: Caller,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await world.db.$queryRaw<{ id: number; at: Date }[]>`
    SELECT customer.id, max(last.at) AS at
    FROM unnest(${[...ids]}::int[]) AS customer (id)
    CROSS JOIN (${storesOf(accountId, onlyStores)}) AS store
    CROSS JOIN LATERAL (
      SELECT paid_at AS at FROM orders
      WHERE store_id = store.id AND customer_id = customer.id AND paid_at IS NOT NULL
      ORDER BY paid_at DESC LIMIT 1
    ) AS last
    GROUP BY customer.id`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}
