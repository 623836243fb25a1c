import { expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { openShop, renewalShop } from "@/lib/testing/in-paying-world";
import { type PayingWorld, press, withRail } from "@/lib/testing/payments";
import { subscriptionPrice } from "@/lib/testing/prices";
import { recordDisputes } from "../settlement/disputes/record";
import { pollOpenAttempts } from "../settlement/poll";
import { forgetCards, warnOfCards } from "./follow-cards";
import { agreeOnManagePage } from "./on-manage-page";
import { renewDue } from "./renew-due";

const { world, shop } = await openShop(renewalShop, "own");

const good = "4242424242424242";
const asks = "4000002500003155";
const declines = "4000000000000341";
const box = { text: "Charge this card by itself.", language: "en" };

async function settleAll(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

/** Pays by card, with the box ticked or not; the subscription. */
async function subscriber(
  number: string,
  { ref = "user_1", expiry = "12/30", ticks = true } = {},
): Promise<SubscriptionRow> {
  const { id } = await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref },
    ...{ method: "card", email: "ann@example.com", phone: undefined },
    ...(ticks ? { renews: { ...box, text: () => box.text } } : {}),
  });
  const step = await world.sandbox.cardPage.pay(id, { number, expiry, cvc: "123" });
  if (step.kind === "three_d_secure") await world.sandbox.cardPage.confirm(id, true);
  await settleAll();
  return world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id, ref },
    include: subscriptionInclude,
  });
}

const row = (id: string) =>
  world.db.subscription.findUniqueOrThrow({ where: { id }, include: subscriptionInclude });

async function goTo(at: string, by: PayingWorld = world) {
  world.clock.set(new Date(at));
  await advanceDueSubscriptions(by);
  await remindDueSubscriptions(by);
  const result = await renewDue(by);
  await settleAll();
  return result;
}

const told = async (id: string) =>
  (
    await world.db.message.findMany({ where: { objectId: id, channel: "email" }, orderBy: { id: "asc" } })
  ).map(({ template }) => template);

const card = () =>
  world.db.paymentInstrument.findFirstOrThrow({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
  });

test("a card is kept with its payment, and charged by itself on the day before the end", async () => {
  const { id } = await subscriber(good);
  expect(await row(id)).toMatchObject({
    renewalMode: "charge",
    renewalCard: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 },
  });
  await goTo("2026-04-09T07:00:00Z");
  expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 1, failed: 0 });
  expect(await row(id)).toMatchObject({ status: "active", paymentsCount: 2, renewalFailure: null });
  expect(await told(id)).toEqual(["renewal_notice_charge"]);
});

test("an unticked box keeps nothing; a ticked one at a rail that keeps no card neither", async () => {
  const { id } = await subscriber(good, { ticks: false });
  expect(await row(id)).toMatchObject({ renewalMode: "manual", renewalCard: null });
  expect(await world.db.paymentInstrument.count({ where: { storeId: shop.store.id } })).toBe(0);
});

test("the token is sealed, and stands in no event, message or attempt", async () => {
  const { id } = await subscriber(good);
  const { tokenSealed } = await card();
  const token = world.secrets.open(tokenSealed ?? new Uint8Array());
  expect(token).toContain("charge");
  await goTo("2026-04-11T07:00:00Z");
  const { rows } = await world.pool.query(
    `SELECT payload AS said FROM events UNION ALL SELECT body FROM messages
     UNION ALL SELECT to_jsonb(payment_attempts)::text FROM payment_attempts WHERE renewal_of = $1`,
    [id],
  );
  expect(rows.filter(({ said }) => said.includes(token))).toEqual([]);
});

