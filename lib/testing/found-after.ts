import type { PoolClient } from "pg";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import type { TestStore, TestWorld } from "./world";

/**
 * What the check of the invariants finds in a store after a change that is undone again. Triggers and foreign keys are
 * off: nobody but the check is asked.
 */
export async function foundAfter(
  world: TestWorld,
  shop: TestStore,
  change: string,
  quiet = false,
): Promise<string[]> {
  const client: PoolClient = await world.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(change);
    return await checkInvariants({ pool: client, clock: world.clock }, { storeId: shop.store.id, quiet });
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
