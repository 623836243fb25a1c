import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { customerPatch, ValuedCustomer } from "@/lib/resources/customer";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "../accounts/permit";
import { contactPhone, despiteRaces, requireFree, yieldProspects } from "./contact";
import { publishCustomer, valued } from "./publish";
import { customerScope } from "./scope";

/** Undefined leaves a field unchanged; null clears it. The phone is as typed. A blocked customer cannot start a payment. */
export type CustomerChanges = Partial<ReturnType<typeof customerPatch>>;

/** The fields of a customer that people can edit as text. */
export const customerFields = ["name", "email", "phone", "company", "country", "city", "address"] as const;
const allFields = [...customerFields, "acceptsMarketing", "status"] as const;

/**
 * Changes a customer (spec, Customers). Throws NotFound, Invalid on `email` or `phone` when another customer has it,
 * and on both when neither would be left. Publishes `customer.updated` only when something changed.
 */
export async function updateCustomer(
  world: World,
  caller: Caller,
  id: number,
  changes: CustomerChanges,
): Promise<ValuedCustomer> {
  permit(caller, "customer.change");
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const row = await lockCustomer(unit, caller, id);
      if (!row) throw new NotFound();
      if (row.erasedAt) throw new Invalid({ name: [say("customer_erased")] });
      const phone = changes.phone ? await contactPhone(unit, caller, changes.phone) : changes.phone;
      const customer = await applyChanges(unit, caller, row, { ...changes, phone });
      const changed = allFields.filter((field) => customer.row[field] !== row[field]);
      if (changed.length > 0) await auditCustomer(unit, caller, "customer.changed", id, changed.join(", "));
      return customer;
    }),
  );
}

/** Writes an act on a customer to the audit log. `what` never contains the values: they are personal addresses. */
export function auditCustomer(
  unit: Unit,
  caller: Caller,
  action: "customer.created" | "customer.changed" | "customer.merged" | "customer.exported",
  id: number,
  what: string,
): Promise<void> {
  return unit.audit(caller, { action, target: `customer:${id}`, details: { what } });
}

/** Locks one customer of the account and mode and reads it; null when there is none. */
export async function lockCustomer(unit: Unit, caller: Caller, id: number): Promise<CustomerRow | null> {
  await unit.tx.$queryRaw`
    SELECT 1 FROM customers WHERE id = ${id} AND account_id = ${caller.accountId} FOR NO KEY UPDATE`;
  return unit.tx.customer.findFirst({
    where: { id, ...customerScope(caller) },
  });
}

/** The same for several, in the order of their ids: two files at once cannot wait for each other. By id. */
export async function lockCustomers(
  unit: Unit,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, CustomerRow>> {
  if (ids.length === 0) return new Map();
  await unit.tx.$queryRaw`SELECT 1 FROM customers
    WHERE id = ANY (${[...ids]}::int[]) AND account_id = ${caller.accountId} ORDER BY id FOR NO KEY UPDATE`;
  const rows = await unit.tx.customer.findMany({ where: { id: { in: [...ids] }, ...customerScope(caller) } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores and publishes the changes of a locked customer. Here the phone is E.164. */
export async function applyChanges(
  unit: Unit,
  caller: Caller,
  row: CustomerRow,
  changes: CustomerChanges,
): Promise<ValuedCustomer> {
  const changed = allFields.filter((field) => changes[field] !== undefined && changes[field] !== row[field]);
  if (changed.length === 0) return valued(unit, caller, row);
  const data: CustomerChanges = Object.fromEntries(changed.map((field) => [field, changes[field]]));
  requireContact({ ...row, ...data });
  const adopt = await yieldProspects(unit, caller, [data]);
  await requireFree(unit, caller, data, row.id);
  const updated = await unit.tx.customer.update({
    where: { id: row.id },
    data: { ...data, updatedAt: unit.now },
  });
  await adopt([updated]);
  // Links that were sent to the old address end, as when a subscriber changes it.
  const isMoved = (field: "email" | "phone") => row[field] !== null && row[field] !== updated[field];
  if (isMoved("email") || isMoved("phone")) await endManageLinks(unit, caller, row.id);
  return publishCustomer(unit, caller, updated, "customer.updated");
}

function requireContact(customer: { email: string | null; phone: string | null }): void {
  if (customer.email !== null || customer.phone !== null) return;
  const problem = [say("contact_needed")];
  throw new Invalid({ email: problem, phone: problem });
}

/**
 * Ends all manage links of a customer, because readers of the old address may have them. Called when a contact changes.
 */
export async function endManageLinks(
  unit: Unit,
  { accountId, livemode }: Pick<Caller, "accountId" | "livemode">,
  customerId: number,
): Promise<void> {
  await unit.tx.subscription.updateMany({
    where: { accountId, livemode, customerId },
    data: { manageVersion: { increment: 1 } },
  });
}