test("a bank that asks for its payer: they get the link, nothing more is tried, and paying there renews", async () => {
  const { id } = await subscriber(asks);
  await goTo("2026-04-11T07:00:00Z");
  expect(await row(id)).toMatchObject({
    renewalFailure: "card_authentication_failed",
    nextRenewalTryAt: null,
  });
  expect(await told(id)).toEqual(["renewal_needs_payer"]);
  const event = await world.db.event.findFirstOrThrow({
    where: { objectId: id, type: "subscription.renewal_failed" },
  });
  expect(JSON.parse(event.payload).data.attempt).toMatchObject({
    reason: "card_authentication_failed",
    next_try_at: null,
    action_url: expect.stringContaining("/attempt/"),
  });
  expect(await goTo("2026-04-12T07:00:00Z")).toMatchObject({ tried: 0, failed: 0 });
  expect(await world.db.paymentAttempt.count({ where: { renewalOf: id } })).toBe(1);
  expect((await told(id)).filter((template) => template.startsWith("renewal_failed"))).toEqual([]);
});

test("a bank that only says that it wants its payer: they get the page on which they pay by hand", async () => {
  const { id } = await subscriber(good);
  const failure = { reason: "card_authentication_failed" as const };
  const wants = withRail(world, { chargeKept: async () => ({ kind: "failed", failure }) });
  await goTo("2026-04-11T07:00:00Z", wants);
  expect(await told(id)).toEqual(["renewal_needs_payer"]);
  const message = await world.db.message.findFirstOrThrow({ where: { objectId: id, channel: "email" } });
  expect(message.body).toMatch(/\/manage\/[^/\s]+\/renew/);
  expect(await goTo("2026-04-12T07:00:00Z")).toMatchObject({ tried: 0, failed: 0 });
});

test("a declined card is charged again on the days that follow, four times in all", async () => {
  const { id } = await subscriber(declines);
  for (const day of ["11", "12", "13", "14"]) await goTo(`2026-04-${day}T07:00:00Z`);
  expect(await world.db.paymentAttempt.count({ where: { renewalOf: id, status: "failed" } })).toBe(4);
  expect((await told(id)).filter((template) => template.startsWith("renewal_failed"))).toEqual([
    ...Array(3).fill("renewal_failed_again"),
    "renewal_failed_last",
  ]);
});

test("a process that is killed between the commit and the call takes nothing; the next day's try does", async () => {
  const { id } = await subscriber(good);
  const { pool } = world;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  let isCommitted = false;
  // The next transaction never begins.
  const dies = (...given: unknown[]) =>
    isCommitted && given.length === 0 ? Promise.reject(new Error("killed")) : connect(...given);
  const wake: typeof world.wake = (topic) => {
    if (topic === "attempts") isCommitted = true;
  };
  world.clock.set(new Date("2026-04-11T07:00:00Z"));
  Object.assign(pool, { connect: dies });
  try {
    expect(await renewDue({ ...world, wake })).toMatchObject({ tried: 0, failed: 1 });
  } finally {
    Reflect.deleteProperty(pool, "connect");
  }
  const attempts = () =>
    world.db.paymentAttempt.findMany({ where: { renewalOf: id }, orderBy: { renewalTry: "asc" } });
  expect(await attempts()).toMatchObject([{ status: "created", calledAt: null, railRef: null }]);
  world.clock.advance(16 * 60_000);
  await pollOpenAttempts(world);
  expect(await attempts()).toMatchObject([{ status: "failed", failureReason: "provider_unavailable" }]);
  expect(await row(id)).toMatchObject({ paymentsCount: 1, renewalMode: "charge" });
  await goTo("2026-04-12T07:00:00Z");
  expect(await attempts()).toMatchObject([{ status: "failed" }, { status: "succeeded", renewalTry: 2 }]);
  expect(await row(id)).toMatchObject({ paymentsCount: 2, renewalFailure: null });
});

test("a process that is killed after the call took the money once, and the poll says so", async () => {
  const { id } = await subscriber(good);
  const lost = withRail(world, {
    chargeKept: async (request) => {
      await world.sandbox.rail.chargeKept?.(request);
      throw new Error("killed");
    },
  });
  world.clock.set(new Date("2026-04-11T07:00:00Z"));
  await renewDue(lost);
  expect(await row(id)).toMatchObject({ paymentsCount: 1 });
  await settleAll();
  await goTo("2026-04-12T07:00:00Z");
  expect(await row(id)).toMatchObject({ paymentsCount: 2, status: "active" });
  expect(await world.db.paymentAttempt.count({ where: { renewalOf: id } })).toBe(1);
});

