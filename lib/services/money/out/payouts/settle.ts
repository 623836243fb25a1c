import type { PayoutRow } from "@/lib/db/rows";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { LedgerEntry } from "@/lib/domain/ledger-accounts";
import { payoutPaid, payoutReturned, payoutReversed } from "@/lib/domain/posting";
import {
  decideTransfer,
  nextTransferPollAt,
  pollsWhenPaid,
  type TransferDecision,
  type TransferState,
} from "@/lib/domain/transfer";
import { payoutEventData } from "@/lib/resources/webhook-event";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifyPayout } from "@/lib/services/notify/messages/mail-owners";
import { evidenceOf, railRefOf, type TransferAnswer } from "../transfers/claim";

/** The details of an answer, ready to be stored. */
interface Told {
  polled?: boolean;
  receipt: string | null;
  railCostMinor: bigint;
  at: Date | null;
}

/**
 * The only function that decides a payout, for every source of answers. Under the payout's lock, one transaction writes
 * the ledger, the event and the message to the owner, or none of them. Repeating an answer changes nothing. `polled`:
 * the answer came from a planned poll.
 */
export async function settlePayout(
  world: World,
  id: string,
  answer: TransferAnswer,
  options: { polled?: boolean } = {},
): Promise<{ did: TransferDecision["do"] }> {
  return transact(world, async (unit) => {
    // Balances of the ledger are locked after it.
    const found = await unit.lock("payouts", { id });
    const state = stateOf(found.status);
    // The payout was not sent yet, so no answer can be about it.
    if (state === null) return { did: "wait" };
    const pollsMade = found.pollsMade + (options.polled ? 1 : 0);
    const payout = { ...found, pollsMade, railRef: found.railRef ?? railRefOf(answer) };
    const decision = decideTransfer({ state, pollsMade }, evidenceOf(answer));
    await apply(unit, payout, decision, { ...toldBy(answer, found), ...options });
    return { did: decision.do };
  });
}

function stateOf(status: PayoutRow["status"]): TransferState | null {
  if (status === "requested") return null;
  return status === "sent" || status === "paid" ? status : "given_back";
}

async function apply(unit: Unit, payout: PayoutRow, decision: TransferDecision, told: Told): Promise<void> {
  switch (decision.do) {
    case "complete":
      return complete(unit, payout, told);
    case "give_back":
      return giveBack(unit, payout, decision.reason);
    case "hold":
      return hold(unit, payout, decision.reason);
    case "wait":
      return wait(unit, payout, decision.reason, told);
    case "send_again":
      return wait(unit, payout, null, told);
    case "reverse":
      return reverse(unit, payout);
    case "ignore":
      // A paid payout is still polled, because a rail may reverse it.
      if (payout.status === "paid") await watch(unit, payout);
      if (decision.alert) await raise(unit, payout, "contradiction", { polled: told.polled });
  }
}

async function complete(unit: Unit, payout: PayoutRow, told: Told): Promise<void> {
  const pollsMade = Math.max(payout.pollsMade, pollsWhenPaid);
  const paid = await save(unit, payout, {
    status: "paid",
    failureReason: null,
    receipt: told.receipt,
    completedAt: told.at && told.at <= unit.now ? told.at : unit.now,
    pollsMade,
    nextPollAt: nextTransferPollAt(pollsMade, unit.now),
  });
  await emit(unit, paid, "payout.paid");
  await notifyPayout(unit, "payout_paid", paid);
  await post(unit, paid, payoutPaid({ ...paid, railCostMinor: told.railCostMinor }));
}

/** It did not arrive: the seller gets everything back, including the fee, and is notified of the reason. */
async function giveBack(unit: Unit, payout: PayoutRow, reason: FailureReason): Promise<void> {
  await returned(unit, payout, reason);
  await post(unit, payout, payoutReturned(payout));
}

/** It arrived, and the rail reversed it seconds or days later. */
async function reverse(unit: Unit, payout: PayoutRow): Promise<void> {
  await returned(unit, payout, "reversed");
  await raise(unit, payout, "payout_reversed");
  await post(unit, payout, payoutReversed(payout));
}

