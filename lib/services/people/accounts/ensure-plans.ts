import type { Tx } from "@/lib/db/client";
import type { PlanFees } from "@/lib/domain/fees";
import type { World } from "@/lib/services/core/world";

/** The plan of new stores: on a self-hosted server it includes the API. */
export const defaultPlanCode = "standard";

/** Creates the two plans if they are missing, one with the API and one without. Existing plans are not changed. */
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

/** What the plan of new stores takes of a payment and of a payout, as the operator has set it. */
export async function readFirstPlan(world: World): Promise<PlanFees> {
  await ensurePlans(world);
  return world.db.plan.findUniqueOrThrow({
    where: { code: defaultPlanCode },
    select: { feePpm: true, payoutFeePpm: true, fixedFees: true },
  });
}
