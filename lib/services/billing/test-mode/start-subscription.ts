import type { SubscriptionRow } from "@/lib/db/rows";
import { carried, carriedDiscount, onlyCarried, spent } from "@/lib/domain/discount";
import { nextPlan } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { activate, renew, requireRenewable } from "@/lib/domain/subscription";
import { composeId } from "@/lib/domain/token";
import { chooseReduction } from "@/lib/services/catalog/discounts/choose";
import { requireShown } from "@/lib/services/core/shown";
import type { Caller, Unit } from "@/lib/services/core/world";
import { verb } from "@/lib/services/people/accounts/permit";
import { type AppliedChange, applyChange, prepareNow, preparePending } from "../changes/apply-change";
import { changeShown, quoteChange } from "../changes/change";
import { lockSubscription } from "../subscriptions/read";
import { createSubscription, findPaid, recordDueSteps, recordPeriod } from "../subscriptions/record";

export interface NewTestSubscription {
  productId: number;
  /** The seller's own id for the user. */
  ref: string | null;
  /** Trimmed and lower-cased. */
  email: string | null;
  /** Idempotency key of the button press: pressing twice pays once. Null where the caller does not repeat requests. */
  paymentKey: string | null;
  /** The code of a discount, as typed. One that is refused takes nothing off. */
  code?: string;
}

/**
 * Does in test mode what a successful first payment does: a subscription starts, or the existing one of this ref (or
 * e-mail, where there is no ref) for the product gets a period. No order, ledger, fee, wallet, SMS or e-mail is
 * written.
 */
export const startTestSubscription = verb(
  "test_mode.change",
  async (
    unit,
    caller: Caller,
    input: NewTestSubscription,
  ): Promise<{ row: SubscriptionRow; created: boolean }> => {
    await requireTestMode(unit, caller);
    const product = await unit.tx.product.findFirst({
      where: { id: input.productId, storeId: caller.storeId },
    });
    if (!product?.interval || product.status !== "active") throw new NotFound();
    // Two concurrent first payments for one ref must become one subscription: the second waits here for the first.
    await unit.tx.$queryRaw`SELECT 1 FROM products WHERE id = ${product.id} FOR UPDATE`;
    const paid = await findPaid(unit, { storeId: caller.storeId, livemode: false }, input.paymentKey);
    if (paid) return { row: paid, created: false };
    const existing = await findExisting(unit, caller, input);
    if (existing) return { row: await addPeriod(unit, existing, input.paymentKey), created: false };
    const { facts, period, event } = activate({ interval: product.interval, at: unit.now });
    const price = product.salePriceMinor ?? product.priceMinor;
    const { reduction } = await chooseReduction(
      unit.world,
      unit.tx,
      caller.storeId,
      {
        ...{ productId: product.id, priceMinor: price, currency: product.currency, renews: null },
        ...{ typed: input.code ?? "", leastMinor: 0n },
      },
      null,
      unit.now,
    );
    const left = reduction && reduction.periods !== null ? reduction.periods - 1 : null;
    const given = reduction
      ? await unit.tx.discount.findUniqueOrThrow({ where: { id: reduction.discountId } })
      : null;
    const row = await createSubscription(unit, { ...caller, livemode: false }, product, facts, {
      id: composeId("sub_", unit.now.getTime(), unit.world.random.bytes(24)),
      customerId: await testCustomer(unit, caller, input),
      ref: input.ref,
      ...(given && reduction ? carried(given, reduction.code, left) : {}),
    });
    const step = { at: unit.now, event, previousStatus: null, to: {} };
    return {
      row: await recordPeriod(unit, row, {
        kind: reduction?.amountMinor === price ? "free" : "paid",
        period,
        step,
        price: { listMinor: price, discountMinor: reduction?.amountMinor ?? 0n },
        paymentKey: input.paymentKey,
      }),
      created: true,
    };
  },
);

/** A renewal payment of a locked subscription, by the same rules as live ones. */
export async function addPeriod(
  unit: Unit,
  row: SubscriptionRow,
  paymentKey: string | null,
): Promise<SubscriptionRow> {
  const current = await recordDueSteps(unit, row);
  requireRenewable(current, unit.now);
  const pending = await preparePending(unit, current, nextPlan(current).amountMinor, unit.now);
  if (pending) return recordTestChange(unit, current, pending, 0n, paymentKey);
  const { period, ...step } = renew(current, unit.now);
  // What it was given; nothing is counted as redeemed in test mode.
  const discountMinor = carriedDiscount(current);
  const price = { listMinor: current.amountMinor, discountMinor };
  const discount = discountMinor > 0n ? onlyCarried(spent(current)) : {};
  const kind = discountMinor < current.amountMinor ? "paid" : "free";
  return recordPeriod(unit, current, { kind, period, step, price, discount, paymentKey });
}

