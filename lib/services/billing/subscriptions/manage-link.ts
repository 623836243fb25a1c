import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { limits } from "@/lib/domain/limits";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { manageUrl } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { notify, reserveFor } from "@/lib/services/notify/messages/notify";
import { permit, verb } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { countWithin } from "@/lib/services/people/keys/count-within";

/**
 * Replaces the manage link of a subscription and returns the new one; the old link stops working everywhere. Throws
 * NotFound.
 */
export const replaceManageLink = verb(
  "subscription.cancel",
  async (unit, caller: Caller, id: string): Promise<string> => {
    const { storeId, livemode } = caller;
    const [row] = await unit.tx.subscription.updateManyAndReturn({
      where: { id, storeId, livemode },
      data: { manageVersion: { increment: 1 } },
      select: { id: true, manageVersion: true },
    });
    if (!row) throw new NotFound();
    await unit.audit(caller, { action: "subscription.link_replaced", target: `subscription:${id}` });
    return manageUrl(unit.world, row);
  },
);

/**
 * The same because somebody of the store asks for it, who learns what came of it. Counts against the same limits, and
 * those of the account. Throws NotFound, Invalid on `form`, or the Refusals of `reserve`.
 */
export async function sendManageLinkFor(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  permit(caller, "order.handle");
  return noteLimit(world, caller, () =>
    transact(world, async (unit) => {
      const row = await unit.tx.subscription.findFirst({
        where: { id, storeId: caller.storeId, livemode: true },
        include: subscriptionInclude,
      });
      if (!row) throw new NotFound();
      await reserveFor(unit, caller.accountId, row.customer, "both");
      if (!(await isSentOn(unit, row))) throw new Invalid({ form: [say("link_sent_often")] });
      await unit.audit(caller, { action: "subscription.link_sent", target: `subscription:${id}` });
      return row;
    }),
  );
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
      include: subscriptionInclude,
    });
    if (row) await isSentOn(unit, row);
  });
}

/** False, and nothing sent, where it was sent too often. */
async function isSentOn(unit: Unit, row: SubscriptionRow): Promise<boolean> {
  const { id, storeId, customerId } = row;
  const most = [limits.manageLinks, limits.manageLinksOfDay];
  if (!(await countWithin(unit.tx, `manage-link:${id}`, most, unit.now))) return false;
  await notify(unit, {
    store: await unit.store(storeId),
    to: await unit.tx.customer.findUniqueOrThrow({
      where: { id: customerId },
      select: { name: true, email: true, phone: true, language: true },
    }),
    kind: "manage_link",
    values: { plan: row.product.name, link: manageUrl(unit.world, row) },
    objectId: id,
    key: `manage_link/${id}/${row.manageVersion}/${unit.now.getTime()}`,
  });
  return true;
}
