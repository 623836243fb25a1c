import { Invalid, say } from "@/lib/domain/refusal";
import type { Role } from "@/lib/domain/roles";
import type { Unit, World } from "@/lib/services/core/world";
import type { Seller } from "../accounts/permit";

/** The stores that a member may see, as the form sends them. */
export interface WantedStores {
  /** `some`: only `storeIds`. `all`, or none where there is nothing to choose: all, also those that come later. */
  access?: string;
  storeIds?: readonly number[];
}

/**
 * The stores to which a member is limited; none for all. Throws Invalid on `stores` for none of the
 * account's, and on `access` for any other word, and where an owner would be limited.
 */
export async function limitOf(
  unit: Unit,
  accountId: number,
  role: Role,
  { access = "", storeIds = [] }: WantedStores,
): Promise<number[]> {
  // An unknown word must not open all stores.
  if (!["", "all", "some"].includes(access)) throw new Invalid({ access: [say("choose_stores")] });
  if (access !== "some") return [];
  if (role === "owner") throw new Invalid({ access: [say("owner_all_stores")] });
  const stores = await unit.tx.store.findMany({
    where: { accountId, id: { in: [...storeIds] } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (stores.length === 0) throw new Invalid({ stores: [say("choose_stores")] });
  return stores.map(({ id }) => id);
}

/** All stores of the account, to choose from: for who has them all. */
export function accountStores(world: World, seller: Seller): Promise<{ id: number; name: string }[]> {
  const { accountId, onlyStores } = seller;
  const only = onlyStores ? { id: { in: [...onlyStores] } } : {};
  return world.db.store.findMany({
    where: { accountId, ...only },
    select: { id: true, name: true },
    orderBy: { id: "asc" },
  });
}
