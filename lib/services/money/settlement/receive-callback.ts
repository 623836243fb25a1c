import { z } from "zod";
import { Prisma } from "@/lib/db/client";
import type { AttemptRow } from "@/lib/db/rows";
import { pollPlanEndMs } from "@/lib/domain/attempt";
import { railIn } from "@/lib/domain/rail-account";
import { NotFound } from "@/lib/domain/refusal";
import type { PaymentRail, RailDispute, RawCallback, StatusResult } from "@/lib/providers/rails/port";
import type { TillSeen } from "@/lib/providers/rails/till";
import type { World } from "@/lib/services/core/world";
import { checkPayout } from "../out/payouts/work";
import { checkRefund } from "../out/refunds/work";
import { bookLinked } from "../phone/book";
import { hearPhone } from "../phone/hear";
import { railAt, railOf } from "../rails";
import { followCards } from "../renewal/follow-cards";
import { hearOrder } from "../renewal/standing-orders";
import { raiseAnomaly } from "../tasks/raise-anomaly";
import { hearTill, proveHeard } from "../till/hear";
import { answerTillValidation } from "../till/validate";
import { askAgain } from "./disputes/record";
import { askedOf } from "./read-attempt";
import { settle, settleIf } from "./settle";
import { type CallbackEvent, storeCallback, storeHint } from "./store-callback";
import { isTransfer, raiseUnknown, storeOf } from "./unknown";

export type { RawCallback } from "@/lib/providers/rails/port";

/** The answer for the rail, and the work to do after answering. */
export interface ReceivedCallback {
  status: number;
  body: string;
  /** Never throws: a callback that fails stays in the inbox, and `workInbox` does it again. */
  work(): Promise<void>;
}

/** Limits the unproved callbacks of one address; false when the limit is reached. */
export interface Patience {
  take(address: string): boolean;
  /** Does not count the last one: it was useful. */
  giveBack(address: string): void;
}

const endless: Patience = { take: () => true, giveBack: () => {} };

/**
 * Stores a callback in the inbox before it is answered, only once however often it comes. A callback that does not
 * prove its origin is refused and not stored. For a rail without such proof each callback is only a hint; one that
 * repeats another, or is about nothing that we know, counts against its sender's limit. Throws NotFound for a rail that
 * is not set up.
 */
export async function receiveCallback(
  world: World,
  address: string,
  raw: RawCallback,
  patience = endless,
): Promise<ReceivedCallback> {
  const rail = await railAt(world, address);
  if (!rail) throw new NotFound();
  const verdict = await rail.parseCallback(raw);
  const answer = { status: verdict.reply.status, body: verdict.reply.body ?? "" };
  const provesNothing = !verdict.authentic || verdict.auth === "none";
  if (provesNothing && !patience.take(raw.ip)) return { status: 429, body: "", work: async () => {} };
  if (!verdict.authentic) {
    world.log.warn({ rail: rail.id, ip: raw.ip }, "A callback did not prove where it comes from.");
    // This is an attack, or a secret or a clock is wrong and every callback is lost: then payments are found by polling
    // only.
    if (railIn(rail.id) !== "sandbox")
      raiseAnomaly(world, storeOf(world, rail))({ rail: rail.id, what: "unproved", detail: "a callback" });
    return { ...answer, work: async () => {} };
  }
  if (verdict.asked) {
    const { payment, reply } = verdict.asked;
    const { status, body = "" } = reply(await answerTillValidation(world, { account: rail.id, ...payment }));
    return { status, body, work: async () => {} };
  }
  const fresh: { id: bigint; event: CallbackEvent }[] = [];
  const isSigned = verdict.auth === "signed";
  const heard = verdict.till ?? [];
  const events = [...verdict.events];
  // Done before the answer: a rail whose word was not taken in says it again.
  for (const seen of heard) {
    const named = await hearTill(world, rail, seen, isSigned);
    if (named) addCharge(events, named.id, seen.receipt);
  }
  if (verdict.heard) await hearPhone(world, rail, verdict.heard);
  if (verdict.order) await hearOrder(world, rail, verdict.order);
  for (const event of events) {
    const id =
      verdict.auth === "none"
        ? await storeIfOurs(world, rail, raw, event)
        : await storeCallback(world, rail.id, raw, event);
    if (id !== null) fresh.push({ id, event });
  }
  if (provesNothing && fresh.length > 0 && fresh.length === events.length) patience.giveBack(raw.ip);
  if (isSigned && verdict.cards) await followCards(world, rail.id, verdict.cards);
  return {
    ...answer,
    work: async () => {
      if (verdict.heard) await bookLinked(world, rail);
      for (const { id, event } of fresh) await workOne(world, rail, id, event, isSigned ? event : {});
      if (!isSigned) for (const seen of heard) await proveNow(world, rail, seen);
    },
  };
}

