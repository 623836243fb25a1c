import { isDeepStrictEqual } from "node:util";
import { PayInvalid, PaymentOpen } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { isDue, type Leased, lease, nextDue, workThrough } from "@/lib/services/core/lease";
import type { Caller, World } from "@/lib/services/core/world";
import type { Quote } from "../checkout/quote";
import { quoteShown } from "../checkout/shown";
import { pressPay } from "../checkout/start-payment";
import { type ActRow, actColumns, phoneOfAct, wantOf } from "./shown";
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

/**
 * Starts the payment that was agreed to, for exactly what the screen showed. Repeating it finds the first one's attempt.
 * `isLate`: only such an attempt is found, and none is begun. Returns `done`, or the code of why nothing was started.
 */
async function startAgreed(world: World, caller: Caller, row: ActRow, isLate: boolean): Promise<string> {
  const { for: paymentFor, discount, shown } = wantOf(row);
  if (!paymentFor || row.shownMinor === null) throw new Error(`The act ${row.id} is for no payment.`);
  const phone = phoneOfAct(world, row, { pays: true });
  const agrees = (quote: Quote) =>
    !isLate && quote.currency === row.currency && isDeepStrictEqual(quoteShown(quote), shown);
  try {
    const pressed = await pressPay(
      world,
      caller,
      {
        ...{ id: row.attemptId, for: paymentFor, method: "mobile_money", phone, via: "ussd" },
        ...{ language: row.language, ...(discount ? { code: discount } : {}) },
        // No browser began it, so none has its page.
        browser: composeToken(world.random.bytes(24)),
      },
      agrees,
    );
    if (pressed.kind !== "confirm") return "done";
    return isLate ? "too_late" : "amount_changed";
  } catch (error) {
    if (error instanceof PaymentOpen) return "payment_open";
    if (error instanceof PayInvalid) return error.problems[0]?.code ?? "form_incomplete";
    if (error instanceof Refusal) return error.code;
    if (error instanceof NotFound) return "not_found";
    throw error;
  }
}
