import { Prisma, type Tx } from "@/lib/db/client";
import type { MessageRow } from "@/lib/db/rows";
import type { DeliveryProblem } from "@/lib/providers/call-out";
import { concernOf, type WhatsappConcern, WhatsappProblem } from "@/lib/providers/whatsapp/port";
import type { WhatsappStatus } from "@/lib/providers/whatsapp/webhook";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { whyNotAnyMore } from "../messages/notify";
import { asksToPay } from "../messages/notify-subscriber";
import { wantsWhatsapp } from "./consent";
import { openContent, payloadsOf } from "./content";

/** Hands a message to the provider. Throws DeliveryProblem. */
export async function sendWhatsapp(
  world: World,
  { id, recipient, storeId }: Pick<MessageRow, "id" | "recipient" | "storeId">,
): Promise<{ ref: string }> {
  const { whatsapp } = world;
  if (!whatsapp) throw new WhatsappProblem("No number of WhatsApp is set up.", null, "account");
  if (storeId === null || !(await wantsWhatsapp(world.db, storeId, recipient)))
    throw new WhatsappProblem("They ended messages by WhatsApp before it could go out.", null, "recipient");
  const row = await world.db.whatsappMessage.findUniqueOrThrow({ where: { messageId: id } });
  const { template, language, parameters, hasButtons } = openContent(world, row.contentSealed);
  const payloads = hasButtons ? payloadsOf(world, id) : [];
  return whatsapp.send({ to: recipient, template, language, parameters, payloads });
}

/** Called in the transaction that records that the provider took it. */
export function noteSent({ tx }: Pick<Unit, "tx">, messageId: bigint, ref: string): void {
  tx.$send(Prisma.sql`
    UPDATE whatsapp_messages SET wamid = ${ref}, state = CASE state WHEN 'waiting' THEN 'sent' ELSE state END
    WHERE message_id = ${messageId}`);
}

/** Called in the transaction that records that it failed for good: the SMS goes instead. */
export async function noteFailed(unit: Unit, messageId: bigint, problem: DeliveryProblem): Promise<void> {
  const code = problem instanceof WhatsappProblem ? problem.code : null;
  await unit.tx.$executeRaw`
    UPDATE whatsapp_messages SET state = 'failed', code = ${code}::int WHERE message_id = ${messageId}`;
  await fallBack(unit, messageId);
  if (problem instanceof WhatsappProblem) await tellOperator(unit, problem.concern, code);
}

/** Once for each code until somebody settled it: what is wrong with the number or a template stops every message with it. */
async function tellOperator(unit: Unit, concern: WhatsappConcern, code: number | null): Promise<void> {
  if (concern !== "account" && concern !== "template") return;
  const subject = `whatsapp/${code ?? "none"}`;
  await unit.raiseTask({ storeId: null, kind: `whatsapp_${concern}`, subject, details: { code } });
}

interface Row {
  messageId: bigint;
  contentSealed: Uint8Array;
  state: string;
  fallBackAt: Date | null;
  billable: boolean | null;
}

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
    ...(objectId === null ? {} : { objectId }),
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
  return (
    (await db.subscriptionPeriod.count({ where: { subscriptionId: objectId, paidAt: { gt: since } } })) > 0
  );
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

/** Notes what became of a message. False: no message of ours has this id, or not yet. */
export async function followStatus(unit: Unit, told: WhatsappStatus): Promise<boolean> {
  const { tx, world } = unit;
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT message_id AS "messageId", state, billable, fall_back_at AS "fallBackAt", content_sealed AS "contentSealed"
    FROM whatsapp_messages WHERE wamid = ${told.ref} FOR UPDATE`;
  if (!row) return false;
  const { messageId } = row;
  const isLater = (rank[told.status] ?? 0) > (rank[row.state] ?? 0);
  const unless = world.whatsapp?.fallBack.unless ?? "delivered";
  const arrived = told.status === "read" || told.status === unless;
  const cost = row.billable === null && told.pricing ? costOf(world, told.pricing) : {};
  await tx.whatsappMessage.update({
    where: { messageId },
    data: {
      ...(isLater ? { state: told.status, ...(told.code === null ? {} : { code: told.code }) } : {}),
      ...(told.userId ? { userId: told.userId } : {}),
      ...(arrived ? { fallBackAt: null } : {}),
      ...cost,
    },
  });
  if (told.status !== "failed" || !isLater) return true;
  await fallBack(unit, messageId);
  if (told.code !== null) await tellOperator(unit, concernOf(told.code), told.code);
  return true;
}

/** What it costs by the operator's price of this day, so that a later price changes no past month. */
function costOf({ whatsapp }: World, { billable, category }: NonNullable<WhatsappStatus["pricing"]>) {
  const price = billable ? whatsapp?.prices[category] : null;
  return { billable, category, ...(price ? { costMinor: price.minor, costCurrency: price.currency } : {}) };
}
