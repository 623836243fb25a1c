import { expect, test } from "vitest";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { discount } from "@/lib/testing/discounts";
import { openShop, renewalShop } from "@/lib/testing/in-paying-world";
import { type PayingWorld, press, withRail } from "@/lib/testing/payments";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { renewDue } from "./renew-due";

const { world, shop } = await openShop(renewalShop, "own");

/** Paid with the box ticked: its phone is asked by itself from now on. */
async function subscriber(code = ""): Promise<string> {
  const text = "Ask my phone by itself every month. I enter my PIN.";
  await press(world, shop, { email: "ann@example.com", code, renews: { text: () => text, language: "en" } });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  return (await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } })).id;
}

/** The line breaks at the first try, and the rail never says what became of it. */
async function askedInVain(): Promise<PayingWorld> {
  const silent = withRail(world, {
    charge: async () => {
      throw new Error("The line broke.");
    },
    chargeStatus: async () => ({ kind: "pending" }),
  });
  world.clock.set(new Date("2026-04-11T07:00:00Z"));
  expect(await renewDue(silent)).toMatchObject({ tried: 1 });
  return silent;
}

const tries = (id: string) => world.db.paymentAttempt.findMany({ where: { renewalOf: id } });

test("a try that was given up without an answer may have taken the money: the last day of grace tries nothing", async () => {
  const id = await subscriber();
  const silent = await askedInVain();
  world.clock.set(new Date("2026-04-14T08:00:00Z"));
  await pollOpenAttempts(silent);
  expect(await tries(id)).toMatchObject([{ status: "unknown" }]);
  world.clock.set(new Date("2026-04-15T07:00:00Z"));
  expect(await renewDue(silent)).toMatchObject({ tried: 0, failed: 0 });
  expect(await tries(id)).toHaveLength(1);
});

test("a try whose failure is known after the end has moved says nothing of the new end", async () => {
  const id = await subscriber();
  await askedInVain();
  await extendSubscription(world, shop.live, id, { days: 30, reason: "Goodwill" });
  const [attempt] = await tries(id);
  await settle(world, attempt?.id ?? "", { kind: "failed", failure: { reason: "insufficient_funds" } });
  const row = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ renewalMode: "prompt", renewalFailure: null, renewalStoppedFor: null });
  const told = { objectId: id, type: "subscription.renewal_failed" };
  expect(await world.db.event.count({ where: told })).toBe(0);
});

test("who has a discount for ever agrees to the price that it leaves, and to no more", async () => {
  await discount(world, shop, { duration: "forever" });
  const id = await subscriber("SAVE20");
  const consent = await world.db.renewalConsent.findFirstOrThrow({ where: { subscriptionId: id } });
  expect(consent.capMinor).toBe(40_000n);
});
