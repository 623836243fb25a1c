import type { MemberRole } from "@/lib/db/generated/enums";
import type { Problem } from "@/lib/domain/problem";
import type { Caller } from "@/lib/services/core/caller";

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
