import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { setupActs } from "./read";

/** Notes that the store's page was shared, or that the list of first steps is put away. Throws NotAllowed. */
export async function markSetup(world: World, seller: Seller, mark: keyof typeof setupActs): Promise<void> {
  permit(seller, "store.settings");
  const { accountId, storeId, actor } = seller;
  await transact(world, (unit) =>
    unit.audit({ accountId, storeId, actor }, { target: `store:${storeId}`, action: setupActs[mark] }),
  );
}
