import { z } from "zod";
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

/** Something that happened with how somebody signs in. */
export interface SignInLine {
  id: bigint;
  action: string;
  /** How, where it is known: `password`, `passkey`… */
  by: string | null;
  ip: string | null;
  device: string | null;
  at: Date;
}

const shown = 50;
const prefixes = ["sign_in.", "password.", "two_step.", "passkey.", "email.", "sessions.", "person.two_step"];
const Details = z.object({
  by: z.string().nullable().catch(null),
  ip: z.string().nullable().catch(null),
  device: z.string().nullable().catch(null),
});

/** The newest fifty lines about one's own sign-in, failures of strangers among them. */
export async function listSignIns(world: World, userId: number): Promise<SignInLine[]> {
  const rows = await world.db.auditEntry.findMany({
    where: {
      target: `user:${userId}`,
      OR: prefixes.map((prefix) => ({ action: { startsWith: prefix } })),
    },
    orderBy: { id: "desc" },
    take: shown,
  });
  return rows.map(({ id, action, details, createdAt }) => ({
    ...{ id, action, at: createdAt },
    ...Details.parse(details ?? {}),
  }));
}
