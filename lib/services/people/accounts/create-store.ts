import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "./permit";
import { type NewStore, storeProblems, writeStore } from "./write-store";

const storesMax = 20;

/**
 * Creates another store of the same account: team and customers are shared, its money is separate. At most 20. Throws
 * NotAllowed or Invalid by field, or on `form` at the limit.
 */
export async function createStore(world: World, seller: Seller, input: NewStore): Promise<{ id: number }> {
  permit(seller, "store.create");
  requireNone(storeProblems(input));
  const { accountId, userId } = seller;
  return transact(world, async (unit) => {
    await unit.tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    if ((await unit.tx.store.count({ where: { accountId } })) >= storesMax)
      throw new Invalid({ form: [say("stores_full", { max: storesMax })] });
    const { email } = await unit.tx.user.findUniqueOrThrow({ where: { id: userId } });
    const { id } = await writeStore(world, unit, { ...input, accountId, contactEmail: email });
    await unit.audit(
      { accountId, storeId: id, actor: seller.actor },
      { target: `store:${id}`, action: "store.created" },
    );
    return { id };
  });
}
