import { SpanKind } from "@opentelemetry/api";
import { isConnectionLoss, Prisma } from "@/lib/db/client";
import { snake } from "@/lib/db/columns";
import type { MessageRow } from "@/lib/db/rows";
import { DeliveryProblem } from "@/lib/providers/call-out";
import type { Letter } from "@/lib/providers/mail/letter";
import type { MailDocument } from "@/lib/providers/mail/mailer";
import { traced } from "@/lib/providers/traces";
import { openText } from "@/lib/services/core/hidden-keys";
import { isDue, type Leased, lease, nextDue } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { deliverPush } from "../alerts/deliver-push";
import { noteFailed, noteSent, sendWhatsapp } from "../whatsapp/follow";
import { workEarly } from "../whatsapp/inbox";
import { letterOf } from "./letter";
import { whyNotAnyMore } from "./notify";
import { failedRow, sentRow } from "./outcome";

export interface DeliverMessagesResult {
  sent: number;
  failed: number;
  /** When the next message is due; null when none waits. */
  nextDueAt: Date | null;
}

export const leaseMs = 2 * 60_000;
const messages: Leased = { table: "messages", dueAt: "next_attempt_at", leaseMs };

/**
 * A document is made by a processor for a third of a second. So its mails go out beside the others, few at once, and few
 * in a pass, because the next pass looks for others again.
 */
const lanes = {
  plain: { atOnce: 5, passMax: 200, lastsMs: Number.POSITIVE_INFINITY },
  documents: { atOnce: 2, passMax: 10, lastsMs: Number.POSITIVE_INFINITY },
  // Not for long: where its provider does not answer, each call takes a quarter of a minute.
  whatsapp: { atOnce: 10, passMax: 400, lastsMs: 10_000 },
};
type Lane = keyof typeof lanes;

/**
 * Sends queued messages through the mail server, the SMS provider and browsers' push services, with at most six
 * attempts each. Messages of a channel without a provider are never due: they are only stored. If a worker dies after the provider took a message,
 * it is sent again: twice is better than never.
 */
