import { isConnectionLoss } from "@/lib/db/client";
import type { MessageRow } from "@/lib/db/rows";
import { DeliveryProblem } from "@/lib/providers/delivery-problem";
import { maskSecrets } from "@/lib/providers/log";
import { openText } from "@/lib/services/core/hidden-keys";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { whyNotAnyMore } from "./outdated";

/** A message that this worker alone may send until `leasedUntil`. */
export type Claimed = Pick<
  MessageRow,
  | "id"
  | "channel"
  | "recipient"
  | "template"
  | "subject"
  | "body"
  | "actionLabel"
  | "actionUrl"
  | "bodySealed"
  | "attemptsMade"
  | "createdAt"
  | "nextAttemptAt"
  | "storeId"
  | "objectId"
> & { leasedUntil: Date };

/** What else is true once a message went out, in the transaction that says so. */
export type WhenSent = (
  world: World,
  unit: Unit,
  message: Pick<MessageRow, "template" | "channel" | "storeId" | "objectId">,
) => Promise<void>;

/** What became of one attempt. `reason` is for people, and names no address. */
export interface Delivered {
  status: "sent" | "queued" | "failed";
  reason: string | null;
  /** It will never be taken as it is: trying again is of no use. */
  final: boolean;
}

export const leaseMs = 2 * 60_000;
/** How long after each failed attempt the next is made; after the last there is none. */
const backoffMs = [1, 5, 15, 60, 240].map((minutes) => minutes * 60_000);

/**
 * Makes one attempt outside of any transaction and writes down what became of it. `once`: somebody waits for the answer
 * and will try again by hand, so a message that was not taken has failed.
 */
export async function deliverMessage(
  world: World,
  message: Claimed,
  whenSent: WhenSent,
  options: { once?: boolean } = {},
): Promise<Delivered> {
  const outdated = await whyNotAnyMore(world, message);
  const outcome: Outcome = outdated
    ? { ref: null, problem: new DeliveryProblem(outdated, true) }
    : await attempt(world, message);
  const at = world.clock.now();
  const facts = outcome.problem
    ? failedRow(message, at, outcome.problem, options)
    : sentRow(message, at, outcome.ref);
  try {
    await record(world, message, facts, whenSent);
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

async function attempt(world: World, message: Claimed): Promise<Outcome> {
  const { channel, recipient } = message;
  try {
    const { subject, body, action } = openText(world.secrets, message);
    const { ref } =
      channel === "email"
        ? await taker(world.mailer).send({ to: recipient, subject, text: body, action })
        : await taker(world.sms).send({ to: recipient, text: body });
    return { ref, problem: null };
  } catch (error) {
    if (error instanceof DeliveryProblem) return { ref: null, problem: error };
    const text = error instanceof Error ? error.message : "It was not taken.";
    return { ref: null, problem: new DeliveryProblem(text, false) };
  }
}

function taker<T>(provider: T | null): T {
  if (provider === null) throw new DeliveryProblem("Nobody is set up to take it.", false);
  return provider;
}

async function record(
  world: World,
  message: Claimed,
  facts: ReturnType<typeof sentRow> | ReturnType<typeof failedRow>,
  whenSent: WhenSent,
): Promise<void> {
  await transact(world, async (unit) => {
    const { count } = await unit.tx.message.updateMany({
      where: { id: message.id, leasedUntil: message.leasedUntil },
      data: facts,
    });
    if (count > 0 && facts.status === "sent") await whenSent(world, unit, message);
  });
}

function sentRow(message: Claimed, at: Date, ref: string | null) {
  return {
    status: "sent",
    bodySealed: null,
    sentAt: at,
    providerRef: ref,
    attemptsMade: message.attemptsMade + 1,
    nextAttemptAt: null,
    leasedUntil: null,
    lastError: null,
  } as const;
}

function failedRow(message: Claimed, at: Date, problem: DeliveryProblem, options: { once?: boolean }) {
  const waitMs = options.once || problem.final ? undefined : backoffMs[message.attemptsMade];
  return {
    status: waitMs === undefined ? ("failed" as const) : ("queued" as const),
    ...(waitMs === undefined ? { bodySealed: null } : {}),
    attemptsMade: message.attemptsMade + 1,
    nextAttemptAt: waitMs === undefined ? null : new Date(at.getTime() + waitMs),
    leasedUntil: null,
    lastError: maskSecrets(problem.message.replaceAll("\0", "")).slice(0, 500),
  };
}
