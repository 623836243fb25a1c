import { beforeAll, expect, test } from "vitest";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { agreeToRenewal, turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { openStage } from "@/lib/testing/in-paying-world";
import { withRail } from "@/lib/testing/payments";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore } from "@/lib/testing/world";
import { renewDue } from "./renew-due";

const world = await openStage();
let shop: TestStore;

/** One is not raced: it says how long a try takes. */
const times = 201;
const atOnce = 8;

beforeAll(async () => {
  world.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  shop = await testStore(world);
});

/** A subscription that renews by itself, each with a phone of its own. */
async function subscriber(number: number): Promise<void> {
  const at = new Date("2026-03-12T12:00:00.000Z");
  const { id } = await paidSubscription(world, shop, { livemode: true, ref: `user_${number}`, at });
  const phone = `+256772${String(100_789 + number * 1_000).slice(-6)}`;
  const consent = {
    mode: "prompt" as const,
    text: "Ask my phone by itself.",
    language: "en",
    capMinor: 50_000n,
    interval: "month" as const,
    provenBy: "ticked" as const,
  };
  await transact(world, async (unit) => {
    const row = await lockSubscription(unit, shop.live, id);
    if (row) await agreeToRenewal(unit, row, consent, { kind: "phone", phone, network: "mtn_ug" });
  });
}

test("nobody's phone is asked after switching off said that nothing is under way, raced 200 times", async () => {
  for (let number = 0; number < times; number += 1) await subscriber(number);
  const subs = await world.db.subscription.findMany({
    where: { storeId: shop.store.id, renewalMode: "prompt" },
  });
  expect(subs).toHaveLength(times);
  const calledFor = new Set<string>();
  const offSaid = new Map<string, boolean>();
  const late: string[] = [];
  const asks: PaymentRail["charge"] = async (request) => {
    const { renewalOf } = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id: request.attemptId },
    });
    const id = renewalOf ?? "";
    // The payer had the answer by now, and it did not name this payment.
    if (offSaid.get(id) === false) late.push(id);
    calledFor.add(id);
    return world.sandbox.rail.charge(request);
  };
  const raced = withRail(world, { charge: asks });
  world.clock.set(new Date("2026-04-11T07:00:00Z"));
  const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
  await world.db.subscription.updateMany({ data: { nextRenewalTryAt: null } });
  const isDue = (id: string) =>
    world.db.subscription.update({ where: { id }, data: { nextRenewalTryAt: world.clock.now() } });
  const [first] = subs;
  await isDue(first?.id ?? "");
  const began = performance.now();
  await renewDue(raced);
  const tryMs = performance.now() - began;
  expect(calledFor.size).toBe(1);
  const press = async (id: string, index: number) => {
    await pause(((index % 25) / 12) * tryMs);
    const { underWay } = await turnOffRenewal(world, payer, id);
    offSaid.set(id, underWay !== null);
  };
  for (let from = 1; from < times; from += atOnce) {
    const some = subs.slice(from, from + atOnce);
    await Promise.all(some.map(({ id }) => isDue(id)));
    await Promise.all([renewDue(raced), ...some.map(({ id }, index) => press(id, from + index))]);
  }
  await renewDue(raced);
  expect(late).toEqual([]);
  // Both happened: some were asked before, some were switched off before.
  expect(calledFor.size).toBeGreaterThan(1);
  expect(calledFor.size).toBeLessThan(times);
  // Whoever was asked before was told so, unless the payment had come by then.
  const paid = await world.db.paymentAttempt.count({
    where: { initiator: "schedule", calledAt: { not: null } },
  });
  expect(paid).toBe(calledFor.size);
  const broken = await checkInvariants(world, { storeId: shop.store.id });
  // Their first periods were not bought, which other invariants mind.
  expect(broken.filter((what) => /^(4[5-9]|50) /.test(what))).toEqual([]);
}, 300_000);

/** The press comes a little later each time, so that it falls into every part of the try. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
