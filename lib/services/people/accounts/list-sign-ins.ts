import { z } from "zod";
import type { World } from "@/lib/services/core/world";

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
