import { addressOf } from "@/app/_lists/filters";
import type { Subject, SubjectKind } from "@/lib/services/billing/notes/subject";
import { customerPath, customersPath } from "../customers/paths";
import { orderPath, ordersPath } from "../orders/paths";

export function subjectPath({ kind, id }: Subject): string {
  return kind === "customer" ? customerPath(id) : orderPath(id);
}

/** The list of what has this tag. */
export function taggedPath(kind: SubjectKind, tag: string): string {
  return addressOf(kind === "customer" ? customersPath : ordersPath, { tag });
}
