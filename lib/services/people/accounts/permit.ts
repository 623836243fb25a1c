import { type Action, may, refusalFor } from "@/lib/domain/roles";
import type { Caller } from "@/lib/services/core/caller";
import { NotAllowed, type Seller } from "./seller";

/**
 * Every verb that changes something for a seller begins here. A person must have a role that may do it; a key, a payer
 * and the service itself have none and are limited by what they can call. Throws NotAllowed.
 */
export function permit(caller: Caller | Seller, action: Action): void {
  if ("role" in caller ? may(caller.role, action) : !caller.actor.startsWith("user:")) return;
  throw new NotAllowed(refusalFor(action));
}
