import { Prisma } from "@/lib/db/client";
import { type AttemptStatus, giveUp, isNoNews, isOpen, nextDoubtAt, nextPollAt } from "@/lib/domain/attempt";
import { tokenShape } from "@/lib/domain/token";
import { readOrder } from "@/lib/services/billing/orders/read";
import { isDue, type Leased, lease, nextDue, workThrough } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { railOf } from "../rails";
import { proveAllHeard } from "../till/hear";
import { askAgain } from "./disputes/record";
import { lockAttempt } from "./lock-attempt";
import { askedOf } from "./read-attempt";
import { workInbox } from "./receive-callback";
import { type RailAnswer, settle } from "./settle";

/** The lease is longer than two status reads, one after the other. */
const polls: Leased = { table: "payment_attempts", dueAt: "next_poll_at", leaseMs: 45_000 };
/** Per rail: a rail that hangs does not delay the others. */
const atOnceMax = 8;
const passMax = 1_000;
/** After this time a pass begins no more polls: rails that hang must not make it longer than its caller waits. */
const passMs = 10_000;
/** Attempts that come due within this time are polled together: a pass has a cost, even when it finds few. */
const restMs = 1_000;

export interface PollResult {
  /** How many attempts were decided. */
  delivered: number;
  failed: number;
  /** When the next attempt is due, or null. */
  nextDueAt: Date | null;
}

/**
 * Polls the rails for every open attempt that is due by the poll plan, and for failed ones whose rail may have changed
 * its answer, and finishes unprocessed callbacks. Safe to miss, to repeat, or to run many times at once: one worker at
 * a time polls an attempt.
 */
export async function pollOpenAttempts(world: World): Promise<PollResult> {
  await world.rails.sandbox?.deliverDue();
  const result: PollResult = { delivered: 0, failed: 0, nextDueAt: null };
  const inbox = Promise.all([workInbox(world), proveAllHeard(world)]);
  const passes = await Promise.all((await dueRails(world)).map((rail) => pollRail(world, rail, result)));
  await inbox;
  const more = passes.some((pass) => pass.more);
  return { ...result, nextDueAt: more ? world.clock.now() : await nextPoll(world) };
}

/**
 * The rails with due attempts, including decided payments that are still watched, and rails that are no longer set up.
 */
async function dueRails(world: World): Promise<string[]> {
  const { rows } = await world.pool.query<{ rail: string }>(
    "SELECT DISTINCT rail FROM payment_attempts WHERE next_poll_at <= $1",
    [world.clock.now()],
  );
  return rows.map(({ rail }) => rail);
}

function pollRail(world: World, rail: string, result: PollResult): Promise<{ more: boolean }> {
  const endsAt = world.clock.now().getTime() + passMs;
  let asked = 0;
  return workThrough(
    atOnceMax,
    (limit) => claim(world, Prisma.sql`rail = ${rail} AND ${isDue(world, polls)}`, limit),
    async (leased) => {
      asked += 1;
      const decided = await pollOne(world, leased);
      if (decided === null) result.failed += 1;
      else if (decided) result.delivered += 1;
    },
    () => asked >= passMax || world.clock.now().getTime() >= endsAt,
  );
}

/**
 * Polls the rail for the attempt of this page when it is due, or with `force` ("I have paid, check again") at once,
 * whatever its status, unless the money is here. So an open page keeps its own attempt fresh, even if nobody else
 * polls.
 */
export async function checkAttempt(
  world: World,
  token: string,
  options: { force?: boolean } = {},
): Promise<void> {
  if (!tokenShape.test(token)) return;
  await world.rails.sandbox?.deliverDue();
  const due = options.force ? Prisma.sql`true` : isDue(world, polls);
  const [leased] = await claim(world, Prisma.sql`token = ${token} AND ${due}`, 1);
  if (leased) await pollOne(world, leased);
}

/** The columns of a leased attempt that polling needs. */
interface Polled {
  id: string;
  rail: string;
  rail_ref: string | null;
  status: AttemptStatus;
  polls_made: number;
  created_at: Date;
  amount_minor: bigint;
  currency: string;
  /** The rail has not named yet what the payer must do. */
  pageless: boolean;
}

/** Leases attempts without money, and watched ones, that no other worker polls now. */
function claim(world: World, which: Prisma.Sql, limit: number): Promise<Polled[]> {
  const open = Prisma.sql`(status NOT IN ('succeeded', 'reversed') OR ${isDue(world, polls)})`;
  return lease<Polled>(world, polls, {
    which: Prisma.sql`${open} AND ${which}`,
    limit,
    columns: Prisma.sql`id, rail, rail_ref, status, polls_made, created_at, amount_minor, currency, prompt IS NULL AS pageless`,
  });
}

