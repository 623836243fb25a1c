import { beforeEach, describe, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { productPrice } from "@/lib/testing/prices";
import { testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";

const { world, shop } = await openShop((made) => {
  made.clock.set(new Date("2026-01-31T10:00:00.000Z"));
  return testStore(made);
});
let id: string;

const second = 1_000;
const day = 86_400_000;

beforeEach(async () => {
  await press(world, shop);
  await pass(4 * second);
  id = (await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } })).id;
});

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

async function goTo(at: string): Promise<void> {
  world.clock.set(new Date(at));
  await advanceDueSubscriptions(world);
}

const row = (): Promise<SubscriptionRow> =>
  world.db.subscription.findUniqueOrThrow({
    where: { id },
    include: subscriptionInclude,
  });

function renewal(phone = "0772123789") {
  return press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id }, phone });
}

async function renew(): Promise<SubscriptionRow> {
  await renewal();
  await pass(4 * second);
  return row();
}

async function told(): Promise<string[]> {
  const events = await world.db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } });
  return events.map(({ type }) => type.replace("subscription.", ""));
}

const at = (text: string) => new Date(text);

describe("a renewal that is paid", () => {
  test("early: starts at the current end, the anchor is kept, and several stack", async () => {
    await goTo("2026-02-10T00:00:00Z");
    expect(await renew()).toMatchObject({
      status: "active",
      currentPeriodStart: at("2026-02-28T10:00:04Z"),
      currentPeriodEnd: at("2026-03-31T10:00:04Z"),
      paymentsCount: 2,
      totalPaidMinor: 100_000n,
    });
    expect(await renew()).toMatchObject({ currentPeriodEnd: at("2026-04-30T10:00:04Z"), paymentsCount: 3 });
    expect(await told()).toEqual(["activated", "renewed", "renewed"]);
    expect((await readWallet(world.db, shop.store.id, "UGX")).pendingMinor).toBe(3n * 49_250n);
  });

  test("in grace: starts at the old end, without free days", async () => {
    await goTo("2026-03-02T00:00:00Z");
    expect((await row()).status).toBe("past_due");
    expect(await renew()).toMatchObject({ status: "active", currentPeriodEnd: at("2026-03-31T10:00:04Z") });
    expect(await told()).toEqual(["activated", "past_due", "renewed"]);
  });

  test("in grace, at a rail that tells it after grace and not when it was: keeps the anchor all the same", async () => {
    await goTo("2026-03-03T09:00:00Z");
    const { id: attemptId } = await renewal("0772123129");
    await goTo("2026-03-03T12:00:00Z");
    expect((await row()).status).toBe("expired");
    const amount = { minor: 50_000n, currency: "UGX" };
    const heard = { paidAt: world.clock.now(), isHeard: true, method: "mobile_money" as const };
    const settlement = { railRef: `sbx_${attemptId}`, amount, ...heard };
    await settle(world, attemptId, { kind: "succeeded", settlement });
    expect(await row()).toMatchObject({ status: "active", currentPeriodEnd: at("2026-03-31T10:00:04Z") });
  });

  test("late, while no worker ran: what had come due before it is told before it", async () => {
    // Nobody records what comes due: the clock alone moves.
    world.clock.set(at("2026-03-10T00:00:00Z"));
    await renewal();
    world.clock.advance(4 * second);
    await pollOpenAttempts(world);
    await world.settled();
    expect(await told()).toEqual(["activated", "past_due", "expired", "renewed"]);
  });

  test("cancelled with time left: starts at the current end and is no longer cancelled", async () => {
    await goTo("2026-02-10T00:00:00Z");
    await cancelSubscription(world, shop.live, id);
    expect(await renew()).toMatchObject({
      status: "active",
      cancelledAt: null,
      currentPeriodEnd: at("2026-03-31T10:00:04Z"),
    });
    expect(await told()).toEqual(["activated", "cancelled", "renewed"]);
  });

  test("expired: starts at the payment with a new anchor, and is the same subscription", async () => {
    await goTo("2026-03-20T00:00:00Z");
    expect((await row()).status).toBe("expired");
    expect(await renew()).toMatchObject({
      status: "active",
      endedAt: null,
      currentPeriodStart: at("2026-03-20T00:00:04Z"),
      currentPeriodEnd: at("2026-04-20T00:00:04Z"),
      anchorPeriods: 1,
    });
    expect(await told()).toEqual(["activated", "past_due", "expired", "renewed"]);
  });

  test("cancelled and ended: the same, and cancelled_at and ended_at are empty again", async () => {
    await goTo("2026-02-10T00:00:00Z");
    await cancelSubscription(world, shop.live, id);
    await goTo("2026-03-20T00:00:00Z");
    expect((await row()).endedAt).toEqual(at("2026-02-28T10:00:04Z"));
    expect(await renew()).toMatchObject({
      status: "active",
      cancelledAt: null,
      endedAt: null,
      currentPeriodEnd: at("2026-04-20T00:00:04Z"),
    });
  });

  test("paid in grace and confirmed after it: the rail's paid time decides, and it never expired", async () => {
    // The grace period ends on 3 March at 10:00:04.
    await goTo("2026-03-03T10:00:00Z");
    const { id: attemptId } = await renewal("0772123129");
    world.clock.set(at("2026-03-03T11:00:00Z"));
    const paidAt = at("2026-03-03T10:00:03Z");
    await settle(world, attemptId, { kind: "succeeded", settlement: said(attemptId, paidAt) });
    expect(await row()).toMatchObject({ status: "active", currentPeriodEnd: at("2026-03-31T10:00:04Z") });
    expect(await told()).toEqual(["activated", "past_due", "renewed"]);
  });

  test("the same when the expiry was recorded in between", async () => {
    await goTo("2026-03-03T10:00:00Z");
    const { id: attemptId } = await renewal("0772123129");
    await goTo("2026-03-03T11:00:00Z");
    expect((await row()).status).toBe("expired");
    const paidAt = at("2026-03-03T10:00:03Z");
    await settle(world, attemptId, { kind: "succeeded", settlement: said(attemptId, paidAt) });
    expect(await row()).toMatchObject({ status: "active", currentPeriodEnd: at("2026-03-31T10:00:04Z") });
  });

  test("a rail that claims a time before we asked, or in the future, is held to what can be", async () => {
    await goTo("2026-03-20T00:00:00Z");
    const { id: attemptId } = await renewal("0772123129");
    await settle(world, attemptId, {
      kind: "succeeded",
      settlement: said(attemptId, at("2026-03-01T00:00:00Z")),
    });
    expect((await row()).currentPeriodStart).toEqual(at("2026-03-20T00:00:00Z"));
  });

  test("costs what the subscriber signed up to, whatever the product costs now", async () => {
    await productPrice(world, shop.products[0].id, 99_000n);
    await goTo("2026-02-10T00:00:00Z");
    expect(await renew()).toMatchObject({ amountMinor: 50_000n, totalPaidMinor: 100_000n });
  });

  test("a first payment of one who has it already is a renewal of it", async () => {
    await press(world, shop);
    await pass(4 * second);
    expect(await row()).toMatchObject({ paymentsCount: 2 });
    expect(await told()).toEqual(["activated", "renewed"]);
  });

  test("in two tabs with two phones is one prompt, for a subscriber without a ref too", async () => {
    await world.db.subscription.update({ where: { id }, data: { ref: null } });
    const phones = ["0772123129", "0772124129", "0772125129", "0772126129"];
    const all = await Promise.allSettled(phones.map(renewal));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of all)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ open: { kind: "yours" } });
  });

  test("at most 24 periods wait: then nobody is asked to pay", async () => {
    for (let period = 2; period <= 25; period += 1) await renew();
    await expect(renewal()).rejects.toMatchObject({ code: "renewal_limit" });
  }, 60_000);
});