test("a card that no bank will take again ends it, and the rail forgets it", async () => {
  const { id } = await subscriber(good);
  const dead = withRail(world, {
    chargeKept: async () => ({ kind: "failed", failure: { reason: "card_expired" } }),
  });
  await goTo("2026-04-11T07:00:00Z", dead);
  expect(await row(id)).toMatchObject({ renewalMode: "manual", renewalCard: null, instrumentId: null });
  expect((await told(id)).at(-1)).toBe("card_over");
  expect(await card()).toMatchObject({ status: "refused", nextForgetAt: expect.any(Date) });
  expect(await forgetCards(world)).toEqual({ forgotten: 1, failed: 0 });
  expect(await card()).toMatchObject({ tokenSealed: null, nextForgetAt: null });
});

test("two subscriptions use one card: it is forgotten when the second is switched off too", async () => {
  const one = await subscriber(good);
  const two = await subscriber(good, { ref: "user_2" });
  expect(two.instrumentId).toBe(one.instrumentId);
  // It was kept again under another token: the one before is taken off at the rail.
  expect(await forgetCards(world)).toEqual({ forgotten: 1, failed: 0 });
  const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
  await turnOffRenewal(world, payer, one.id);
  expect(await forgetCards(world)).toEqual({ forgotten: 0, failed: 0 });
  expect((await card()).tokenSealed).not.toBeNull();
  await turnOffRenewal(world, payer, two.id);
  const slow = withRail(world, { forget: async () => ({ kind: "pending" }) });
  expect(await forgetCards(slow)).toEqual({ forgotten: 0, failed: 0 });
  expect(await card()).toMatchObject({ status: "revoked", tokenSealed: expect.anything() });
  world.clock.advance(61 * 60_000);
  expect(await forgetCards(world)).toEqual({ forgotten: 1, failed: 0 });
  expect((await card()).tokenSealed).toBeNull();
});

// Found by the simulation, seed 48.
test("a card that no bank will take again ends it for each subscription that it pays for, and each is told", async () => {
  const one = await subscriber(good);
  world.clock.set(new Date("2026-03-20T12:00:00Z"));
  const two = await subscriber(good, { ref: "user_2" });
  const dead = withRail(world, {
    chargeKept: async () => ({ kind: "failed", failure: { reason: "card_expired" } }),
  });
  await goTo("2026-04-11T07:00:00Z", dead);
  await forgetCards(world);
  for (const { id } of [one, two]) {
    expect(await row(id)).toMatchObject({ renewalMode: "manual", renewalCard: null, instrumentId: null });
    expect((await told(id)).filter((template) => template === "card_over")).toHaveLength(1);
  }
  expect(await card()).toMatchObject({ status: "refused", tokenSealed: null });
});

test("a card that is let go of and kept again under the same token stays at the rail", async () => {
  const one = await subscriber(good);
  const { tokenSealed, tokenHash } = await card();
  const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
  await turnOffRenewal(world, payer, one.id);
  const two = await subscriber(good, { ref: "user_2" });
  await world.db.paymentInstrument.updateMany({
    where: { storeId: shop.store.id, status: "active" },
    data: { tokenSealed, tokenHash },
  });
  const forgets: string[] = [];
  const rail = withRail(world, {
    forget: async (token) => {
      forgets.push(token);
      return { kind: "forgotten" };
    },
  });
  await forgetCards(rail);
  expect(forgets).toEqual([]);
  expect(await card()).toMatchObject({ id: one.instrumentId, status: "revoked", tokenSealed: null });
  await goTo("2026-04-11T07:00:00Z");
  expect(await row(two.id)).toMatchObject({ paymentsCount: 2 });
});

