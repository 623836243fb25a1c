import type { Problem } from "@/lib/domain/problem";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";

/** How somebody showed who they are. */
export type SignInWay = "password" | "link" | "passkey" | "two_steps" | "sign_up" | "invitation";

/**
 * One line about somebody's sign-in in the log of acts, read by them and by operators. Lines whose name begins with
 * `sign_in.` say where people were, and go after a year (forget-old.ts); all others stay.
 */
export async function logSignIn(
  unit: Unit,
  userId: number,
  action: `sign_in.${string}` | `password.${string}`,
  details: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  const person = `user:${userId}`;
  await unit.audit({ accountId: null, storeId: null, actor: person, target: person, action, details });
}

/** What somebody who is signed in was refused, because they may not. */
export async function logDenial(world: World, userId: number, why: Problem): Promise<void> {
  const person = `user:${userId}`;
  await transact(world, (unit) =>
    unit.audit({
      ...{ accountId: null, storeId: null, actor: person, target: person },
      ...{ action: "access.denied", details: { what: why.code } },
    }),
  );
}