/** The attempt that a payment names is asked about too. */
function addCharge(events: CallbackEvent[], ourId: string, receipt: string): void {
  const isThere = events.some((event) => event.op === "charge" && event.ourId === ourId);
  if (!isThere) events.push({ op: "charge", ourId, dedupeKey: `arrived:${ourId}:${receipt}` });
}

/** What is not proved now is asked about again. */
async function proveNow(world: World, rail: PaymentRail, seen: TillSeen): Promise<void> {
  try {
    await proveHeard(world, rail, seen);
  } catch (error) {
    world.log.warn({ err: error, rail: rail.id }, "A payment at the till is asked about again.");
  }
}

/**
 * Processes stored callbacks that were not finished, because a process died or a service was unreachable. Those older
 * than the poll plan are skipped: their attempts were polled meanwhile.
 */
export async function workInbox(world: World): Promise<{ worked: number }> {
  const nowMs = world.clock.now().getTime();
  const before = new Date(nowMs - inboxPatienceMs);
  const after = new Date(nowMs - pollPlanEndMs);
  const endsAt = new Date(nowMs + inboxPassMs);
  let worked = 0;
  const isDue = { processedAt: null, receivedAt: { lte: before, gte: after } };
  const waiting = await world.db.railCallback.groupBy({ by: ["rail"], where: isDue });
  const workRail = async (rail: PaymentRail) => {
    const rows = await world.db.railCallback.findMany({
      where: { rail: rail.id, ...isDue },
      orderBy: { receivedAt: "asc" },
      take: inboxMax,
    });
    const worker = async () => {
      for (let row = rows.shift(); row && world.clock.now() < endsAt; row = rows.shift()) {
        const event = storedEvent.safeParse(row.event);
        if (event.success && (await workOne(world, rail, row.id, event.data))) worked += 1;
      }
    };
    await Promise.all(Array.from({ length: inboxAtOnce }, worker));
  };
  await Promise.all(waiting.flatMap((one) => railOf(world, one.rail) ?? []).map(workRail));
  return { worked };
}

/** A fresh callback is left to the request that received it. */
const inboxPatienceMs = 15_000;
const inboxMax = 100;
/** Per rail: a slow rail delays neither the callbacks of another nor the planned polls. */
const inboxAtOnce = 4;
const inboxPassMs = 10_000;

const storedEvent = z.object({
  op: z.enum(["charge", "payout", "refund", "dispute_opened", "dispute_won"]),
  ourId: z.string().optional(),
  railRef: z.string().optional(),
  chargeId: z.string().optional(),
});
type StoredEvent = z.infer<typeof storedEvent>;

/**
 * Anybody can send an unproved callback. If it is about nothing that we know, it is not stored, and a task is raised at
 * most once a day.
 */
async function storeIfOurs(
  world: World,
  rail: PaymentRail,
  raw: RawCallback,
  event: CallbackEvent,
): Promise<bigint | null> {
  const found = await findKnown(world, rail, event);
  if (found) return storeHint(world, rail.id, raw, event, found.id);
  await raiseUnknown(world, rail, event, world.clock.now().toISOString().slice(0, 10));
  return null;
}

/** Processes one callback. False when it is left for later. */
async function workOne(
  world: World,
  rail: PaymentRail,
  id: bigint,
  event: StoredEvent,
  told: Told = {},
): Promise<boolean> {
  try {
    if (await settleSaid(world, rail, id, event, told)) return true;
    if (isTransfer(event)) await checkTransfer(world, rail, event);
    else await workCharge(world, rail, event, told);
    await world.db.$queryRaw(processed(id, world.clock.now()));
    return true;
  } catch (error) {
    world.log.error({ err: error, rail: rail.id, callback: String(id) }, "A callback is left for later.");
    return false;
  }
}

function processed(id: bigint, at: Date): Prisma.Sql {
  return Prisma.sql`UPDATE rail_callbacks SET processed_at = ${at} WHERE id = ${id}`;
}

