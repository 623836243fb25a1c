import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { payoutRail } from "./destination";

/**
 * The banks to which the store can be paid out, by name; empty where no rail pays banks there, or its list is
 * unavailable.
 */
export async function listBanks(world: World, caller: Caller): Promise<{ code: string; name: string }[]> {
  const { country, currency } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true, currency: true },
  });
  const rail = await payoutRail(world, { kind: "bank", country, currency });
  try {
    const banks = (await rail?.banks?.(country)) ?? [];
    return [...banks].sort((a, b) => a.name.localeCompare(b.name));
  } catch (error) {
    world.log.warn({ err: error, rail: rail?.id }, "The banks of a rail could not be read.");
    return [];
  }
}
