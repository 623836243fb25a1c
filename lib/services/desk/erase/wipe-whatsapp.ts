import { Prisma } from "@/lib/db/client";
import type { Unit } from "@/lib/services/core/world";
import { replyKind, replySubjects } from "@/lib/services/money/whatsapp/answer";
import { besideErasing } from "@/lib/services/notify/whatsapp/inbox";
import type { Whose } from "./whose";

/** What went by WhatsApp, also what is known by the provider's id of them alone, what waits to be worked, and what they answered. */
export async function wipeWhatsapp(
  unit: Unit,
  { storeIds, traces }: Whose,
  objects: string[],
): Promise<void> {
  const { world, tx, now } = unit;
  await besideErasing(unit, "");
  const phones = [...traces.phones];
  const known = await tx.$queryRaw<{ userId: string }[]>`
    SELECT user_id AS "userId" FROM whatsapp_consents
    WHERE store_id = ANY (${storeIds}::int[]) AND phone = ANY (${phones}::text[]) AND user_id IS NOT NULL
    UNION SELECT user_id FROM whatsapp_messages
    WHERE store_id = ANY (${storeIds}::int[]) AND phone = ANY (${phones}::text[]) AND user_id IS NOT NULL`;
  const userIds = known.map(({ userId }) => userId);
  const theirs = Prisma.sql`m.id = w.message_id AND w.store_id = ANY (${storeIds}::int[]) AND (w.user_id = ANY (${userIds}::text[])
    OR m.recipient = ANY (${phones}::text[]) OR m.object_id = ANY (${objects}::text[]))`;
  await tx.$executeRaw`
    UPDATE whatsapp_events e SET body_sealed = '', processed_at = ${now} FROM whatsapp_messages w, messages m
    WHERE e.ref = w.wamid AND e.processed_at IS NULL AND ${theirs}`;
  await tx.$executeRaw`
    UPDATE whatsapp_messages w SET phone = NULL, user_id = NULL, wamid = NULL, fall_back_at = NULL, again_at = NULL,
      content_sealed = ${world.secrets.seal("")} FROM messages m WHERE ${theirs}`;
  await tx.$executeRaw`
    UPDATE whatsapp_consents SET phone = NULL, user_id = NULL, words = NULL, instrument_hash = NULL
    WHERE store_id = ANY (${storeIds}::int[]) AND (phone = ANY (${phones}::text[]) OR user_id = ANY (${userIds}::text[]))`;
  const people = [...phones, ...userIds];
  const subjects = storeIds.flatMap((id) => people.flatMap((who) => replySubjects(world, id, who)));
  const of = { kind: replyKind, subject: { in: subjects } };
  await unit.resolveTasks(of);
  await tx.task.updateMany({ where: of, data: { details: { name: "", phone: "", text: "" } } });
}
