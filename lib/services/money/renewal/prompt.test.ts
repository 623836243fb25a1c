import { beforeEach, describe, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { scheduleChange } from "@/lib/services/billing/changes/change";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { agreeToRenewal, turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { transact } from "@/lib/services/core/unit";
import { discount } from "@/lib/testing/discounts";
import { openShop, renewalShop } from "@/lib/testing/in-paying-world";
import { type PayingWorld, press, withRail } from "@/lib/testing/payments";
import { subscriptionPrice } from "@/lib/testing/prices";
import { renewingPhoneBecomes } from "@/lib/testing/subscription";
import { standAt } from "@/lib/testing/transactions";
import { pollOpenAttempts } from "../settlement/poll";
import { agreeOnManagePage } from "./on-manage-page";
import { renewDue } from "./renew-due";
import { scheduledToday } from "./source";

const { world, shop } = await openShop(renewalShop, "own");
let id: string;

const second = 1_000;
const minute = 60 * second;
const box = { text: "Ask my phone by itself every month. I enter my PIN.", language: "en" };

beforeEach(async () => {
  id = await subscriber();
});

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

async function subscriber(ref = "user_1", phone = "0772123789"): Promise<string> {
  const paymentFor = { kind: "subscription_start" as const, productId: shop.products[0].id, ref };
  await press(world, shop, {
    for: paymentFor,
    phone,
    email: `${ref}@example.com`,
    renews: { ...box, text: () => box.text },
  });
  await pass(4 * second);
  return (await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id, ref } })).id;
}

function row(of = id): Promise<SubscriptionRow> {
  return world.db.subscription.findUniqueOrThrow({ where: { id: of }, include: subscriptionInclude });
}

/** To an instant of the chosen hour or later: what is due is done. */
async function goTo(at: string, by: PayingWorld = world) {
  world.clock.set(new Date(at));
  await advanceDueSubscriptions(by);
  await remindDueSubscriptions(by);
  const result = await renewDue(by);
  await pass(5 * second);
  return result;
}

const attempts = () =>
  world.db.paymentAttempt.findMany({ where: { renewalOf: id }, orderBy: { createdAt: "asc" } });

const told = async () =>
  (
    await world.db.message.findMany({ where: { objectId: id, channel: "email" }, orderBy: { id: "asc" } })
  ).map(({ template }) => template);

const events = async () =>
  (await world.db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } })).map(
    ({ type }) => type,
  );

/** The payer agrees anew, so that what was agreed to before is over. */
async function agreeAnew(): Promise<null> {
  const way = { kind: "phone" as const, phone: "+256772123789", network: "mtn_ug" };
  const terms = { capMinor: 50_000n, interval: "month" as const, provenBy: "before" as const };
  await transact(world, async (unit) => {
    const locked = await lockSubscription(unit, shop.live, id);
    if (locked) await agreeToRenewal(unit, locked, { mode: "prompt", ...box, ...terms }, way);
  });
  return null;
}

const phoneBecomes = (phone: string) => renewingPhoneBecomes(world, id, phone);