async function returned(unit: Unit, payout: PayoutRow, reason: string): Promise<void> {
  const row = await save(unit, payout, {
    status: "returned",
    failureReason: reason,
    nextPollAt: null,
    completedAt: unit.now,
  });
  await emit(unit, row, "payout.failed");
  await notifyPayout(unit, "payout_returned", row);
}

/** Not the seller's fault, so it is not returned to them: it stays queued and a task is raised for the operator. */
async function hold(unit: Unit, payout: PayoutRow, reason: FailureReason): Promise<void> {
  await save(unit, payout, { status: "requested", failureReason: reason, nextPollAt: null });
  await raise(unit, payout, reason, { storeId: null });
}

/**
 * Polls again by the plan. When the plan is over a person must look; nothing is returned while the outcome is in doubt.
 */
async function wait(
  unit: Unit,
  payout: PayoutRow,
  reason: FailureReason | null,
  { polled }: Told,
): Promise<void> {
  const { pollsMade } = payout;
  const nextPollAt = nextTransferPollAt(pollsMade, unit.now);
  await save(unit, payout, { pollsMade, nextPollAt, ...(reason ? { failureReason: reason } : {}) });
  if (reason === "needs_manual_approval") await raise(unit, payout, reason, { storeId: null, polled });
  if (nextPollAt === null) await raise(unit, payout, "payout_no_answer");
}

async function watch(unit: Unit, payout: PayoutRow): Promise<void> {
  const nextPollAt = nextTransferPollAt(payout.pollsMade, unit.now);
  await save(unit, payout, { pollsMade: payout.pollsMade, nextPollAt });
}

/**
 * Records what a person found out where the rail cannot say. Runs in the transaction of their act, with the payout
 * locked.
 */
export async function settleByHand(
  unit: Unit,
  payout: PayoutRow,
  found: { as: "paid"; receipt: string } | { as: "not_sent" | "not_arrived" | "came_back" },
): Promise<void> {
  switch (found.as) {
    case "paid":
      return complete(unit, payout, { receipt: found.receipt, railCostMinor: 0n, at: null });
    case "not_arrived":
      return giveBack(unit, payout, "unknown");
    case "not_sent":
      await returned(unit, payout, "called_back");
      return post(unit, payout, payoutReturned(payout));
    case "came_back":
      return reverse(unit, payout);
  }
}

type Change = Parameters<Unit["tx"]["payout"]["update"]>[0]["data"];

async function save(unit: Unit, { id, railRef }: PayoutRow, change: Change): Promise<PayoutRow> {
  if (change.completedAt) await unit.resolveTasks({ kind: "payout_no_answer", subject: id });
  return unit.tx.payout.update({ where: { id }, data: { railRef, ...change } });
}

async function emit(unit: Unit, row: PayoutRow, type: "payout.paid" | "payout.failed"): Promise<void> {
  const objectId = `payout/${row.id}`;
  unit.emit({
    type,
    storeId: row.storeId,
    livemode: true,
    objectId,
    sequence: await unit.nextSequence(row.storeId, objectId),
    dedupeKey: `${objectId}/${row.status}`,
    at: unit.now,
    data: payoutEventData(row),
  });
}

/** `storeId` null: the task is for the operator, not for the seller. */
function raise(
  unit: Unit,
  payout: PayoutRow,
  kind: string,
  of: { storeId?: null; polled?: boolean | undefined } = {},
) {
  return unit.raiseTask({
    storeId: payout.storeId,
    ...of,
    kind,
    subject: payout.id,
    details: {
      payout: payout.id,
      store: payout.storeId,
      rail: payout.rail,
      amount: `${payout.currency} ${payout.amountMinor}`,
      destination: payout.destinationLabel,
    },
  });
}

/** Last, because the balances of the service are shared by all stores. */
async function post(unit: Unit, payout: PayoutRow, entry: LedgerEntry): Promise<void> {
  const { id: sourceId, storeId, rail, currency } = payout;
  await unit.post({ ...entry, sourceId, storeId, rail, currency });
}

function toldBy(answer: TransferAnswer, { currency }: PayoutRow): Told {
  if (answer.kind !== "succeeded") return { receipt: null, railCostMinor: 0n, at: null };
  const { fee, receipt, at } = answer;
  return {
    receipt: receipt ?? null,
    railCostMinor: fee && fee.currency === currency ? fee.minor : 0n,
    at,
  };
}
