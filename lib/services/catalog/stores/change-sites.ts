import { Invalid } from "@/lib/domain/refusal";
import { readSites } from "@/lib/domain/sites";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";

/** Sets the seller's own sites, one a line. Throws Invalid on `sites`. */
export async function changeSites(world: World, seller: Seller, typed: string): Promise<void> {
  permit(seller, "store.settings");
  const read = readSites(typed);
  if (!read.ok) throw new Invalid({ sites: read.problems });
  const { sites } = read;
  const { storeId, accountId } = seller;
  await transact(world, async (unit) => {
    const found = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    if (found.sites.join() === sites.join()) return;
    await unit.tx.store.update({ where: { id: storeId }, data: { sites, updatedAt: unit.now } });
    await unit.audit(seller, {
      action: "store.changed",
      target: `store:${storeId}`,
      details: { what: `sites: ${sites.join(" ")}` },
    });
  });
}