test("two first payments for one ref that are paid at once are one subscription with two periods", async () => {
  const input = (ref: string) => ({
    phone: "0772123129",
    for: { kind: "subscription_start" as const, productId: shop.products[1].id, ref },
  });
  const first = await press(world, shop, input("twice"));
  world.clock.advance(73 * 3_600_000);
  const other = await press(world, shop, input("twice"));
  expect(other.isNew).toBe(true);
  await Promise.all(
    [first, other].map(({ id: one }) =>
      settle(world, one, { kind: "succeeded", settlement: said(one, world.clock.now(), 500_000n) }),
    ),
  );
  const found = await world.db.subscription.findMany({ where: { storeId: shop.store.id, ref: "twice" } });
  expect(found).toMatchObject([{ paymentsCount: 2, totalPaidMinor: 1_000_000n, status: "active" }]);
});

test("a success and a cancel at once: the payment gives its period or goes back, and is never lost", async () => {
  for (let round = 0; round < 6; round += 1) {
    const before = await row();
    const { id: attemptId } = await renewal("0772123129");
    const settled = () =>
      settle(world, attemptId, { kind: "succeeded", settlement: said(attemptId, world.clock.now()) });
    const cancelled = () => cancelSubscription(world, shop.live, id).catch(() => null);
    await Promise.all(round % 2 ? [settled(), cancelled()] : [cancelled(), settled()]);
    const after = await row();
    const back = await world.db.refund.count({ where: { attemptId, reason: "cancelled" } });
    expect(after.paymentsCount).toBe(before.paymentsCount + 1 - back);
    expect(["active", "cancelled"]).toContain(after.status);
    if (back === 0)
      expect(after.currentPeriodEnd.getTime()).toBeGreaterThan(before.currentPeriodEnd.getTime());
    world.clock.advance(day);
  }
});