describe("a payer who agreed", () => {
  test("is on it once the payment came, with the words that stood there and the amount as the limit", async () => {
    expect(await row()).toMatchObject({ renewalMode: "prompt", renewalNetwork: "mtn_ug", renewalTries: 0 });
    const consent = await world.db.renewalConsent.findFirstOrThrow({ where: { subscriptionId: id } });
    expect(consent).toMatchObject({
      ...box,
      mode: "prompt",
      capMinor: 50_000n,
      interval: "month",
      endedAt: null,
    });
    expect(await events()).toEqual(["subscription.activated", "subscription.renewal_changed"]);
    const at = (await row()).nextRenewalTryAt?.toISOString() ?? "";
    expect(at >= "2026-04-11T06:00:00.000Z" && at < "2026-04-11T07:00:00.000Z").toBe(true);
  });

  test("and had an offer that ends agrees to the price after it, and is asked for what is due each time", async () => {
    await discount(world, shop, { code: "HALF", percent: 50, duration: "periods", duration_periods: 2 });
    const paymentFor = { kind: "subscription_start" as const, productId: shop.products[0].id, ref: "half" };
    const text = (totalMinor: bigint) => `Ask for ${totalMinor}.`;
    const payer = { phone: "0772124789", email: "half@example.com", code: "half" };
    await press(world, shop, { ...payer, for: paymentFor, renews: { text, language: "en" } });
    await pass(4 * second);
    const where = { storeId: shop.store.id, ref: "half" };
    id = (await world.db.subscription.findFirstOrThrow({ where })).id;
    const consent = await world.db.renewalConsent.findFirstOrThrow({ where: { subscriptionId: id } });
    expect(consent).toMatchObject({ capMinor: 50_000n, text: "Ask for 50000." });
    await goTo("2026-04-11T07:00:00Z");
    await goTo("2026-05-11T07:00:00Z");
    expect((await attempts()).map(({ amountMinor, status }) => [amountMinor, status])).toEqual([
      [25_000n, "succeeded"],
      [50_000n, "succeeded"],
    ]);
  });

  test("is asked by itself on the day before the end, and has a period more without ever being past due", async () => {
    expect(await goTo("2026-04-11T05:59:00Z")).toMatchObject({ tried: 0 });
    expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 1, failed: 0 });
    const after = await row();
    expect(after).toMatchObject({
      status: "active",
      paymentsCount: 2,
      renewalTries: 0,
      renewalFailure: null,
    });
    expect(after.currentPeriodEnd).toEqual(new Date("2026-05-12T12:00:04.000Z"));
    expect(after.nextRenewalTryAt?.toISOString().slice(0, 10)).toBe("2026-05-11");
    const [attempt] = await attempts();
    expect(attempt).toMatchObject({
      initiator: "schedule",
      renewalTry: 1,
      status: "succeeded",
      method: "mobile_money",
    });
    expect(attempt?.calledAt).not.toBeNull();
    expect(await events()).toContain("subscription.renewed");
    expect(await events()).not.toContain("subscription.past_due");
  });

  test("is told three days before, and of nothing else while it goes well", async () => {
    for (const at of [
      "2026-04-05T07:00:00Z",
      "2026-04-09T07:00:00Z",
      "2026-04-11T07:00:00Z",
      "2026-04-12T07:00:00Z",
    ])
      await goTo(at);
    expect(await told()).toEqual(["renewal_notice_prompt"]);
    const notice = await world.db.message.findFirstOrThrow({
      where: { objectId: id, template: "renewal_notice_prompt", channel: "email" },
    });
    expect(notice.body).toContain("On 11 April 2026 we ask your phone 0772 •••789 for UGX 50,000");
  });

  test("is asked once, however many workers look and however often", async () => {
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    const all = await Promise.all(Array.from({ length: 6 }, () => renewDue(world)));
    expect(all.reduce((sum, { tried }) => sum + tried, 0)).toBe(1);
    expect((await renewDue(world)).tried).toBe(0);
    expect(await attempts()).toHaveLength(1);
    await pass(5 * second);
  });

  test("is not asked after paying by hand an hour before", async () => {
    world.clock.set(new Date("2026-04-11T05:30:00Z"));
    await press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id } });
    await pass(5 * second);
    expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 0 });
    expect(await row()).toMatchObject({ paymentsCount: 2, renewalMode: "prompt" });
    expect((await row()).nextRenewalTryAt?.toISOString().slice(0, 10)).toBe("2026-05-11");
  });

  test("is not asked while a payment by hand is open", async () => {
    await phoneBecomes("+256772123789");
    world.clock.set(new Date("2026-04-11T06:59:59Z"));
    await press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id } });
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    expect(await renewDue(world)).toMatchObject({ tried: 0, failed: 0 });
    await pass(5 * second);
    expect(await row()).toMatchObject({ paymentsCount: 2 });
  });
});

