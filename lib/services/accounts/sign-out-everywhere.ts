import { transact } from "../unit";
import type { World } from "../world";

/** Ends every session of the person: a copied cookie is worth nothing after they sign out. */
export async function signOutEverywhere(world: World, userId: number): Promise<void> {
  await transact(world, async (unit) => {
    await unit.tx.user.updateMany({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
    await unit.audit({
      accountId: null,
      storeId: null,
      actor: `user:${userId}`,
      action: "session.ended_everywhere",
      target: `user:${userId}`,
    });
  });
}