export async function deliverDueMessages(
  world: World,
  sending: Sending,
  scope: Scope = {},
): Promise<DeliverMessagesResult> {
  const by: Lane[] = scope.whatsapp === true ? [] : ["plain", "documents"];
  if (scope.whatsapp !== false && world.whatsapp) by.push("whatsapp");
  if (by.length === 0) return { sent: 0, failed: 0, nextDueAt: null };
  const results = await Promise.all(by.map((lane) => deliverLane(world, sending, scope, lane)));
  return {
    sent: results.reduce((sum, { sent }) => sum + sent, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    nextDueAt: await nextDue(world, messages, waiting(channelsOf(world, scope), scope)),
  };
}

interface Scope {
  storeId?: number;
  /** Those by WhatsApp alone, or all but those. Absent: all. */
  whatsapp?: boolean;
}

async function deliverLane(
  world: World,
  sending: Sending,
  scope: Scope,
  lane: Lane,
): Promise<{ sent: number; failed: number }> {
  const result = { sent: 0, failed: 0 };
  const until = world.clock.now().getTime() + lanes[lane].lastsMs;
  for (let taken = 0; taken < lanes[lane].passMax && world.clock.now().getTime() < until; ) {
    const due = await claim(world, sending, scope, lane);
    if (due.length === 0) break;
    taken += due.length;
    await Promise.all(
      due.map(async (message) => {
        try {
          const { status } = await deliverMessage(world, message, sending);
          if (status === "sent") result.sent += 1;
          else result.failed += 1;
        } catch (error) {
          result.failed += 1;
          world.log.error({ err: error, message: String(message.id) }, "A message is tried again later.");
        }
      }),
    );
  }
  return result;
}

type Channel = Claimed["channel"];

function channelsOf(world: World, { whatsapp }: Scope): Channel[] {
  return [
    ...(world.mailer && !whatsapp ? ["email" as const] : []),
    ...(world.sms && !whatsapp ? ["sms" as const] : []),
    ...(world.whatsapp && whatsapp !== false ? ["whatsapp" as const] : []),
    ...(whatsapp ? [] : ["push" as const]),
  ];
}

function waiting(channels: Channel[], { storeId = null }: { storeId?: number | null }): Prisma.Sql {
  return Prisma.sql`status = 'queued' AND channel::text = ANY (${channels}::text[])
    AND (${storeId}::int IS NULL OR store_id = ${storeId})`;
}

function claim(world: World, { withDocument }: Sending, scope: Scope, lane: Lane): Promise<Claimed[]> {
  const isWith = Prisma.sql`(channel = 'email' AND template = ANY (${[...withDocument]}::text[]))`;
  const of = {
    plain: Prisma.sql`NOT ${isWith} AND channel <> 'whatsapp'`,
    documents: isWith,
    whatsapp: Prisma.sql`channel = 'whatsapp'`,
  };
  return lease<Claimed>(world, messages, {
    which: Prisma.sql`${waiting(channelsOf(world, scope), scope)} AND ${isDue(world, messages)}
      AND ${of[lane]}`,
    limit: lanes[lane].atOnce,
    columns: Prisma.raw([...read, "leasedUntil"].map((name) => `${snake(name)} AS "${name}"`).join(", ")),
  });
}

const read = [
  ...(["id", "channel", "recipient", "template", "subject", "body", "bodySealed", "actionLabel"] as const),
  ...(["actionUrl", "attemptsMade", "createdAt", "nextAttemptAt", "storeId", "objectId"] as const),
] as const;

/** A message that only this worker may send until `leasedUntil`. */
export type Claimed = Pick<MessageRow, (typeof read)[number]> & { leasedUntil: Date };

/** Called when a message was sent, or failed for good, in the transaction that records it. */
export type WhenSent = (
  unit: Unit,
  message: Pick<MessageRow, "template" | "channel" | "storeId" | "objectId">,
) => Promise<void>;

/** What the wings to the left of this one add to the sending of a message. */
export interface Sending {
  whenSent: WhenSent;
  /** The message failed for good, and nobody waits for the answer. */
  whenFailed: WhenSent;
  /** The templates of mails that carry a document. */
  withDocument: readonly string[];
  /** Makes the document of such a mail when it is sent; null where there is none. */
  documentOf: (world: World, message: About) => Promise<MailDocument | null>;
}

type About = Pick<MessageRow, "template" | "storeId" | "objectId">;

/** The result of one attempt. `reason` is for people, and contains no address. */
export interface Delivered {
  status: "sent" | "queued" | "failed";
  reason: string | null;
  /** The message will never be accepted: retries are useless. */
  final: boolean;
}

/**
 * Makes one attempt outside of any transaction and records its result. `once`: a person waits for the answer and can
 * retry, so a message that was not accepted is failed.
 */
export async function deliverMessage(
  world: World,
  message: Claimed,
  sending: Sending,
  options: { once?: boolean } = {},
): Promise<Delivered> {
  const outdated = await whyNotAnyMore(world, message);
  const outcome: Outcome = outdated
    ? { ref: null, problem: new DeliveryProblem(outdated, true) }
    : await attempt(world, message, sending);
  const at = world.clock.now();
  const facts = outcome.problem
    ? failedRow(message, at, outcome.problem, options)
    : sentRow(message, at, outcome.ref);
  try {
    await record(
      world,
      message,
      facts,
      outcome,
      options.once ? { ...sending, whenFailed: nothing } : sending,
    );
    if (message.channel === "whatsapp" && outcome.ref) await workEarly(world, outcome.ref);
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    world.log.error(
      { err: error, message: String(message.id) },
      "A message could not be recorded; its lease runs out.",
    );
  }
  return { status: facts.status, reason: facts.lastError, final: outcome.problem?.final ?? false };
}

interface Outcome {
  ref: string | null;
  problem: DeliveryProblem | null;
}

async function attempt(world: World, message: Claimed, sending: Sending): Promise<Outcome> {
  const { channel, recipient } = message;
  try {
    if (channel === "push") return { ...(await deliverPush(world, message)), problem: null };
    if (channel === "whatsapp") return { ...(await sendWhatsapp(world, message)), problem: null };
    const { subject, body, action } = openText(world.secrets, message);
    const { ref } = await traced(`message by ${channel}`, { kind: SpanKind.CLIENT }, async () =>
      channel === "email"
        ? taker(world.mailer).send({
            ...{ to: recipient, subject, text: body, action },
            letter: await letterFor(world, message),
            ...(await documentFor(world, message, sending)),
          })
        : taker(world.sms).send({ to: recipient, text: body }),
    );
    return { ref, problem: null };
  } catch (error) {
    if (error instanceof DeliveryProblem) return { ref: null, problem: error };
    const text = error instanceof Error ? error.message : "It was not taken.";
    return { ref: null, problem: new DeliveryProblem(text, false) };
  }
}

/** A letterhead that cannot be made never holds up the mail. */
async function letterFor(world: World, message: Claimed): Promise<Letter | null> {
  try {
    return await letterOf(world, message);
  } catch (error) {
    world.log.error({ err: error, message: String(message.id) }, "A mail goes out without its letterhead.");
    return null;
  }
}

/** Mail servers refuse what is much larger, and no invoice comes near it. */
const documentMaxBytes = 1_000_000;

/** Nor does a document that cannot be made. */
async function documentFor(
  world: World,
  message: Claimed,
  { withDocument, documentOf }: Sending,
): Promise<{ document?: MailDocument }> {
  if (!withDocument.includes(message.template)) return {};
  try {
    const document = await documentOf(world, message);
    if (document && document.bytes.length > documentMaxBytes)
      throw new Error(`The document has ${document.bytes.length} bytes.`);
    return document ? { document } : {};
  } catch (error) {
    world.log.error({ err: error, message: String(message.id) }, "A mail goes out without its document.");
    return {};
  }
}

function taker<T>(provider: T | null): T {
  if (provider === null) throw new DeliveryProblem("Nobody is set up to take it.", false);
  return provider;
}

const nothing: WhenSent = async () => undefined;

async function record(
  world: World,
  message: Claimed,
  facts: ReturnType<typeof sentRow> | ReturnType<typeof failedRow>,
  { ref, problem }: Outcome,
  { whenSent, whenFailed }: Pick<Sending, "whenSent" | "whenFailed">,
): Promise<void> {
  await transact(world, async (unit) => {
    const { count } = await unit.tx.message.updateMany({
      where: { id: message.id, leasedUntil: message.leasedUntil },
      data: facts,
    });
    if (count === 0) return;
    const isWhatsapp = message.channel === "whatsapp";
    if (isWhatsapp && ref !== null) noteSent(unit, message.id, ref);
    if (facts.status === "sent") await whenSent(unit, message);
    // An SMS goes instead, so nothing has failed yet.
    if (facts.status === "failed" && isWhatsapp && problem) await noteFailed(unit, message.id, problem);
    else if (facts.status === "failed") await whenFailed(unit, message);
  });
}
