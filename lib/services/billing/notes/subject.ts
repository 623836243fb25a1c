import { NotFound } from "@/lib/domain/refusal";
import type { Caller, Unit } from "@/lib/services/core/world";
import { customerScope } from "@/lib/services/people/customers/scope";
import { lockCustomer } from "@/lib/services/people/customers/update";
import { lockOrder } from "../orders/read";

export type SubjectKind = "customer" | "order";

/** What notes and tags are about. */
export interface Subject {
  kind: SubjectKind;
  id: number;
}

/** The columns of a note or a tag that say what it is about; the others are null. */
type SubjectColumns =
  | { accountId: number; livemode: boolean; customerId: number }
  | { storeId: number; orderId: number };

export function columnsOf({ accountId, livemode, storeId }: Caller, { kind, id }: Subject): SubjectColumns {
  return kind === "customer" ? { accountId, livemode, customerId: id } : { storeId, orderId: id };
}

/** What of the notes and tags of one kind the caller sees: those of the customers and orders that they see. */
export function subjectScope(caller: Caller, kind: SubjectKind) {
  const { accountId, livemode, storeId } = caller;
  return kind === "customer"
    ? { accountId, livemode, customer: customerScope(caller) }
    : { storeId, order: { storeId, livemode } };
}

/** Locks it, so that two people cannot add beyond a limit. Throws NotFound for what the caller does not see. */
export async function lockSubject(unit: Unit, caller: Caller, { kind, id }: Subject): Promise<void> {
  if (kind === "order") await lockOrder(unit, caller, id);
  else if (!(await lockCustomer(unit, caller, id))) throw new NotFound();
}
