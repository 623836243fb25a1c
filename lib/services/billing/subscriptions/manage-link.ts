import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import { manageUrl } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { notify } from "@/lib/services/notify/messages/notify";
import { permit } from "@/lib/services/people/accounts/permit";
import { countWithin } from "@/lib/services/people/keys/count-within";

const sendsPerHour = { windowMs: 60 * 60_000, max: 3 };
const sendsPerDay = { windowMs: 24 * 60 * 60_000, max: 6 };

/**
 * Replaces the manage link of a subscription and returns the new one; the old link stops working everywhere. Throws
 * NotFound.
 */
export async function replaceManageLink(world: World, caller: Caller, id: string): Promise<string> {
  permit(caller, "subscription.cancel");
  return transact(world, async (unit) => {
    const { storeId, livemode } = caller;
    const [row] = await unit.tx.subscription.updateManyAndReturn({
      where: { id, storeId, livemode },
      data: { manageVersion: { increment: 1 } },
      select: { id: true, manageVersion: true },
    });
    if (!row) throw new NotFound();
    await unit.audit(caller, { action: "subscription.link_replaced", target: `subscription:${id}` });
    return manageUrl(world, row);
  });
}

/**
 * Sends the manage link to the subscriber's own phone and e-mail, whoever requests it. The requester learns nothing,
 * not even whether there was an address. At most three an hour and six a day for one subscription.
 */
export async function sendManageLink(
  world: World,
  { id, storeId }: { id: string; storeId: number },
): Promise<void> {
  await transact(world, async (unit) => {
    const row = await unit.tx.subscription.findFirst({
      where: { id, storeId, livemode: true },
      include: { product: true, customer: true },
    });
    if (!row) return;
    if (!(await countWithin(unit.tx, `manage-link:${id}`, [sendsPerHour, sendsPerDay], unit.now))) return;
    await notify(world, unit, {
      store: await unit.store(storeId),
      to: row.customer,
      kind: "manage_link",
      values: { plan: row.product.name, link: manageUrl(world, row) },
      objectId: id,
      key: `manage_link/${id}/${row.manageVersion}/${unit.now.getTime()}`,
    });
  });
}
