import { z } from "zod";
import type { Problem } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { NewAuditEntry, Unit, World } from "@/lib/services/core/world";

/** The method by which a person proved who they are. */
export type SignInWay = "password" | "link" | "passkey" | "two_steps" | "sign_up" | "invitation";

/**
 * Logs what a person did with their own sign-in, readable by them and by operators. Lines whose name begins with
 * `sign_in.` contain locations, and are deleted after a year (forget-old.ts); all others stay.
 */
export function auditPerson(
  unit: Unit,
  userId: number,
  action: string,
  details?: NewAuditEntry["details"],
): Promise<void> {
  const person = `user:${userId}`;
  return unit.audit({ actor: person }, { target: person, action, details });
}

/** Logs that a signed-in person was refused for lack of permission. */
export async function logDenial(world: World, userId: number, why: Problem): Promise<void> {
  await transact(world, (unit) => auditPerson(unit, userId, "access.denied", { what: why.code }));
}

/** One event of a person's sign-in. */
export interface SignInLine {
  id: bigint;
  action: string;
  /** The method, where it is known: `password`, `passkey`… */
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

/** The newest fifty lines about a person's sign-in, including failed tries of strangers. */
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
