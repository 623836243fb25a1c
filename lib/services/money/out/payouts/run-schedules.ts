import type { Prisma } from "@/lib/db/client";
import { civilDateIn } from "@/lib/domain/civil-date";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/token";
import { nextPayoutRun } from "@/lib/domain/transfer";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { type PayoutQuote, quoteAutomatic } from "./quote";
import { reservePayout } from "./request";
import { type WaitReason, waitReasons } from "./schedule";

const batchMax = 100;

const include = {
  store: { select: { accountId: true, name: true, timeZone: true } },
  destination: { select: { label: true, deletedAt: true } },
} satisfies Prisma.PayoutScheduleInclude;

type Schedule = Prisma.PayoutScheduleGetPayload<{ include: typeof include }>;

/**
 * Makes the automatic payouts that are due. A date has one run: the payout and the next time are written in one
 * transaction, and the database holds one payout for each date. Missed dates are not made up for: the next run pays all
 * that is there. Safe to miss, to repeat, or to run twice at once.
 */
export async function payOutOnSchedule(world: World): Promise<{ paid: number; more: boolean }> {
  const due = await world.db.payoutSchedule.findMany({
    where: { nextRunAt: { lte: world.clock.now() } },
    orderBy: [{ nextRunAt: "asc" }, { storeId: "asc" }],
    include,
    take: batchMax,
  });
  let paid = 0;
  let ran = 0;
  for (const schedule of due) {
    try {
      if (await run(world, schedule)) paid += 1;
      ran += 1;
    } catch (error) {
      const { storeId } = schedule;
      // What changed between the quote and the lock is seen by the next pass, which says it to the seller.
      if (error instanceof Invalid) world.log.info({ storeId }, "An automatic payout is tried again.");
      else world.log.error({ err: error, storeId }, "An automatic payout failed; it is tried again.");
    }
  }
  // A batch of which none ran waits for the next minute.
  return { paid, more: due.length === batchMax && ran > 0 };
}

/** True when a payout was made. */
async function run(world: World, schedule: Schedule): Promise<boolean> {
  const { storeId, store } = schedule;
  const caller: Caller = { storeId, accountId: store.accountId, livemode: true, actor: "system" };
  const found = await quoteOrReason(world, caller, schedule);
  return transact(world, async (unit) => {
    const scheduledFor = await takeTurn(unit, schedule);
    if (scheduledFor === null) return false;
    if (typeof found === "string") {
      await wait(unit, schedule, found);
      return false;
    }
    // What stood in the way is told again when it comes back. To be below the minimum is usual, and told once.
    const toldReasons = schedule.toldReasons.filter((reason) => reason === "payout_auto_minimum");
    await unit.tx.payoutSchedule.update({ where: { storeId }, data: { waitReason: null, toldReasons } });
    const id = composeUuid(world.random.bytes(16));
    return reservePayout(unit, caller, { id, quote: found, scheduledFor });
  });
}

async function quoteOrReason(
  world: World,
  caller: Caller,
  schedule: Schedule,
): Promise<PayoutQuote | WaitReason> {
  try {
    return (await quoteAutomatic(world, caller, schedule)) ?? "payout_auto_minimum";
  } catch (error) {
    if (error instanceof NotFound) return "payout_auto_gone";
    const code = error instanceof Invalid ? Object.values(error.errors).flat()[0]?.code : undefined;
    if (code === "payout_cooling") return "payout_auto_cooling";
    if (code === "payout_debt") return "payout_auto_debt";
    const known = waitReasons.find((reason) => reason === code);
    if (known) return known;
    throw error;
  }
}

/**
 * The date of this run, for one of several workers; null for the others, and where an owner changed the schedule since
 * it was read. From here on it is due at its next time.
 */
async function takeTurn(unit: Unit, schedule: Schedule): Promise<string | null> {
  const { storeId, nextRunAt, changedAt, store } = schedule;
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM payout_schedules WHERE store_id = ${storeId} AND next_run_at = ${nextRunAt}
      AND changed_at = ${changedAt} FOR NO KEY UPDATE SKIP LOCKED`;
  if (free.length === 0 || nextRunAt === null) return null;
  const date = civilDateIn(nextRunAt, store.timeZone);
  const next = nextPayoutRun(unit.now, schedule, store.timeZone, date);
  await unit.tx.payoutSchedule.update({ where: { storeId }, data: { nextRunAt: next, lastRunOn: date } });
  return date;
}

/** Stores why nothing was paid out. The owners are told once of each reason, not with every run. */
async function wait(unit: Unit, schedule: Schedule, reason: WaitReason): Promise<void> {
  const { storeId, toldReasons, store, destination, changedAt } = schedule;
  const isTold = toldReasons.includes(reason);
  await unit.tx.payoutSchedule.update({
    where: { storeId },
    data: { waitReason: reason, ...(isTold ? {} : { toldReasons: [...toldReasons, reason] }) },
  });
  if (isTold) return;
  await mailOwners(
    unit,
    { storeId, accountId: store.accountId },
    {
      kind: "payout_schedule_waits",
      values: { store: store.name, destination: destination.label, why: say(reason) },
      dedupeKey: `payout_schedule/${storeId}/${changedAt.getTime()}/${reason}/${unit.now.getTime()}`,
    },
  );
}