/** What a payment for another plan does, without the order. `discountMinor`: what unused time pays for. */
export async function recordTestChange(
  unit: Unit,
  row: SubscriptionRow,
  change: AppliedChange,
  discountMinor: bigint,
  paymentKey: string | null,
): Promise<SubscriptionRow> {
  const changed = await applyChange(unit, row, change, null);
  const { period, step, plan } = change;
  const kind = discountMinor < plan.amountMinor ? ("paid" as const) : ("free" as const);
  const price = { listMinor: plan.amountMinor, discountMinor };
  return recordPeriod(unit, changed, { kind, period, step, price, paymentKey });
}

async function findExisting(
  unit: Unit,
  caller: Caller,
  input: NewTestSubscription,
): Promise<SubscriptionRow | null> {
  if (input.ref === null && input.email === null) return null;
  const found = await unit.tx.subscription.findFirst({
    where: {
      storeId: caller.storeId,
      livemode: false,
      productId: input.productId,
      ref: input.ref,
      ...(input.ref === null && input.email !== null ? { customer: { email: input.email } } : {}),
    },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  return found && lockSubscription(unit, { storeId: caller.storeId, livemode: false }, found.id);
}

/** Test users are customers of test subscriptions only; they are in no list, and Delete test data removes them. */
async function testCustomer(unit: Unit, caller: Caller, input: NewTestSubscription): Promise<number> {
  const { tx, now } = unit;
  const data = {
    accountId: caller.accountId,
    livemode: false,
    name: input.email ?? input.ref ?? "Test user",
    email: input.email,
    source: "subscription" as const,
    customerSince: now,
    createdAt: now,
    updatedAt: now,
  };
  if (input.email === null) return (await tx.customer.create({ data, select: { id: true } })).id;
  await tx.customer.createMany({ data: [data], skipDuplicates: true });
  const key = { accountId: caller.accountId, livemode: false, email: input.email };
  return (
    await tx.customer.findUniqueOrThrow({ where: { accountId_livemode_email: key }, select: { id: true } })
  ).id;
}

/**
 * Does in test mode what the payment for another plan does. `paymentKey` names the press, so that pressing twice changes
 * once. Throws NotFound, Changed, and as `quoteChange` does.
 */
export const changeTestPlan = verb(
  "subscription.change_plan",
  async (
    unit,
    caller: Caller,
    id: string,
    { productId, paymentKey }: { productId: number; paymentKey: string | null },
  ): Promise<SubscriptionRow> => {
    const locked = await lockSubscription(unit, { storeId: caller.storeId, livemode: false }, id);
    if (!locked) throw new NotFound();
    if (await findPaid(unit, locked, paymentKey)) return locked;
    const row = await recordDueSteps(unit, locked);
    const quote = await quoteChange(unit.tx, row, productId, unit.now);
    requireShown(unit.world, caller, `change/${id}`, changeShown(quote));
    if (quote.kind !== "now") throw new Refusal("not_changeable");
    const change = await prepareNow(unit, row, quote.to, quote.dueMinor, unit.now);
    return recordTestChange(unit, row, change, quote.to.amountMinor - quote.dueMinor, paymentKey);
  },
);

/**
 * Removes every test subscription of the store, with its periods and test users, and the test events with their
 * deliveries. Live rows are out of reach: every statement names livemode false.
 */
export const deleteTestData = verb(
  "test_mode.change",
  async (unit, caller: Caller): Promise<{ subscriptions: number }> => {
    const { tx } = unit;
    const where = { storeId: caller.storeId, livemode: false };
    await tx.webhookDelivery.deleteMany({ where });
    await tx.event.deleteMany({ where });
    await tx.trialUse.deleteMany({ where });
    await tx.planChange.deleteMany({ where });
    await tx.subscriptionPeriod.deleteMany({ where });
    const { count } = await tx.subscription.deleteMany({ where });
    await tx.customer.deleteMany({
      where: { accountId: caller.accountId, livemode: false, subscriptions: { none: {} } },
    });
    await unit.audit(caller, {
      action: "test_data.deleted",
      target: `store:${caller.storeId}`,
      details: { subscriptions: count },
    });
    return { subscriptions: count };
  },
);

/** Throws Refusal `test_mode_off` until a test key was created (spec, Test keys). */
export async function requireTestMode(unit: Unit, store: { storeId: number }): Promise<void> {
  const { testModeSince } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { testModeSince: true },
  });
  if (!testModeSince) throw new Refusal("test_mode_off");
}
