import { type DiscountRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { carried, nextAmountMinor, noDiscount, onlyCarried, periodsOf } from "@/lib/domain/discount";
import { smallestCharge } from "@/lib/domain/network";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { daysGivenMax, extend } from "@/lib/domain/trial";
import { redemptionEventData } from "@/lib/resources/discount";
import { chooseReduction } from "@/lib/services/catalog/discounts/choose";
import { giveRedemption, takeBackGiven } from "@/lib/services/catalog/discounts/redeem";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { permit, verb } from "@/lib/services/people/accounts/permit";
import { retellRenewal } from "../renewal/change";
import { recordPrices } from "./publish";
import { lockShown, lockSubscription } from "./read";
import { noPrice, recordDueSteps, recordPeriod } from "./record";

/** Days that a seller gives, and why: an outage, a holiday, goodwill. The subscriber does not read the reason. */
export interface GivenDays {
  /** A whole number, 1 to 366. */
  days: number;
  reason: string;
}

/**
 * Gives a subscriber days for free: a period that nobody pays for. The subscriber is notified in live mode, and the audit
 * log has the actor and the reason. Throws NotFound, Invalid on `days` and `reason`, and Refusal `not_extendable`.
 */
export async function extendSubscription(
  world: World,
  caller: Caller,
  id: string,
  { days, reason }: GivenDays,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.extend");
  const isWhole = Number.isInteger(days) && days >= 1 && days <= daysGivenMax;
  const why = reason.trim();
  requireNone({
    days: isWhole ? null : say("days_given", { max: String(daysGivenMax) }),
    reason: why === "" ? say("reason_missing") : lineProblem(why, 200),
  });
  return transact(world, async (unit) => {
    const locked = await lockShown(unit, caller, id);
    const row = await recordDueSteps(unit, locked);
    const { period, ...step } = extend(row, days, unit.now);
    const before = await unit.tx.subscriptionPeriod.count({ where: { subscriptionId: id } });
    const added = { kind: "granted" as const, period, step, price: noPrice, paymentKey: null };
    const extended = await recordPeriod(unit, row, added);
    await notifySubscriber(unit, extended, "days_given", extended.eventSequence);
    await unit.audit(caller, {
      action: "subscription.extended",
      target: `subscription:${id}`,
      reason: why,
      details: { days, period: before + 1 },
    });
    return extended;
  });
}

/**
 * Replaces the metadata that the seller's software stores with a subscription. No event is published. Throws NotFound.
 */
export async function changeMetadata(
  world: World,
  caller: Caller,
  id: string,
  metadata: Record<string, string>,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.change");
  const { storeId, livemode } = caller;
  return transact(world, async (unit) => {
    const { count } = await unit.tx.subscription.updateMany({
      where: { id, storeId, livemode },
      data: { metadata, updatedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    return unit.tx.subscription.findUniqueOrThrow({ where: { id }, include: subscriptionInclude });
  });
}

/** Which discount: by a code, as a payer would type it, or by its id. */
export interface GivenDiscount {
  code: string | null;
  discountId: number | null;
}

/**
 * Gives a subscriber a discount: the next payments cost less, as many as it says. It takes a place of the discount, as
 * if the subscriber had redeemed it, and takes the place of the one they have. A test subscription takes no place.
 * Throws NotFound, and Refusal by the problem on `code` or `discount_id`.
 */
export const giveDiscount = verb(
  "discount.change",
  async (unit, caller: Caller, id: string, which: GivenDiscount): Promise<SubscriptionRow> => {
    const field = which.code === null ? "discount_id" : "code";
    const known = await unit.tx.subscription.findFirst({
      where: { id, storeId: caller.storeId, livemode: caller.livemode },
      include: { customer: { select: { email: true, phone: true } } },
    });
    if (!known) throw new NotFound();
    const { id: discountId, codeId, code } = await namedDiscount(unit, caller, which, field);
    // The discount before the subscription, as a payment locks them.
    await unit.tx.$queryRaw`SELECT 1 FROM discounts WHERE id = ${discountId} FOR NO KEY UPDATE`;
    const discount = await unit.tx.discount.findUniqueOrThrow({ where: { id: discountId } });
    const row = await lockSubscription(unit, caller, id);
    if (!row) throw new NotFound();
    const { email, phone } = known.customer;
    const who = { accountId: row.accountId, customerId: row.customerId, email, phone };
    await requireGood(unit, row, { discount, code }, who, field);
    const given = { ...row, ...carried(discount, code, periodsOf(discount)) };
    await requirePayable(unit, given, field);
    if (row.livemode) {
      await takeBackGiven(unit, row);
      const counted = await giveRedemption(unit.world, unit, row, { discount, codeId }, who).catch((error) =>
        refuse(error, field),
      );
      unit.emit({
        type: "discount.redeemed",
        storeId: row.storeId,
        livemode: true,
        objectId: `discount/${discountId}`,
        sequence: counted.eventSequence,
        dedupeKey: `discount/${discountId}/${counted.eventSequence}`,
        at: unit.now,
        data: redemptionEventData(
          counted,
          { customerId: row.customerId, subscriptionId: row.id, discountCode: code },
          0n,
          unit.now,
        ),
      });
    }
    return store(unit, caller, given, "subscription.discount_given", { discount: discountId });
  },
);

/** Takes away what a subscription has left of a discount. Without one, nothing changes. Throws NotFound. */
export const takeDiscount = verb(
  "discount.change",
  async (unit, caller: Caller, id: string): Promise<SubscriptionRow> => {
    const known = await unit.tx.subscription.findFirst({
      where: { id, storeId: caller.storeId, livemode: caller.livemode },
      select: { discountId: true },
    });
    if (!known) throw new NotFound();
    const { discountId } = known;
    if (discountId !== null)
      await unit.tx.$queryRaw`SELECT 1 FROM discounts WHERE id = ${discountId} FOR NO KEY UPDATE`;
    const row = await lockShown(unit, caller, id);
    if (row.discountId === null || row.discountId !== discountId) return row;
    await takeBackGiven(unit, row);
    const details = { discount: row.discountId };
    return store(unit, caller, { ...row, ...noDiscount }, "subscription.discount_taken", details);
  },
);

async function store(
  unit: Unit,
  caller: Caller,
  row: SubscriptionRow,
  action: string,
  details: Record<string, number>,
): Promise<SubscriptionRow> {
  const data = { ...onlyCarried(row), updatedAt: unit.now };
  await unit.tx.subscription.update({ where: { id: row.id }, data });
  recordPrices(unit, [row], "discount", caller.actor);
  const told = await retellRenewal(unit, row);
  await unit.audit(caller, { action, target: `subscription:${row.id}`, details });
  return { ...told, updatedAt: unit.now };
}

async function namedDiscount(
  unit: Unit,
  { storeId }: Caller,
  { code, discountId }: GivenDiscount,
  field: string,
): Promise<{ id: number; codeId: number | null; code: string | null }> {
  if (code === null) {
    const found = await unit.tx.discount.findFirst({
      where: { id: discountId ?? 0, storeId, deletedAt: null },
    });
    if (!found) throw new Refusal("discount_not_found", null, field);
    return { id: found.id, codeId: null, code: null };
  }
  const found = await unit.tx.discountCode.findFirst({ where: { storeId, code: code.trim().toUpperCase() } });
  if (!found?.code) throw new Refusal("discount_not_found", null, field);
  return { id: found.discountId, codeId: found.id, code: found.code };
}

/** The same rules as for a payer who types the code. By its id nothing depends on a code. */
async function requireGood(
  unit: Unit,
  row: SubscriptionRow,
  { discount, code }: { discount: DiscountRow; code: string | null },
  who: { accountId: number; customerId: number; email: string | null; phone: string | null },
  field: string,
): Promise<void> {
  const { productId, amountMinor: priceMinor, currency } = row;
  const offered = { productId, priceMinor, currency, leastMinor: 0n };
  // What the subscription has already is no reason against it.
  const plain = { ...row, ...noDiscount };
  const chosen = await chooseReduction(
    unit.world,
    unit.tx,
    row.storeId,
    { ...offered, renews: plain, typed: code ?? "", only: discount.id },
    row.livemode ? who : null,
    unit.now,
  );
  if (chosen.problem) throw new Refusal(chosen.problem, null, field);
}

/** A price that no network takes would end in a subscriber who cannot pay. */
async function requirePayable(unit: Unit, row: SubscriptionRow, field: string): Promise<void> {
  const { country } = await unit.store(row.storeId);
  const next = nextAmountMinor(row);
  if (next > 0n && next < smallestCharge(country, row.currency))
    throw new Refusal("discount_not_for_product", null, field);
}

function refuse(error: unknown, field: string): never {
  if (!(error instanceof PayInvalid)) throw error;
  const [problem] = error.problems;
  if (problem?.code === "discount_first_time_only" || problem?.code === "discount_used_by_customer")
    throw new Refusal(problem.code, null, field);
  throw new Refusal("discount_used_up", null, field);
}
