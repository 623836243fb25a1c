import type { MemberRole } from "@/lib/db/generated/enums";
import type { Caller } from "../caller";

/** A signed-in person acting for one store. Their role is read from the database with every request. */
export interface Seller extends Caller {
  userId: number;
  role: MemberRole;
}

/** The person is a member, but their role may not do this. */
export class NotAllowed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotAllowed";
  }
}

/** Keys and signing secrets are for the store owner only (spec, Authentication). */
export function requireOwner(seller: Seller): void {
  if (seller.role !== "owner")
    throw new NotAllowed("Only the owner of the store can do this. Nothing was changed.");
}

/** Settings and endpoints: whoever looks after the store or its code. */
export function requireDeveloper(seller: Seller): void {
  if (seller.role === "support" || seller.role === "viewer")
    throw new NotAllowed("Your role can look at this but not change it. Nothing was changed.");
}

/** What a store is, and what cannot be taken back: whoever answers for it. */
export function requireAdmin(seller: Seller): void {
  if (seller.role !== "owner" && seller.role !== "admin")
    throw new NotAllowed("Only the owner or an admin of the store can do this. Nothing was changed.");
}

/** Refunds and what was set aside: whoever answers for the store's money. */
export function requireMoneyRole(seller: Seller): void {
  if (seller.role !== "owner" && seller.role !== "admin")
    throw new NotAllowed("Only the owner or an admin of the store can move its money. Nothing was changed.");
}