test("a customer is found again by e-mail, else by phone; nobody's e-mail is added to a stranger's phone", async () => {
  const product = { kind: "subscription_start" as const, productId: shop.products[1].id, ref: null };
  await press(world, shop, { for: product, phone: "0772555789" });
  await pass(4 * second);
  await press(world, shop, { for: product, phone: "0772555789", email: "eve@example.com" });
  await pass(4 * second);
  const customers = await world.db.customer.findMany({
    where: { accountId: shop.accountId, livemode: true },
    orderBy: { id: "asc" },
  });
  expect(customers.map(({ email, phone }) => [email, phone])).toEqual([
    [null, "+256772123789"],
    [null, "+256772555789"],
    ["eve@example.com", null],
  ]);
});

test("money becomes available after its hold, and the wallet is what was paid less the fees", async () => {
  await renew();
  world.clock.advance(world.config.walletHoldMs);
  await releaseHeld(world);
  const net = await world.db.order.aggregate({
    where: { storeId: shop.store.id, paymentStatus: "paid" },
    _sum: { netMinor: true },
  });
  expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject({
    pendingMinor: 0n,
    availableMinor: net._sum.netMinor,
  });
});

test("test mode adds nothing to orders, attempts, the ledger or the wallet", async () => {
  const count = () =>
    Promise.all([
      world.db.order.count(),
      world.db.paymentAttempt.count(),
      world.db.ledgerTransaction.count(),
      world.db.walletHold.count(),
    ]);
  const before = await count();
  const input = { productId: shop.products[0].id, ref: "user_1", email: null, paymentKey: null };
  await startTestSubscription(world, shop.test, input);
  expect(await count()).toEqual(before);
});

function said(attemptId: string, paidAt: Date, minor = 50_000n) {
  const amount = { minor, currency: "UGX" };
  return { railRef: `sbx_${attemptId}`, amount, paidAt, method: "mobile_money" as const };
}
