import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

export interface ListedKey {
  id: number;
  name: string;
  livemode: boolean;
  /** Enough to tell keys apart: `sk_live_sn_…9f2c`. */
  fingerprint: string;
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Set while a replaced key runs out. */
  expiresAt: Date | null;
}

/** Every key of the store that works, of both modes, newest first. */
export async function listKeys(world: World, caller: Caller): Promise<ListedKey[]> {
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
    fingerprint: `sk_${row.livemode ? "live" : "test"}_sn_…${row.last4}`,
    createdBy: row.creator?.name ?? null,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    expiresAt: row.expiresAt,
  }));
}
