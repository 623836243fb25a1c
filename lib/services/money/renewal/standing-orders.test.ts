import { describe, expect, test } from "vitest";
import { Refusal } from "@/lib/domain/refusal";
import { serializeSubscription } from "@/lib/resources/subscription";
import { scheduleChange } from "@/lib/services/billing/changes/change";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { openOrderTown, phone } from "@/lib/testing/standing-orders";
import { askForOrder, hearOrder, readStandingOrder, sayOrderOver } from "./standing-orders";

// Standing orders at M-PESA, over real HTTP: a year of them at the emulator's clock, and what may go wrong.

const town = openOrderTown();
const row = () => town.row();

const facts = async () => {
  const store = await town.world.db.store.findUniqueOrThrow({ where: { id: town.shop.store.id } });
  return readStandingOrder(town.world, await row(), store);
};
/** The plan costs something else from now on, by a change of its plan. */
async function costs(priceMinor: bigint): Promise<void> {
  const [, other] = town.shop.products;
  const plan = { priceMinor, currency: "KES", interval: "month" as const };
  await town.world.db.product.update({ where: { id: other.id }, data: plan });
  await scheduleChange(town.world, town.shop.live, town.id, other.id);
}
const words = { text: "M-PESA takes KES 500 a month by itself", language: "en" };
const agree = async () => {
  const { offer } = await facts();
  await askForOrder(town.world, { ...town.payer, seen: offer?.seen ?? "" }, town.id, words);
};
const approve = async () => {
  await agree();
  await town.pass(10);
};
const periods = async () =>
  (await town.world.db.subscriptionPeriod.count({ where: { subscriptionId: town.id } })) - 1;
const orders = () =>
  town.world.db.standingOrder.findMany({ where: { subscriptionId: town.id }, orderBy: { createdAt: "asc" } });
const told = async () => {
  const rows = await town.world.db.message.findMany({
    where: { storeId: town.shop.store.id, template: { startsWith: "renewal_" }, channel: "email" },
    orderBy: { id: "asc" },
  });
  return rows.map(({ template }) => template.replace("renewal_", ""));
};
const asked = () => town.emulator.requests.filter(({ path }) => path.startsWith("/standingorder")).length;
const refunds = () => town.world.db.refund.findMany({ where: { storeId: town.shop.store.id } });

describe("agreeing", () => {
  test("is offered for the day before the paid time ends, for a year, from the subscriber's own phone", async () => {
    const { order, offer } = await facts();
    expect(order).toBeNull();
    const { currentPeriodEnd } = await row();
    const end = currentPeriodEnd.toISOString().slice(0, 10);
    expect(offer).toMatchObject({
      amountMinor: 50_000n,
      interval: "month",
      phone: expect.stringMatching(/678$/),
    });
    expect(offer && offer.first < end && offer.last.slice(0, 4) > end.slice(0, 4)).toBe(true);
  });

  test("asks the network once; once the payer entered the PIN it renews by itself, and what they read is kept", async () => {
    await agree();
    expect((await facts()).order).toMatchObject({ state: "asked" });
    expect((await facts()).offer).toBeNull();
    await expect(agree()).rejects.toMatchObject({ code: "not_active" });
    await town.pass(10);
    expect((await facts()).order).toMatchObject({ state: "active", isWanted: true });
    expect(await row()).toMatchObject({ renewalMode: "standing_order" });
    expect(serializeSubscription(await row(), town.world.clock.now(), "").renewal).toMatchObject({
      ...{ mode: "standing_order", next_try_at: null, last_failure: null },
    });
    expect(await orders()).toMatchObject([
      { ...words, status: "active", rail: town.key, amountMinor: 50_000n },
    ]);
    expect(await town.world.db.renewalConsent.findMany({ where: { subscriptionId: town.id } })).toMatchObject(
      [{ ...words, mode: "standing_order", capMinor: 50_000n, provenBy: "network" }],
    );
    expect(asked()).toBe(1);
  });

  test("is refused in the network's words, and may then be asked again under another name", async () => {
    town.emulator.does.set(phone, "2001");
    await approve();
    expect((await facts()).order).toMatchObject({ state: "refused", reason: "wrong_pin" });
    expect(await row()).toMatchObject({ renewalMode: "manual" });
    town.emulator.does.delete(phone);
    await approve();
    const [first, second] = await orders();
    expect(first?.name).not.toBe(second?.name);
    expect(await row()).toMatchObject({ renewalMode: "standing_order" });
  });

  test("stays in doubt where the answer was lost, and is not asked again until the payer has looked", async () => {
    town.emulator.unkind.cut = true;
    town.emulator.unkind.copies = { standing_order: 0 };
    await agree();
    town.emulator.unkind.cut = false;
    expect((await facts()).order).toMatchObject({ state: "unsure" });
    await expect(agree()).rejects.toBeInstanceOf(Refusal);
    expect(asked()).toBe(1);
    await sayOrderOver(town.world, town.payer, town.id);
    expect(await facts()).toMatchObject({ order: null, offer: { interval: "month" } });
  });

  test("in doubt goes on by itself once the network tells that it is there", async () => {
    town.emulator.unkind.cut = true;
    await agree();
    town.emulator.unkind.cut = false;
    await town.pass(10);
    expect(await row()).toMatchObject({ renewalMode: "standing_order" });
    expect(asked()).toBe(1);
  });

  test("to another price than the page said does nothing", async () => {
    const { offer } = await facts();
    await costs(40_000n);
    await expect(
      askForOrder(town.world, { ...town.payer, seen: offer?.seen ?? "" }, town.id, words),
    ).rejects.toMatchObject({
      code: "not_active",
    });
    expect([asked(), await orders()]).toEqual([0, []]);
  });

  test("is not offered where the payer bears the charges, nothing renews by itself, or another plan is chosen", async () => {
    const where = { id: town.shop.store.id };
    const change = (data: object) => town.world.db.store.update({ where, data });
    await change({ buyerPaysCharges: true });
    expect((await facts()).offer).toBeNull();
    await change({ buyerPaysCharges: false, letsRenew: false });
    expect((await facts()).offer).toBeNull();
    await change({ letsRenew: true });
    expect((await facts()).offer).not.toBeNull();
    await costs(40_000n);
    expect((await facts()).offer).toBeNull();
  });
});