test("a card whose token was stored without its hash is forgotten at the rail all the same", async () => {
  const forgets: string[] = [];
  const rail = withRail(world, {
    forget: async (token) => {
      forgets.push(token);
      return { kind: "forgotten" };
    },
  });
  const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
  for (const ref of ["user_1", "user_2"]) {
    const { id } = await subscriber(good, { ref });
    await world.db.paymentInstrument.updateMany({
      where: { storeId: shop.store.id },
      data: { tokenHash: null },
    });
    await turnOffRenewal(world, payer, id);
    await forgetCards(rail);
  }
  expect(forgets).toHaveLength(2);
});

test("the payer is warned 30 and 7 days before the card ends, once each; then it is renewed by hand again", async () => {
  const { id } = await subscriber(good, { expiry: "04/26" });
  world.clock.set(new Date("2026-04-02T08:00:00Z"));
  expect(await warnOfCards(world)).toEqual({ warned: 1, ended: 0 });
  expect(await warnOfCards(world)).toEqual({ warned: 0, ended: 0 });
  world.clock.set(new Date("2026-04-25T08:00:00Z"));
  await world.db.subscription.update({ where: { id }, data: { nextRenewalTryAt: null } });
  expect(await warnOfCards(world)).toEqual({ warned: 1, ended: 0 });
  world.clock.set(new Date("2026-05-01T08:00:00Z"));
  expect(await warnOfCards(world)).toEqual({ warned: 0, ended: 1 });
  expect(await told(id)).toEqual(["card_ends", "card_ends", "card_over"]);
  expect(await row(id)).toMatchObject({ renewalMode: "manual" });
  await advanceDueSubscriptions(world);
});

test("a dispute of a scheduled charge ends it", async () => {
  const { id } = await subscriber(good);
  await goTo("2026-04-11T07:00:00Z");
  const attempt = await world.db.paymentAttempt.findFirstOrThrow({ where: { renewalOf: id } });
  await recordDisputes(world, attempt.id, [{ ref: "dp_1", state: "open" }]);
  expect(await row(id)).toMatchObject({ renewalMode: "manual" });
  const consent = await world.db.renewalConsent.findFirstOrThrow({ where: { subscriptionId: id } });
  expect(consent.endedBy).toBe("disputed");
  expect(await world.db.task.count({ where: { storeId: shop.store.id, kind: "payment_disputed" } })).toBe(1);
});

test("merging customers takes the card along", async () => {
  const { id, customerId } = await subscriber(good);
  const now = world.clock.now();
  const kept = await world.db.customer.create({
    data: {
      ...{ accountId: shop.accountId, livemode: true, name: "Ann Two", source: "manual" },
      ...{ customerSince: now, createdAt: now, updatedAt: now },
    },
  });
  const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  await mergeCustomers(world, owner, { keepId: kept.id, mergedId: customerId });
  expect((await card()).customerId).toBe(kept.id);
  expect(await goTo("2026-04-11T07:00:00Z")).toMatchObject({ tried: 1, failed: 0 });
  expect(await row(id)).toMatchObject({ paymentsCount: 2 });
});

test("a price above what was agreed is agreed to anew on the manage page, for the same card", async () => {
  const { id } = await subscriber(good);
  await subscriptionPrice(world, id, 60_000n);
  const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
  const agreed = { to: "same" as const, ...box };
  await agreeOnManagePage(world, payer, id, agreed);
  await goTo("2026-04-11T07:00:00Z");
  expect(await row(id)).toMatchObject({ paymentsCount: 2, totalPaidMinor: 110_000n });
  const consents = await world.db.renewalConsent.findMany({
    where: { subscriptionId: id },
    orderBy: { id: "asc" },
  });
  expect(consents.map(({ endedBy, capMinor }) => [endedBy, capMinor])).toEqual([
    ["replaced", 50_000n],
    [null, 60_000n],
  ]);
});
