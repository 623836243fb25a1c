import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";

/** Marks a task as resolved; repeating it changes nothing. Needs the permission `task.resolve`. Throws NotFound. */
export async function resolveTask(world: World, seller: Seller, id: bigint): Promise<void> {
  permit(seller, "task.resolve");
  await transact(world, async (unit) => {
    const { storeId, actor } = seller;
    const task = await unit.tx.task.findFirst({ where: { id, storeId } });
    if (!task) throw new NotFound();
    const { count } = await unit.tx.task.updateMany({
      where: { id, storeId, resolvedAt: null },
      data: { resolvedAt: unit.now, resolvedBy: actor },
    });
    if (count === 0) return;
    const target = `task:${id}`;
    await unit.audit(seller, { action: "task.resolved", target, details: { kind: task.kind } });
  });
}