/**
 * Handles the most common callback: it is signed, and a payment that we requested succeeded. The rail need not be
 * polled, also not for a repetition, so one transaction settles the payment and marks the callback as processed. False
 * for every other callback.
 */
async function settleSaid(
  world: World,
  rail: PaymentRail,
  id: bigint,
  { op, ourId }: StoredEvent,
  { claim }: Told,
): Promise<boolean> {
  if (op !== "charge" || claim?.kind !== "succeeded" || !ourId || !uuid.test(ourId)) return false;
  const settled = await settleIf(world, ourId, claim, ({ tx, now }, attempt) => {
    const isMeant = attempt.rail === rail.id && attempt.status !== "reversed";
    if (isMeant) tx.$send(processed(id, now));
    return isMeant;
  });
  return settled !== null;
}

/** The rail's own statements in a signed callback, besides what it is about. */
interface Told {
  claim?: StatusResult;
  dispute?: RailDispute;
}

/**
 * A callback's own answer is used only when it is signed, the payment is not decided yet, and the answer is `succeeded`
 * or `reversed`: otherwise the rail is polled. A payment that came is polled until the rail's answer is final.
 */
export async function workCharge(
  world: World,
  rail: PaymentRail,
  { op, ourId, railRef }: StoredEvent,
  { claim, dispute }: Told = {},
): Promise<void> {
  const attempt = await findAttempt(world, rail, ourId, railRef);
  if (!attempt)
    return raiseUnknown(world, rail, { op: "charge", ourId, railRef }, ourId ?? railRef ?? "nothing");
  const isDecided = attempt.status === "succeeded" || attempt.status === "reversed";
  const ref = { attemptId: attempt.id, railRef: attempt.railRef ?? railRef, asked: askedOf(attempt) };
  if (op !== "charge" || isDecided)
    return askAgain(world, rail, { ...attempt, railRef: ref.railRef ?? null }, { told: dispute });
  const answer =
    claim?.kind === "succeeded" || claim?.kind === "reversed" ? claim : await rail.chargeStatus(ref);
  await settle(world, attempt.id, answer);
}

/** A callback never decides a refund or a payout: it is a hint to poll the rail. */
async function checkTransfer(world: World, rail: PaymentRail, event: StoredEvent): Promise<void> {
  const found = await findTransfer(world, rail, event);
  if (found) return event.op === "payout" ? checkPayout(world, found.id) : checkRefund(world, found.id);
  // A refund that we did not request is found through its payment.
  const { chargeId } = event;
  if (chargeId && (await findAttempt(world, rail, chargeId)))
    return workCharge(world, rail, { op: "charge", ourId: chargeId }, {});
  return raiseUnknown(world, rail, event, `${event.op}/${event.ourId ?? event.railRef ?? "nothing"}`);
}

function findKnown(world: World, rail: PaymentRail, event: StoredEvent): Promise<{ id: string } | null> {
  if (isTransfer(event)) return findTransfer(world, rail, event);
  return findAttempt(world, rail, event.ourId, event.railRef);
}

function findTransfer(
  { db }: World,
  rail: PaymentRail,
  { op, ourId, railRef }: StoredEvent,
): Promise<{ id: string } | null> {
  const which = ourId !== undefined && uuid.test(ourId) ? { id: ourId } : { railRef: railRef ?? "" };
  const select = { id: true };
  if (op === "payout") return db.payout.findFirst({ where: { rail: rail.id, ...which }, select });
  return db.refund.findFirst({ where: { attempt: { rail: rail.id }, ...which }, select });
}

/** Finds an attempt by our id, or by the rail's reference where this rail has no attempt with that id. */
async function findAttempt({ db }: World, rail: PaymentRail, ourId = "", railRef = "") {
  const id = uuid.test(ourId) ? ourId : null;
  const [found = null] = await db.$queryRaw<
    Pick<AttemptRow, "id" | "railRef" | "status" | "amountMinor" | "currency" | "createdAt">[]
  >`SELECT id, rail_ref AS "railRef", status, amount_minor AS "amountMinor", currency, created_at AS "createdAt"
      FROM payment_attempts
      WHERE rail = ${rail.id} AND (id = ${id}::uuid OR rail_ref = ${railRef}) ORDER BY id = ${id}::uuid DESC LIMIT 1`;
  return found;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
