import type { KeyScope } from "@/lib/db/generated/enums";
import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit, permitRead, type Seller } from "../accounts/permit";
import { auditKey } from "./create-key";

export interface ListedKey {
  id: number;
  name: string;
  livemode: boolean;
  scope: KeyScope;
  /** Enough to distinguish keys: `sk_live_sn_…9f2c`. */
  fingerprint: string;
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Set on a replaced key during its overlap. */
  expiresAt: Date | null;
}

/** The valid keys of the store, of both modes, newest first; at most 50. */
export async function listKeys(world: World, caller: Caller): Promise<ListedKey[]> {
  permitRead(caller, "developers");
  const rows = await world.db.apiKey.findMany({
    where: {
      storeId: caller.storeId,
      OR: [{ expiresAt: null }, { expiresAt: { gt: world.clock.now() } }],
    },
    include: { creator: { select: { name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 50,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    livemode: row.livemode,
    scope: row.scope,
    fingerprint: `sk_${row.livemode ? "live" : "test"}_sn_…${row.last4}`,
    createdBy: row.creator?.name ?? null,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    expiresAt: row.expiresAt,
  }));
}

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
