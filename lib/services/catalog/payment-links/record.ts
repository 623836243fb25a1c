import type { PaymentLinkRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { paymentLinkEventData } from "@/lib/resources/payment-link";
import type { Unit, World } from "@/lib/services/core/world";

/** Locks one link of the store and reads it. Deleted ones, absent ones and those of others are NotFound. */
export async function lockLink(unit: Unit, scope: { storeId: number }, id: number): Promise<PaymentLinkRow> {
  await unit.tx
    .$queryRaw`SELECT 1 FROM payment_links WHERE id = ${id} AND store_id = ${scope.storeId} FOR UPDATE`;
  const row = await unit.tx.paymentLink.findFirst({ where: { id, storeId: scope.storeId, deletedAt: null } });
  if (!row) throw new NotFound();
  return row;
}

/** Tells an event of a locked link, and counts it. `at` is when it became true; `dedupeKey` names the fact. */
export async function publishLink(
  world: World,
  unit: Unit,
  row: PaymentLinkRow,
  event: { type: "payment_link.completed" | "payment_link.expired"; at: Date; dedupeKey: string },
): Promise<PaymentLinkRow> {
  const sequence = row.eventSequence + 1;
  const counted = await unit.tx.paymentLink.update({
    where: { id: row.id },
    data: { eventSequence: sequence },
  });
  unit.emit({
    ...event,
    storeId: row.storeId,
    livemode: true,
    objectId: `payment_link/${row.id}`,
    sequence,
    data: paymentLinkEventData(counted, event.at, world.config.siteUrl),
  });
  return counted;
}
