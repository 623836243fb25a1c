import { say } from "@/lib/domain/problem";
import { type Action, may, mayRead, type Readable, refusalFor } from "@/lib/domain/roles";
import type { Caller } from "@/lib/services/core/caller";
import { NotAllowed, type Seller } from "./seller";

/**
 * Every verb that changes something for a seller calls this first. A person needs a role that permits the action; a
 * key, a payer and the service itself have no role, and are limited by what they can call. Throws NotAllowed.
 */
export function permit(caller: Caller | Seller, action: Action): void {
  if ("role" in caller ? may(caller.role, action) : !caller.actor.startsWith("user:")) return;
  throw new NotAllowed(refusalFor(action));
}

/** The same for reading what is not for every member. */
export function permitRead(caller: Caller | Seller, what: Readable): void {
  if (!isReader(caller, what)) throw new NotAllowed(say("role_not_shown"));
}

/** For what simply leaves out what the caller may not read. */
export function isReader(caller: Caller | Seller, what: Readable): boolean {
  return "role" in caller ? mayRead(caller.role, what) : !caller.actor.startsWith("user:");
}
