import { Prisma, type Tx } from "@/lib/db/client";
import type { MessageRow } from "@/lib/db/rows";
import type { DeliveryProblem } from "@/lib/providers/call-out";
import { WhatsappProblem } from "@/lib/providers/whatsapp/port";
import type { WhatsappStatus } from "@/lib/providers/whatsapp/webhook";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { whyNotAnyMore } from "../messages/notify";
import { asksToPay } from "../messages/notify-subscriber";
import { whatsappTo } from "./consent";
import { openContent, payloadsOf } from "./content";
import { noteWell, priceOf, senderFor, type Teller, tellRefused } from "./numbers";

/** Hands a message to the provider. Throws DeliveryProblem. */
export async function sendWhatsapp(
  world: World,
  { id, recipient, storeId }: Pick<MessageRow, "id" | "recipient" | "storeId">,
): Promise<{ ref: string }> {
  const sender = storeId === null ? null : await senderFor(world, storeId);
  if (storeId === null || !sender) throw notBy("There is no number of WhatsApp.");
  const to = await whatsappTo(world.db, storeId, recipient);
  if (!to) throw notBy("They ended messages by WhatsApp before it could go out.");
  // Before the call, so that whatever its number tells of it is believed.
  const data = { ownNumber: sender.own };
  const row = await world.db.whatsappMessage.update({ where: { messageId: id }, data });
  const { template, language, parameters, hasButtons } = openContent(world, row.contentSealed);
  const payloads = hasButtons ? payloadsOf(world, id) : [];
  return sender.send({ to: recipient, ...to, template, language, parameters, payloads });
}

const notBy = (why: string) => new WhatsappProblem(why, null, "recipient");

/** Called in the transaction that records that the provider took it. */
export function noteSent({ tx }: Pick<Unit, "tx">, messageId: bigint, ref: string): void {
  tx.$send(Prisma.sql`
    UPDATE whatsapp_messages SET wamid = ${ref}, state = CASE state WHEN 'waiting' THEN 'sent' ELSE state END
    WHERE message_id = ${messageId}`);
}

/** Called in the transaction that records that it failed for good: the SMS goes instead. */
export async function noteFailed(unit: Unit, messageId: bigint, problem: DeliveryProblem): Promise<void> {
  const code = problem instanceof WhatsappProblem ? problem.code : null;
  const data = { state: "failed", code };
  const row = await unit.tx.whatsappMessage.update({ where: { messageId }, data });
  await fallBack(unit, messageId);
  if (code !== null) await tellRefused(unit, row, code);
}

type Row = Prisma.WhatsappMessageGetPayload<object>;

/**
 * Writes the SMS of the same fact, once, whoever finds first that it is needed. Nothing where the fact is over by now. It was
 * counted in the quotas when the message was written.
 */
export async function fallBack(unit: Unit, messageId: bigint): Promise<void> {
  const [row] = await unit.tx.$queryRaw<Pick<Row, "contentSealed">[]>`
    UPDATE whatsapp_messages SET fall_back_at = NULL WHERE message_id = ${messageId} AND fall_back_at IS NOT NULL
    RETURNING content_sealed AS "contentSealed"`;
  if (!row) return;
  const message = await unit.tx.message.findUniqueOrThrow({ where: { id: messageId } });
  const { status, accountId, storeId, recipient, template, objectId, dedupeKey, createdAt } = message;
  if (status === "queued")
    await unit.tx.message.update({
      where: { id: messageId },
      data: { status: "failed", nextAttemptAt: null, bodySealed: null, lastError: "An SMS went instead." },
    });
  if (await whyNotAnyMore({ clock: unit.world.clock, db: unit.tx }, message)) return;
  if (asksToPay(template) && (await isOverSince(unit.tx, objectId, createdAt))) return;
  await unit.queueMessage({
    ...{ why: "paid", accountId, storeId, channel: "sms", recipient, template, subject: "" },
    body: openContent(unit.world, row.contentSealed).sms,
    ...(objectId !== null && { objectId }),
    dedupeKey: dedupeKey.replace(/whatsapp$/, "sms"),
  });
}

