import type { CustomerRow } from "@/lib/db/rows";
import { customerEventData, type ValuedCustomer } from "@/lib/resources/customer";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit } from "@/lib/services/core/world";
import { withValues } from "./value";

/** `customer.created` of customers who were made in this transaction, to every store of the account. */
export async function tellNewCustomers(
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
        // Nobody has paid before they exist.
        data: customerEventData({ row, currency, lifetimeMinor: 0n }),
      });
}

/**
 * Writes the event to every store of the account, since they share the customer, each with the lifetime value in its
 * own currency. Gives the customer as the caller's store sees it.
 */
export async function tellCustomer(
  unit: Unit,
  caller: Caller,
  row: CustomerRow,
  type: "customer.created" | "customer.updated",
): Promise<ValuedCustomer> {
  const stores = await unit.tx.store.findMany({
    where: { accountId: caller.accountId },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  const objectId = `customer/${row.id}`;
  for (const { id: storeId } of stores) {
    const sequence = await unit.nextSequence(storeId, objectId);
    const [customer] = await withValues(unit.tx, storeId, [row]);
    if (!customer) continue;
    unit.emit({
      type,
      storeId,
      livemode: row.livemode,
      objectId,
      sequence,
      dedupeKey: `${objectId}/${storeId}/${sequence}`,
      at: unit.now,
      data: customerEventData(customer),
    });
  }
  return valued(unit, caller, row);
}

/** The customer as the caller's store sees it, when nothing is to be told. */
export async function valued(unit: Unit, caller: Caller, row: CustomerRow): Promise<ValuedCustomer> {
  const [customer] = await withValues(unit.tx, caller.storeId, [row]);
  if (!customer) throw new RangeError("One row has one value.");
  return customer;
}
