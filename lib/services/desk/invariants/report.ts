import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { checkInvariants } from "./check-invariants";

/**
 * Asks a person to look at everything that is broken, once for each finding, and says so in the log. That it looked, and
 * what it counted, is in the audit log. Nothing is repaired by itself: what broke an invariant is a mistake in the program.
 */
export async function reportInvariants(world: World): Promise<{ broken: number }> {
  const broken = await checkInvariants(world, { quiet: true });
  if (broken.length > 0) world.log.error({ broken }, "What must always be true is not.");
  await transact(world, async (unit) => {
    const { _max } = await unit.tx.ledgerTransaction.aggregate({ _max: { id: true } });
    await unit.audit({
      ...{ accountId: null, storeId: null, actor: "system", action: "invariants.checked" },
      target: "service",
      details: { broken: broken.length, lastEntry: Number(_max.id ?? 0) },
    });
    for (const what of broken)
      await unit.raiseTask({
        storeId: null,
        kind: "invariant_broken",
        subject: what,
        details: { number: Number.parseInt(what, 10), what },
      });
  });
  return { broken: broken.length };
}