/** A subscription that was paid after this was written: what asks for that payment is not true any more. */
export async function isPaidSince(
  db: Pick<Tx, "subscriptionPeriod">,
  objectId: string | null,
  since: Date,
): Promise<boolean> {
  if (!objectId?.startsWith("sub_")) return false;
  const where = { subscriptionId: objectId, paidAt: { gt: since } };
  return (await db.subscriptionPeriod.count({ where })) > 0;
}

async function isOverSince(tx: Tx, objectId: string | null, since: Date): Promise<boolean> {
  if (await isPaidSince(tx, objectId, since)) return true;
  return (await tx.subscription.count({ where: { id: objectId ?? "", cancelledAt: { gt: since } } })) > 0;
}

const batchMax = 50;
const batchesMax = 40;

/** Falls back for everything that did not get far enough in time. Several may do it at once; each message goes once. */
export async function fallBackDue(world: World): Promise<{ fellBack: number }> {
  let fellBack = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const done = await transact(world, async (unit) => {
      // One that is being sent is looked at once its worker is done, or dead.
      const due = await unit.tx.$queryRaw<{ messageId: bigint }[]>`
        SELECT w.message_id AS "messageId" FROM whatsapp_messages w JOIN messages m ON m.id = w.message_id
        WHERE w.fall_back_at <= ${unit.now} AND (m.leased_until IS NULL OR m.leased_until <= ${unit.now})
        ORDER BY w.fall_back_at LIMIT ${batchMax} FOR UPDATE OF w, m SKIP LOCKED`;
      for (const { messageId } of due) await fallBack(unit, messageId);
      return due.length;
    });
    fellBack += done;
    if (done < batchMax) break;
  }
  return { fellBack };
}

/** A state is only ever replaced by a later one, whatever order the provider tells them in. */
const rank: Record<string, number> = { waiting: 0, sent: 1, failed: 2, delivered: 3, read: 4 };

/** Notes what became of a message. False: none that went by this number has this id, or not yet. */
export async function followStatus(unit: Unit, told: WhatsappStatus, by: Teller | null): Promise<boolean> {
  const { tx, world } = unit;
  const own = by?.id ?? null;
  type Followed = Pick<Row, "messageId" | "storeId" | "ownNumber" | "state" | "billable" | "contentSealed">;
  const [row] = await tx.$queryRaw<Followed[]>`
    SELECT message_id AS "messageId", store_id AS "storeId", own_number AS "ownNumber", state, billable,
      content_sealed AS "contentSealed"
    FROM whatsapp_messages WHERE wamid = ${told.ref} AND own_number IS NOT DISTINCT FROM ${own}::int FOR UPDATE`;
  if (!row) return false;
  const { messageId } = row;
  const isLater = (rank[told.status] ?? 0) > (rank[row.state] ?? 0);
  const arrived = told.status === "read" || told.status === world.config.whatsapp.fallBack.unless;
  const cost = row.billable === null && told.pricing ? await costOf(unit, told.pricing, own) : {};
  await tx.whatsappMessage.update({
    where: { messageId },
    data: {
      ...(isLater && { state: told.status, ...(told.code !== null && { code: told.code }) }),
      ...(told.userId && { userId: told.userId }),
      ...(arrived && { fallBackAt: null }),
      ...cost,
    },
  });
  if (own !== null && (told.status === "delivered" || told.status === "read")) await noteWell(unit, own);
  if (told.status !== "failed" || !isLater) return true;
  await fallBack(unit, messageId);
  if (told.code !== null) await tellRefused(unit, row, told.code);
  return true;
}

type Pricing = NonNullable<WhatsappStatus["pricing"]>;

/** What it costs by the price of this day, so that a later price changes no past month: the store's for its own number. */
async function costOf(unit: Unit, { billable, category }: Pricing, own: number | null) {
  const price = billable ? await priceOf(unit, category, own) : null;
  return { billable, category, ...(price && { costMinor: price.minor, costCurrency: price.currency }) };
}
