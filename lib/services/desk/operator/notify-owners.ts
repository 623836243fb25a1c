import type { PlanRow, StoreRow } from "@/lib/db/rows";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { placeOf } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { messageLanguage } from "@/lib/services/notify/messages/notices";
import { notify } from "@/lib/services/notify/messages/notify";
import type { Said } from "@/lib/text/mail";

/**
 * Mails every owner of the store what was done to it, the reason and the effect, in the transaction of the act. `key`
 * names the act, so that each owner gets one mail.
 */
export async function notifyOwners(
  world: World,
  unit: Unit,
  { id: storeId, accountId }: StoreRow,
  told: { key: string; template: string; act: Said; effect: Said | Said[]; reason: string; contact: string },
): Promise<void> {
  const { key, template, ...values } = told;
  await mailOwners(
    unit,
    { storeId, accountId },
    {
      kind: "acted",
      template,
      values: { ...placeOf(world), ...values },
      objectId: `store/${storeId}`,
      dedupeKey: key,
    },
  );
}

/** Notifies the owners of the stores on this plan, of one currency or all, of its new terms in their own language. */
export async function notifyPlanChanged(
  world: World,
  unit: Unit,
  plan: PlanRow,
  reason: string,
  currency?: string,
): Promise<void> {
  const stores = await unit.tx.store.findMany({
    where: { planCode: plan.code, ...(currency ? { currency } : {}) },
    include: { account: { include: { members: { where: { role: "owner" }, include: { user: true } } } } },
    orderBy: { id: "asc" },
  });
  const values = {
    plan: plan.name,
    reason,
    link: `${world.config.siteUrl}/dashboard/settings`,
  };
  const kind = plan.includesApi ? "plan_changed" : "plan_changed_no_api";
  for (const { account, ...store } of stores)
    for (const { user } of account.members)
      await notify(unit, {
        store,
        to: { name: user.name, email: user.email, phone: null, language: user.language },
        kind,
        values: {
          ...values,
          fee: feeText(plan, store.currency, messageLanguage(user.language)),
          payoutFee: payoutFeeText(plan, store.currency, messageLanguage(user.language)),
        },
        objectId: `store/${store.id}`,
        key: `plan_changed/${plan.code}/${unit.now.getTime()}/${store.id}/${user.id}`,
      });
}