describe("a try that fails", () => {
  test("is not asked while a first payment of an order that a second one paid is open", async () => {
    world.clock.set(new Date("2026-04-10T12:00:00.000Z"));
    const byHand = { kind: "subscription_renewal" as const, subscriptionId: id };
    const silent = withRail(world, {
      charge: async () => ({
        ...{ kind: "pending", railRef: "slow", prompt: { type: "pin_push" }, pollAfterMs: 5_000 },
        expiresAt: new Date(world.clock.now().getTime() + minute),
      }),
    });
    const first = await press(silent, shop, { for: byHand, phone: "0772124789" });
    const slow = withRail(world, {
      chargeStatus: async (ref) =>
        ref.attemptId === first.id ? { kind: "pending" } : world.sandbox.rail.chargeStatus(ref),
    });
    world.clock.advance(11 * minute);
    await press(slow, shop, { for: byHand, phone: "0772125789" });
    world.clock.advance(30 * second);
    await pollOpenAttempts(slow);
    await world.settled();
    expect((await row()).currentPeriodEnd.toISOString()).toContain("2026-05-12");
    world.clock.set(new Date("2026-05-11T07:00:00.000Z"));
    expect(await world.db.paymentAttempt.findUnique({ where: { id: first.id } })).toMatchObject({
      status: "pending",
    });
    expect(await renewDue(slow)).toMatchObject({ tried: 0 });
    expect(await attempts()).toHaveLength(0);
    expect((await row()).nextRenewalTryAt?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  });

  test("is told with the next day, published, and tried again; the third and last says that it was", async () => {
    await phoneBecomes("+256772123049");
    await goTo("2026-04-11T07:00:00Z");
    expect(await row()).toMatchObject({ renewalFailure: "insufficient_funds", renewalTries: 1 });
    await goTo("2026-04-12T07:00:00Z");
    await goTo("2026-04-13T07:00:00Z");
    await goTo("2026-04-15T07:00:00Z");
    expect((await attempts()).map(({ renewalTry, status }) => [renewalTry, status])).toEqual([
      [1, "failed"],
      [2, "failed"],
      [3, "failed"],
    ]);
    const messages = (await told()).filter((template) => template.startsWith("renewal_failed"));
    expect(messages).toEqual(["renewal_failed_again", "renewal_failed_again", "renewal_failed_last"]);
    const failed = await world.db.event.findMany({
      where: { objectId: id, type: "subscription.renewal_failed" },
      orderBy: { sequence: "asc" },
    });
    expect(failed).toHaveLength(3);
    expect(JSON.parse(failed[0]?.payload ?? "").data.attempt).toMatchObject({
      reason: "insufficient_funds",
      next_try_at: expect.stringMatching(/^2026-04-12T/),
    });
    expect((await row()).nextRenewalTryAt).toBeNull();
    // One order for all of them.
    expect(new Set((await attempts()).map(({ orderId }) => orderId)).size).toBeLessThanOrEqual(2);
    await goTo("2026-04-16T07:00:00Z");
    expect(await row()).toMatchObject({ status: "expired", renewalMode: "manual" });
    const consent = await world.db.renewalConsent.findFirstOrThrow({ where: { subscriptionId: id } });
    expect(consent.endedBy).toBe("expired");
  });

  test("because the payer refused, twice in a row, ends it, and they are told", async () => {
    await phoneBecomes("+256772123149");
    await goTo("2026-04-11T07:00:00Z");
    expect(await row()).toMatchObject({ renewalMode: "prompt", renewalRefusals: 1 });
    await goTo("2026-04-12T07:00:00Z");
    expect(await row()).toMatchObject({
      renewalMode: "manual",
      nextRenewalTryAt: null,
      renewalConsentId: null,
    });
    expect((await told()).at(-1)).toBe("renewal_refused_off");
    expect((await events()).slice(-2)).toEqual([
      "subscription.renewal_failed",
      "subscription.renewal_changed",
    ]);
    await goTo("2026-04-15T07:00:00Z");
    expect(await attempts()).toHaveLength(2);
  });

  test("with a refusal before and after another reason is not refused twice in a row", async () => {
    for (const [reason, at, refusals] of [
      ["cancelled_by_payer", "2026-04-11T07:00:00Z", 1],
      ["insufficient_funds", "2026-04-12T07:00:00Z", 0],
      ["cancelled_by_payer", "2026-04-15T07:00:00Z", 1],
    ] as const) {
      await goTo(at, withRail(world, { charge: async () => ({ kind: "failed", failure: { reason } }) }));
      expect(await row()).toMatchObject({ renewalMode: "prompt", renewalRefusals: refusals });
    }
  });

  test("is not followed by another while its outcome is unknown", async () => {
    const silent = withRail(world, {
      charge: async () => {
        throw new Error("The line broke.");
      },
      chargeStatus: async () => ({ kind: "pending" }),
    });
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    await renewDue(silent);
    world.clock.set(new Date("2026-04-12T07:00:00Z"));
    expect(await renewDue(silent)).toMatchObject({ tried: 0, failed: 0 });
    expect(await attempts()).toHaveLength(1);
    expect((await row()).nextRenewalTryAt).toEqual(new Date("2026-04-12T07:10:00Z"));
  });

  test("with a process that died between the commit and the call is failed later, and the next day's is made", async () => {
    const dies = { ...world, rails: { ...world.rails, all: [] as typeof world.rails.all } };
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    let charged = 0;
    const rail = {
      ...world.sandbox.rail,
      charge: () => {
        charged += 1;
        throw new Error("killed");
      },
    };
    dies.rails.all = [rail];
    await renewDue(dies);
    expect(charged).toBe(1);
    await pass(16 * minute);
    expect((await attempts())[0]).toMatchObject({ status: "failed", failureReason: "provider_unavailable" });
    await goTo("2026-04-12T07:00:00Z");
    expect(await row()).toMatchObject({ paymentsCount: 2, renewalFailure: null });
  });
});

describe("switched off", () => {
  test("nothing is asked any more, and the reminders are back", async () => {
    const { underWay } = await turnOffRenewal(world, { ...shop.live, actor: "payer" }, id);
    expect(underWay).toBeNull();
    await goTo("2026-04-11T07:00:00Z");
    expect(await attempts()).toEqual([]);
    expect(await told()).toEqual(["renewal_one_day"]);
    expect((await turnOffRenewal(world, { ...shop.live, actor: "payer" }, id)).row.renewalMode).toBe(
      "manual",
    );
    expect(await events()).toEqual([
      "subscription.activated",
      ...Array(2).fill("subscription.renewal_changed"),
      "subscription.renewal_due",
    ]);
  });

  test("after the call, the payer is told of the payment that is under way", async () => {
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    await renewDue(world);
    const { underWay } = await turnOffRenewal(world, { ...shop.live, actor: "payer" }, id);
    expect(underWay).toBe((await attempts())[0]?.token);
    await pass(5 * second);
    expect(await row()).toMatchObject({ paymentsCount: 2, renewalMode: "manual" });
  });

  test.each<[string, () => Promise<string | null>]>([
    [
      "switched off",
      async () => (await turnOffRenewal(world, { ...shop.live, actor: "payer" }, id)).underWay,
    ],
    ["agreed to anew", agreeAnew],
  ])(
    "between the words of a try and its call, %s: nothing is asked, nor said to be under way",
    async (_, act) => {
      world.clock.set(new Date("2026-04-11T07:00:00Z"));
      let said: string | null | undefined;
      const leave = standAt("COMMIT", async (go) => {
        const done = await go();
        if (said === undefined && (await attempts()).length > 0) {
          said = null;
          said = await act();
        }
        return done;
      });
      await renewDue(world).finally(leave);
      expect(said).toBeNull();
      expect(await attempts()).toMatchObject([{ status: "failed", calledAt: null }]);
    },
  );

  test("by cancelling, by the store or while it is suspended: nothing is asked", async () => {
    const other = await subscriber("user_2", "0772123456");
    await cancelSubscription(world, shop.live, other);
    expect(await row(other)).toMatchObject({ renewalMode: "manual", nextRenewalTryAt: null });
    for (const data of [{ letsRenew: false }, { letsRenew: true, status: "suspended" as const }]) {
      await world.db.store.update({ where: { id: shop.store.id }, data });
      expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 0, failed: 0 });
    }
    await world.db.store.update({ where: { id: shop.store.id }, data: { status: "active" } });
    expect(await goTo("2026-04-11T09:00:00Z")).toMatchObject({ tried: 1 });
  });
});

