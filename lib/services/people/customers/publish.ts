import type { CustomerRow } from "@/lib/db/rows";
import { customerEventData, type ValuedCustomer } from "@/lib/resources/customer";
import type { Caller, Unit } from "@/lib/services/core/world";
import { withValues } from "./value";

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
