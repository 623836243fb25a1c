import { NotFound, Refusal } from "@/lib/domain/refusal";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { isDue, type Leased, lease, nextDue } from "@/lib/services/core/lease";
import { workThrough } from "@/lib/services/core/work-through";
import type { Caller, World } from "@/lib/services/core/world";
import { startAgreed } from "./charge";
import { type ActRow, actColumns, wantOf } from "./shown";
import { writeNothing, writeReceipt, writeUntil } from "./texts";

/** Longer than a call of a rail with what is written about it. */
const due: Leased = { table: "ussd_acts", dueAt: "due_at", leaseMs: 90_000 };
const atOnce = 8;
const passMs = 20_000;
/** Nobody waits for a question for the PIN any more. */
const lateMs = 15 * 60_000;

interface Result {
  delivered: number;
  failed: number;
  nextDueAt: Date | null;
}

/**
 * Does the acts whose time has come. A payment is started once: its attempt has the act's own id, so whoever repeats it
 * after a crash finds that attempt, and its rail is not called again. An error in one act stops no other.
 */
export async function startDueActs(world: World): Promise<Result> {
  const result = { delivered: 0, failed: 0 };
  const endsAt = world.clock.now().getTime() + passMs;
  await workThrough(
    atOnce,
    (limit) => lease<ActRow>(world, due, { which: isDue(world, due), limit, columns: actColumns }),
    async (row) => {
      if (await doAct(world, row)) result.delivered += 1;
      else result.failed += 1;
    },
    () => world.clock.now().getTime() >= endsAt,
  );
  return { ...result, nextDueAt: await nextDue(world, due) };
}

/** Does an act whose turn it is. False: it could not be done now, and is tried again once its lease ran out. */
export async function doAct(world: World, row: ActRow): Promise<boolean> {
  try {
    const outcome = await outcomeOf(world, row);
    await finish(world, row, outcome);
    return true;
  } catch (error) {
    world.log.error({ err: error, act: String(row.id) }, "What a payer agreed to by dialling was not done.");
    return false;
  }
}

async function outcomeOf(world: World, row: ActRow): Promise<string> {
  const { accountId } = await world.db.store.findUniqueOrThrow({
    where: { id: row.storeId },
    select: { accountId: true },
  });
  const caller: Caller = { storeId: row.storeId, accountId, livemode: true, actor: "payer" };
  const want = wantOf(row);
  switch (want.kind) {
    case "stop":
      return stop(world, caller, want.subscriptionId ?? "");
    case "until":
      await writeUntil(world, caller, row);
      return "done";
    case "receipt":
      await writeReceipt(world, caller, row, want.receipt ?? "");
      return "done";
    default: {
      const isLate = world.clock.now().getTime() - (row.agreedAt?.getTime() ?? 0) > lateMs;
      const outcome = await startAgreed(world, caller, row, isLate);
      // Whose prompt is still open looks at it; everybody else hears that nothing was taken.
      if (outcome !== "done" && outcome !== "payment_open") await writeNothing(world, caller, row);
      return outcome;
    }
  }
}

async function stop(world: World, caller: Caller, subscriptionId: string): Promise<string> {
  try {
    await turnOffRenewal(world, caller, subscriptionId);
    return "done";
  } catch (error) {
    if (error instanceof NotFound) return "not_found";
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function finish(world: World, { id }: ActRow, outcome: string): Promise<void> {
  await world.db
    .$queryRaw`UPDATE ussd_acts SET due_at = NULL, leased_until = NULL, done_at = ${world.clock.now()}, outcome = ${outcome}
      WHERE id = ${id} AND done_at IS NULL`;
}