/** Whether the attempt is decided now; null when polling failed. This ends the lease. */
async function pollOne(world: World, leased: Polled): Promise<boolean | null> {
  const { id, rail: railId, rail_ref: railRef } = leased;
  const asked = { amountMinor: leased.amount_minor, currency: leased.currency, createdAt: leased.created_at };
  try {
    const rail = railOf(world, railId);
    if (leased.status === "succeeded" || leased.status === "reversed") {
      await askAgain(world, rail, { id, railRef, ...asked }, { polled: true });
      return false;
    }
    const answer: RailAnswer = rail
      ? await rail.chargeStatus({ attemptId: id, railRef: railRef ?? undefined, asked: askedOf(asked) })
      : { kind: "no_answer" };
    if (leased.pageless && answer.kind === "pending" && answer.redirectUrl)
      await storeRailPage(world, id, answer.redirectUrl);
    // An attempt is polled every few seconds until the payer answers: while nothing is new, only the next poll time is
    // written.
    const status = isNoNews(leased.status, answer.kind)
      ? leased.status
      : (await settle(world, id, answer, { polled: true })).status;
    if (!(await planInPassing(world, leased, status))) await planNext(world, id);
    return !isOpen(status);
  } catch (error) {
    world.log.error({ err: error, attempt: id }, "An attempt could not be polled; it is tried again.");
    return null;
  }
}

/** A cheap `planNext` that only stores the time of the next poll. False when more is to be done. */
async function planInPassing(world: World, leased: Polled, status: AttemptStatus): Promise<boolean> {
  const asked = { startedAt: leased.created_at, now: world.clock.now() };
  const pollsMade = leased.polls_made + 1;
  const at = nextAt({ ...asked, pollsMade }, status);
  if (isOpen(status) && at === null) return false;
  const { rowCount } = await world.pool.query({
    name: "plan-poll",
    text: `UPDATE payment_attempts SET polls_made = $2, leased_until = NULL, next_poll_at = $3
      WHERE id = $1 AND status = $4::attempt_status`,
    values: [leased.id, pollsMade, at, status],
  });
  return rowCount === 1;
}

function nextAt(
  asked: { startedAt: Date; pollsMade: number; now: Date },
  status: AttemptStatus,
): Date | null {
  if (isOpen(status)) return nextPollAt(asked);
  return status === "failed" ? nextDoubtAt(asked) : null;
}

/** Plans the next poll. At the end of the plan a person must look; the attempt is not failed because of its age. */
async function planNext(world: World, id: string): Promise<void> {
  await transact(world, async (unit) => {
    const attempt = await lockAttempt(unit, id);
    const pollsMade = attempt.pollsMade + 1;
    const at = nextAt({ startedAt: attempt.createdAt, now: unit.now, pollsMade }, attempt.status);
    const isOver = isOpen(attempt.status) && at === null;
    await unit.tx.paymentAttempt.update({
      where: { id },
      data: {
        pollsMade,
        leasedUntil: null,
        nextPollAt: at,
        status: isOver ? giveUp(attempt.status) : attempt.status,
      },
      select: { id: true },
    });
    if (!isOver) return;
    const details = { order: attempt.order.number, rail: attempt.rail };
    await unit.raiseTask({ storeId: attempt.storeId, kind: "no_answer", subject: id, details });
  });
}

async function nextPoll(world: World): Promise<Date | null> {
  const at = await nextDue(world, polls);
  return at && new Date(Math.max(at.getTime(), world.clock.now().getTime() + restMs));
}

/**
 * Stores the payment page that a status names. It is needed where the answer to the charge was lost: without it the
 * payer has no page to go to. A prompt from the charge itself stays.
 */
async function storeRailPage(world: World, attemptId: string, url: string): Promise<void> {
  const prompt = JSON.stringify({ kind: "redirect", url });
  await world.db.$queryRaw`UPDATE payment_attempts SET status = 'pending', prompt = ${prompt}::jsonb
      WHERE id = ${attemptId}::uuid AND prompt IS NULL AND status IN ('created', 'pending')`;
}

/**
 * Polls the rail now for every payment of the order that brought no money, failed ones too. Returns how many there were
 * (at most 20). Throws NotFound.
 */
export async function checkOrder(world: World, caller: Caller, id: number): Promise<number> {
  permit(caller, "order.handle");
  const order = await readOrder(world, caller, id);
  const unpaid = await world.db.paymentAttempt.findMany({
    where: { orderId: order.id, storeId: caller.storeId, status: { notIn: ["succeeded", "reversed"] } },
    select: { token: true },
    take: 20,
  });
  for (const { token } of unpaid) await checkAttempt(world, token, { force: true });
  return unpaid.length;
}
