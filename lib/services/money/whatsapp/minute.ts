import { subscriptionInclude } from "@/lib/db/rows";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { remindAgain } from "@/lib/services/notify/messages/notify-subscriber";
import { fallBackDue, isPaidSince } from "@/lib/services/notify/whatsapp/follow";
import { workWhatsapp } from "@/lib/services/notify/whatsapp/inbox";
import { answerWhatsapp } from "./answer";

/** What is due of WhatsApp: events that were left, messages that nobody got, and reminders that were asked for again. */
export async function minuteOfWhatsapp(world: World) {
  const worked = await workWhatsapp(world, answerWhatsapp);
  const fellBack = await fallBackDue(world);
  return { ...worked, ...fellBack, again: await remindOnceMore(world) };
}

const atOnceMax = 100;

async function remindOnceMore(world: World): Promise<number> {
  return transact(world, async (unit) => {
    const due = await unit.tx.$queryRaw<
      { messageId: bigint; storeId: number; phone: string | null; createdAt: Date; objectId: string | null }[]
    >`SELECT w.message_id AS "messageId", w.store_id AS "storeId", w.phone, w.created_at AS "createdAt", m.object_id AS "objectId"
      FROM whatsapp_messages w JOIN messages m ON m.id = w.message_id
      WHERE w.again_at <= ${unit.now} ORDER BY w.again_at LIMIT ${atOnceMax} FOR UPDATE OF w SKIP LOCKED`;
    for (const { messageId, storeId, phone, createdAt, objectId } of due) {
      await unit.tx.whatsappMessage.update({ where: { messageId }, data: { againAt: null } });
      if (phone === null || (await isPaidSince(unit.tx, objectId, createdAt))) continue;
      const where = { id: objectId ?? "", storeId, customer: { phone } };
      const row = await unit.tx.subscription.findFirst({ where, include: subscriptionInclude });
      if (row) await remindAgain(unit, row, phone, `later/${messageId}`);
    }
    return due.length;
  });
}
