import type { CustomerRow } from "@/lib/db/rows";
import { say } from "@/lib/domain/problem";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import type { ValuedCustomer } from "@/lib/resources/customer";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit } from "../accounts/permit";
import { contactPhone, despiteRaces, requireFree } from "./contact";
import { yieldProspects } from "./prospect";
import { publishCustomer, valued } from "./publish";

/** What is undefined stays as it is; null takes it away. The phone is as typed. */
export interface CustomerChanges {
  name?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  company?: string | null | undefined;
  country?: string | null | undefined;
  city?: string | null | undefined;
  address?: string | null | undefined;
  acceptsMarketing?: boolean | undefined;
  /** Who is blocked cannot start a payment. */
  status?: CustomerRow["status"] | undefined;
}

/** The details of a customer that people write. */
export const customerFields = ["name", "email", "phone", "company", "country", "city", "address"] as const;
const allFields = [...customerFields, "acceptsMarketing", "status"] as const;

/**
 * Changes a customer (spec, Customers). Throws Invalid on `email` or `phone` when another customer has it, and on both
 * when neither would be left. Tells `customer.updated` only when something did change.
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
      const phone = changes.phone ? await contactPhone(unit, caller, changes.phone) : changes.phone;
      const customer = await applyChanges(unit, caller, row, { ...changes, phone });
      const changed = allFields.filter((field) => customer.row[field] !== row[field]);
      if (changed.length > 0) await auditCustomer(unit, caller, "customer.changed", id, changed.join(", "));
      return customer;
    }),
  );
}

/** Notes who did what to a customer. `what` never holds the values: they are people's addresses. */
export function auditCustomer(
  unit: Unit,
  caller: Caller,
  action: "customer.created" | "customer.changed" | "customer.merged",
  id: number,
  what: string,
): Promise<void> {
  const { accountId, storeId, actor } = caller;
  return unit.audit({ accountId, storeId, actor, action, target: `customer:${id}`, details: { what } });
}

/** Locks one customer of the account and mode and reads it; null when there is none. */
export async function lockCustomer(unit: Unit, caller: Caller, id: number): Promise<CustomerRow | null> {
  await unit.tx.$queryRaw`
    SELECT 1 FROM customers WHERE id = ${id} AND account_id = ${caller.accountId} FOR NO KEY UPDATE`;
  return unit.tx.customer.findFirst({
    where: { id, accountId: caller.accountId, livemode: caller.livemode, prospect: false },
  });
}

/** Stores and tells the changes of a locked customer. Here the phone is E.164. */
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
  // What was sent to the old address ends with it, as where a subscriber changes theirs.
  const isMoved = (field: "email" | "phone") => row[field] !== null && row[field] !== updated[field];
  if (isMoved("email") || isMoved("phone")) await endManageLinks(unit, caller, row.id);
  return publishCustomer(unit, caller, updated, "customer.updated");
}

function requireContact(customer: { email: string | null; phone: string | null }): void {
  if (customer.email !== null || customer.phone !== null) return;
  const problem = [say("contact_needed")];
  throw new Invalid({ email: problem, phone: problem });
}

/** All links that whoever read this customer's messages may have end; where the customer's contact changes hands. */
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
