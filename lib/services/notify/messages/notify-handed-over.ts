import type { OrderRow } from "@/lib/db/rows";
import type { Unit, World } from "@/lib/services/core/world";
import { notify } from "./notify";

/** Tells the payer that their goods are on their way or in their hands; once, also if it was taken back in between. */
export async function notifyHandedOver(world: World, unit: Unit, order: OrderRow): Promise<void> {
  const { id, customer, items, number, receiptToken, handoverNote } = order;
  const { name, email, phone, language } = customer;
  const link = `${world.config.siteUrl}/receipt/${receiptToken}`;
  const values = { item: items[0]?.name ?? number, number, link };
  const to = {
    store: await unit.store(order.storeId),
    to: { name, email, phone, language },
    objectId: `order/${id}`,
    key: `order/${id}/handed_over`,
  };
  if (handoverNote === null) return notify(world, unit, { ...to, kind: "handed_over", values });
  await notify(world, unit, { ...to, kind: "handed_over_note", values: { ...values, reason: handoverNote } });
}
