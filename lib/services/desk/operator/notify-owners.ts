import type { StoreRow } from "@/lib/db/rows";
import { placeOf } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import type { Said } from "@/lib/text/mail";

/**
 * Tells every owner of the store by mail what was done to it, why, and what it changes, in the transaction of the act.
 * `key` names the act, so that each owner hears of it once.
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
