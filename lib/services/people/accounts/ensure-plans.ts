import type { Tx } from "@/lib/db/client";
import type { World } from "@/lib/services/core/world";

/** New stores get this one: on a server of one's own the API is included. */
export const defaultPlanCode = "standard";

/** Makes the two plans exist, one with the API and one without. Changes nothing that is there. */
export async function ensurePlans(world: World): Promise<void> {
  await writePlans(world.db);
}

/** The same inside a transaction. */
export async function writePlans(tx: Pick<Tx, "plan">): Promise<void> {
  await tx.plan.createMany({
    data: [
      { code: defaultPlanCode, name: "Standard", includesApi: true, feePpm: 0 },
      { code: "basic", name: "Basic", includesApi: false, feePpm: 0 },
    ],
    skipDuplicates: true,
  });
}