describe("the price", () => {
  test("above what was agreed takes nothing: the payer is asked to agree anew", async () => {
    await subscriptionPrice(world, id, 60_000n);
    await goTo("2026-04-09T07:00:00Z");
    expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 0, failed: 0 });
    expect(await attempts()).toEqual([]);
    expect(await told()).toEqual(["renewal_price_changed"]);
    await goTo("2026-04-12T07:00:00Z");
    expect((await told()).at(-1)).toBe("renewal_end_day");
  });

  test("below it, but more often than was agreed, takes nothing until the payer agrees", async () => {
    const {
      id: _,
      token: __,
      ...monthly
    } = await world.db.product.findUniqueOrThrow({
      where: { id: shop.products[0].id },
    });
    const weekly = await world.db.product.create({
      data: { ...monthly, token: `weekly${id}`, name: "Weekly", interval: "week", priceMinor: 20_000n },
    });
    await scheduleChange(world, shop.live, id, weekly.id);
    await goTo("2026-04-09T07:00:00Z");
    expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 0, failed: 0 });
    expect(await attempts()).toEqual([]);
    expect(await told()).toEqual(["renewal_price_changed"]);
    const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
    await agreeOnManagePage(world, payer, id, { to: "same", ...box });
    expect(await goTo("2026-04-12T07:00:00Z")).toMatchObject({ tried: 1, failed: 0 });
    expect(await row()).toMatchObject({ interval: "week", paymentsCount: 2 });
    const consents = await world.db.renewalConsent.findMany({ where: { subscriptionId: id, endedAt: null } });
    expect(consents).toMatchObject([{ interval: "week", capMinor: 20_000n }]);
  });

  test("below it is taken as it is", async () => {
    await subscriptionPrice(world, id, 40_000n);
    await goTo("2026-04-11T07:00:00Z");
    expect((await attempts())[0]).toMatchObject({ amountMinor: 40_000n, status: "succeeded" });
  });
});

