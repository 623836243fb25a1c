import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "../accounts/permit";
import { auditKey, type CreatedKey, keysMax, lockKeys, writeKey } from "./create-key";

/** For how many hours the replaced key may continue to work. */
const rollOverlapHours = [0, 1, 24, 72] as const;

/**
 * Replaces a key by a new one of the same name, mode and scope. The old one works for the overlap, or is deleted at once.
 * Owner only. Replacing is not adding, so it works at ten keys too; at most ten replaced keys may work at a time:
 * beyond them Refusal `key_limit`. Throws NotFound, or Invalid on `overlapHours`.
 */
export async function rollKey(
  world: World,
  seller: Seller,
  id: number,
  overlapHours: number,
): Promise<CreatedKey> {
  permit(seller, "key.change");
  if (!rollOverlapHours.some((hours) => hours === overlapHours)) {
    throw new Invalid({ overlapHours: [say("choose_overlap")] });
  }
  return transact(world, async (unit) => {
    await lockKeys(unit, seller);
    const old = await unit.tx.apiKey.findFirst({ where: { id, storeId: seller.storeId, expiresAt: null } });
    if (!old) throw new NotFound();
    if (overlapHours === 0) {
      await unit.tx.apiKey.delete({ where: { id: old.id } });
      await auditKey(unit, seller, "api_key.deleted", old);
    } else {
      const where = { storeId: seller.storeId, expiresAt: { not: null } };
      if ((await unit.tx.apiKey.count({ where })) >= keysMax) throw new Refusal("key_limit");
      const expiresAt = new Date(unit.now.getTime() + overlapHours * 60 * 60_000);
      await unit.tx.apiKey.update({ where: { id: old.id }, data: { expiresAt } });
      await auditKey(unit, seller, "api_key.rolled", old);
    }
    return writeKey(world, unit, seller, { name: old.name, livemode: old.livemode, scope: old.scope });
  });
}
