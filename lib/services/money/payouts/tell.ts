import type { Unit } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";

/** Writes to every owner of the account, once for each fact. */
export async function tellOwners(
  unit: Unit,
  store: { storeId: number; accountId: number },
  {
    template,
    subject,
    text,
    dedupeKey,
  }: { template: string; subject: string; text: string; dedupeKey: string },
): Promise<void> {
  const { name } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { name: true },
  });
  await mailOwners(unit, store, {
    template,
    subject: `${name}: ${subject}`,
    body: (owner) => `Hello ${owner},\n\n${text}`,
    dedupeKey,
  });
}