test("the operator switches it off for a rail, and limits it in a day, with a task", async () => {
  // What payers pay themselves is not of that day.
  const before = await scheduledToday(world, "sandbox");
  await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "by hand" },
    phone: "0772 124 789",
  });
  expect(await scheduledToday(world, "sandbox")).toBe(before);
  const base = { rail: "sandbox", updatedBy: "test", updatedAt: world.clock.now() };
  await world.db.railRenewal.create({ data: { ...base, enabled: false, dailyMax: 100 } });
  expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 0, failed: 0 });
  await world.db.railRenewal.update({ where: { rail: "sandbox" }, data: { enabled: true, dailyMax: 0 } });
  expect(await goTo("2026-04-11T08:10:00Z")).toMatchObject({ tried: 0, failed: 0 });
  expect(await world.db.task.count({ where: { kind: "renewals_capped", subject: "sandbox" } })).toBe(1);
  await world.db.railRenewal.delete({ where: { rail: "sandbox" } });
  expect(await goTo("2026-04-11T09:20:00Z")).toMatchObject({ tried: 1 });
});

test("what is looked at while its payer pays by hand is next tried for the new end, raced", async () => {
  for (let round = 0; round < 15; round += 1) {
    const { currentPeriodEnd } = await row();
    world.clock.set(new Date(currentPeriodEnd.getTime() - 20 * 24 * 60 * minute));
    await world.db.subscription.update({ where: { id }, data: { nextRenewalTryAt: world.clock.now() } });
    await press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id } });
    world.clock.advance(5 * second);
    await Promise.all([renewDue(world), pollOpenAttempts(world), renewDue(world)]);
    await world.settled();
    const after = await row();
    expect(after.currentPeriodEnd > currentPeriodEnd).toBe(true);
    const dayBefore = after.currentPeriodEnd.getTime() - (after.nextRenewalTryAt?.getTime() ?? 0);
    expect(dayBefore).toBeGreaterThan(0);
    expect(dayBefore).toBeLessThan(2 * 24 * 60 * minute);
  }
});
