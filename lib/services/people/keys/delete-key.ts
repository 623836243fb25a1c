import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "../accounts/permit";
import type { Seller } from "../accounts/seller";
import { auditKey } from "./create-key";

/** Removes a key. Owner only. Its next call is answered 401 invalid_api_key (spec, Authentication). */
export async function deleteKey(world: World, seller: Seller, id: number): Promise<void> {
  permit(seller, "key.change");
  await transact(world, async (unit) => {
    const row = await unit.tx.apiKey.findFirst({ where: { id, storeId: seller.storeId } });
    if (!row) throw new NotFound();
    const { count } = await unit.tx.apiKey.deleteMany({ where: { id, storeId: seller.storeId } });
    if (count === 0) throw new NotFound();
    await auditKey(unit, seller, "api_key.deleted", row);
  });
}
