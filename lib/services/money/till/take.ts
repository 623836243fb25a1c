import { NotFound } from "@/lib/domain/refusal";
import type { TillPayment } from "@/lib/domain/till-payment";
import { voidSubscriptionOrders } from "@/lib/services/billing/orders/unpaid";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { lockThing } from "../checkout/open-attempt";
import { isLeftOver } from "../renewal/standing-orders";
import { askSeller } from "./ask";
import { type Candidate, candidateFor, lockCandidates } from "./candidates";
import { type Kept, keepReceipt, type TillOutcome, takeForAttempt } from "./keep";
import { openArrived } from "./open-arrived";
import { type Payable, payableNamed } from "./payable";
import { settleArrived } from "./settle-arrived";

/**
 * Takes in money that came to an account of a store's own unasked, from any door: a confirmation, a statement. The same
 * receipt is booked once, whatever else tells of it, before or after. A number that a payer typed pays what it names, through
 * the one `settle`: another amount, a second payment or one for what was cancelled is set aside by its rules, and so is what a
 * standing order pays for a subscription that is over. Without such a
 * number nothing is booked: its seller is asked. Throws NotFound where no store has such an account.
 */
export async function takeTillPayment(world: World, payment: TillPayment): Promise<TillOutcome> {
  const storeId = world.rails.own?.storeOf(payment.account) ?? null;
  if (storeId === null) throw new NotFound();
  return transact(world, async (unit) => {
    const caller = await systemOf(unit, storeId);
    const payable = await payableNamed(unit, caller, payment);
    // As a press of Pay locks it; then the attempts, as settling does; then the receipt.
    if (payable) lockThing(unit, caller, payable.lock);
    const candidates = payable ? await lockCandidates(unit, payable, payment) : [];
    const kept = await keepReceipt(unit, caller, payment);
    if (kept.attemptId !== null) return { kind: "known", attemptId: kept.attemptId };
    if (kept.isTakenBack) return { kind: "known", attemptId: null };
    if (payable) return book(unit, caller, kept, { payment, payable, candidates });
    if (!kept.isNew) return { kind: "known", attemptId: null };
    return askSeller(unit, caller, kept, payment, payment.typed === null ? "no_number" : "unknown_number");
  });
}

/** Who acts where nobody pressed anything. */
export async function systemOf(unit: Unit, storeId: number): Promise<Caller> {
  const { accountId } = await unit.store(storeId);
  return { storeId, accountId, livemode: true, actor: "system" };
}

interface Arrived {
  payment: TillPayment;
  payable: Payable;
  candidates: Candidate[];
}

async function book(
  unit: Unit,
  caller: Caller,
  kept: Kept,
  { payment, payable, candidates }: Arrived,
): Promise<TillOutcome> {
  const found = candidateFor(unit, payable, payment, candidates);
  if (found === "several") return askSeller(unit, caller, kept, payment, "several_open");
  if (found?.isPaid) {
    await takeForAttempt(unit, kept, found.id, { receipt: payment.receipt });
    return { kind: "known", attemptId: found.id };
  }
  const opened = found ?? (await openArrived(unit, caller, payable, payment));
  if ("why" in opened) return askSeller(unit, caller, kept, payment, opened.why);
  const { for: paidFor } = payable;
  if (paidFor?.kind === "subscription_renewal" && (await isLeftOver(unit, paidFor.subscriptionId, payment)))
    await voidSubscriptionOrders(unit, caller, paidFor.subscriptionId);
  await takeForAttempt(unit, kept, opened.id);
  await settleArrived(unit, opened, payment);
  return { kind: "booked", attemptId: opened.id };
}
