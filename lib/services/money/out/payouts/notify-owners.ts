import type { Unit } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";

/** Sends every owner of the account a mail that a payout destination was added or removed. */
export async function notifyOwners(
  unit: Unit,
  store: { storeId: number; accountId: number },
  { id, label, what }: { id: number; label: string; what: "added" | "removed" },
): Promise<void> {
  const { name } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { name: true },
  });
  await mailOwners(unit, store, {
    kind: `payout_destination_${what}`,
    values: { store: name, destination: label },
    dedupeKey: `payout_destination:${id}/${what}`,
  });
}
