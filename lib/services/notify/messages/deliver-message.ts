import { SpanKind } from "@opentelemetry/api";
import { isConnectionLoss } from "@/lib/db/client";
import type { MessageRow } from "@/lib/db/rows";
import { DeliveryProblem } from "@/lib/providers/call-out";
import type { Letter } from "@/lib/providers/mail/letter";
import type { MailDocument } from "@/lib/providers/mail/mailer";
import { traced } from "@/lib/providers/traces";
import { openText } from "@/lib/services/core/hidden-keys";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { deliverPush } from "../alerts/deliver-push";
import { noteFailed, noteSent, sendWhatsapp } from "../whatsapp/follow";
import { workEarly } from "../whatsapp/inbox";
import { letterOf } from "./letter";
import { whyNotAnyMore } from "./notify";
import { failedRow, sentRow } from "./outcome";

export const leaseMs = 2 * 60_000;

/** The columns of a message that is sent. */
export const claimed = [
  ...(["id", "channel", "recipient", "template", "subject", "body", "bodySealed", "actionLabel"] as const),
  ...(["actionUrl", "attemptsMade", "createdAt", "nextAttemptAt", "storeId", "objectId"] as const),
] as const;

/** A message that only this worker may send until `leasedUntil`. */
export type Claimed = Pick<MessageRow, (typeof claimed)[number]> & { leasedUntil: Date };

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
    const whenOver = options.once ? { ...sending, whenFailed: nothing } : sending;
    await record(world, message, facts, outcome, whenOver);
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