describe("a standing order", () => {
  test("renews for a year; a month that it misses is reminded of, and after its last day its payer is asked anew", async () => {
    await approve();
    await town.until("2026-07-01");
    // The paid time ends with the month, the order pays on each 27th, and is announced two days before.
    expect(await periods()).toBe(5);
    expect(await told()).toEqual(Array.from({ length: 5 }, () => "notice_order"));

    // No money on the phone: the network says nothing.
    town.emulator.does.set(phone, "1");
    await town.until("2026-07-28");
    expect(await row()).toMatchObject({ renewalFailure: "unknown", status: "active" });
    await town.until("2026-08-02");
    town.emulator.does.delete(phone);
    expect(await periods()).toBe(5);
    expect((await told()).slice(5)).toEqual(["notice_order", "one_day", "end_day"]);
    expect(await row()).toMatchObject({ status: "past_due" });
    await town.payByHand();
    expect(await row()).toMatchObject({ status: "active", renewalMode: "standing_order" });

    await town.until("2027-01-29");
    expect(await periods()).toBe(12);
    expect((await facts()).order).toBeNull();
    await town.until("2027-02-27");
    expect(await periods()).toBe(12);
    expect((await told()).slice(-3)).toEqual(["seven_days", "three_days", "one_day"]);
    expect(await town.world.db.paymentAttempt.count({ where: { initiator: "schedule" } })).toBe(0);
    expect(asked()).toBe(1);
  }, 300_000);

  test("that its payer stopped at the network, and says so, is followed by the reminders of everybody", async () => {
    await approve();
    const [order] = await orders();
    town.emulator.stopOrder(order?.name ?? "");
    await sayOrderOver(town.world, town.payer, town.id);
    // The network's first word, told again.
    const rail = town.world.rails.own?.find(town.key);
    if (order && rail) await hearOrder(town.world, rail, { id: order.id, isActive: true });
    expect(await row()).toMatchObject({ renewalMode: "manual" });
    expect((await facts()).order).toBeNull();
    await town.until("2026-03-04");
    expect(await periods()).toBe(0);
    expect(await told()).toEqual(["seven_days", "three_days", "one_day", "end_day", "last_grace_day"]);
  }, 60_000);

  test("of a cancelled subscription pays for nothing: the money is set aside and goes back, and the page says to stop it", async () => {
    await approve();
    await cancelSubscription(town.world, town.payer, town.id);
    expect((await facts()).order).toMatchObject({ state: "active", isWanted: false });
    await town.days(31);
    expect(await periods()).toBe(0);
    expect(await row()).toMatchObject({ status: "cancelled" });
    expect(await refunds()).toMatchObject([{ reason: "cancelled", amountMinor: 50_000n }]);
    await town.days(31);
    expect(await refunds()).toHaveLength(2);
  }, 60_000);

  test("is not the seller's to stop", async () => {
    await approve();
    await expect(turnOffRenewal(town.world, town.shop.live, town.id)).rejects.toMatchObject({
      code: "standing_order_runs",
    });
    expect(await row()).toMatchObject({ renewalMode: "standing_order" });
  });

  test("does not fit another price: its payer is reminded, and what it pays waits for the seller", async () => {
    await approve();
    await costs(40_000n);
    await town.days(31);
    expect(await row()).toMatchObject({ renewalMode: "manual" });
    expect((await facts()).order).toMatchObject({ isWanted: false });
    expect(await periods()).toBe(0);
    const tasks = await town.world.db.task.findMany({
      where: { storeId: town.shop.store.id, kind: "suspense" },
    });
    expect(tasks.map(({ details }) => Object(details).reason)).toEqual(["overpaid"]);
    expect(await told()).toContain("end_day");
  }, 60_000);
});
