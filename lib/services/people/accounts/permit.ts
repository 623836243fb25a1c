import type { MemberRole } from "@/lib/db/generated/enums";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { type Action, may, mayDo, mayRead, type Readable, refusalFor } from "@/lib/domain/roles";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";

/**
 * A verb that changes something for a seller in one transaction: `permit` first, then `act` in `transact`, which tries
 * again what met others. What `act` needs of the world is `unit.world`. A verb that checks before its transaction, or
 * calls the network after it, calls both by itself.
 */
export function verb<Who extends Caller, Given extends unknown[], Done>(
  action: Action,
  act: (unit: Unit, caller: Who, ...given: Given) => Promise<Done>,
): (world: World, caller: Who, ...given: Given) => Promise<Done> {
  return async (world, caller, ...given) => {
    permit(caller, action);
    return transact(world, (unit) => act(unit, caller, ...given));
  };
}

/**
 * Every verb that changes something for a seller calls this first, most of them by `verb`. A person needs a role that permits the action; a
 * key, a payer and the service itself have no role, and are limited by what they can call. Throws NotAllowed.
 */
export function permit(caller: Caller | Seller, action: Action): void {
  if ("role" in caller ? mayDo(caller, action) : !caller.actor.startsWith("user:")) return;
  const isLimited = "role" in caller && may(caller.role, action);
  throw new NotAllowed(isLimited ? say("role_all_stores") : refusalFor(action));
}

/** For what reaches into all stores of an account. Throws NotAllowed for a person who is limited to some of them. */
export function permitAllStores(caller: Caller): void {
  if (caller.onlyStores) throw new NotAllowed(say("role_all_stores"));
}

/** The same for reading what is not for every member. */
export function permitRead(caller: Caller | Seller, what: Readable): void {
  if (!isReader(caller, what)) throw new NotAllowed(say("role_not_shown"));
}

/** For what simply leaves out what the caller may not read. */
export function isReader(caller: Caller | Seller, what: Readable): boolean {
  return "role" in caller ? mayRead(caller.role, what) : !caller.actor.startsWith("user:");
}

/** For what a public demo has not: ways in, and more people. Throws Invalid on `field`. */
export function refuseInDemo({ config }: World, field: string): void {
  if (config.publicDemo) throw new Invalid({ [field]: [say("public_demo")] });
}

/** A signed-in person who acts for one store. Their role is read from the database with every request. */
export interface Seller extends Caller {
  userId: number;
  role: MemberRole;
}

/** The person is a member, but their role may not do this. */
export class NotAllowed extends Error {
  readonly why: Problem;
  constructor(why: Problem) {
    super(why.code);
    this.name = "NotAllowed";
    this.why = why;
  }
}
