import { beforeEach, expect, test } from "vitest";
import { type Life, livingStore } from "@/lib/testing/reminders";
import { startFreeDays } from "../subscriptions/trial";

let life: Life;

beforeEach(async () => {
  life = await livingStore();
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await life.world.db.product.updateMany({
    where: { storeId: life.shop.store.id },
    data: { trialDays: 7 },
  });
});

async function begin(): Promise<string> {
  const { world, shop } = life;
  const who = { ref: "user_1", name: "Amina", email: "amina@example.com", phone: null };
  return (await startFreeDays(world, shop.live, { productId: shop.products[0].id, ...who })).id;
}

test("free days that nobody pays for: reminded three times, told that they are over, and never asked for more", async () => {
  await begin();
  await life.runUntil("2026-05-01T00:00:00Z");
  expect(life.log).toEqual([
    "2026-03-02 14:00 trial_started email",
    "2026-03-06 09:00 trial_three_days email",
    "2026-03-08 09:00 trial_one_day email",
    "2026-03-09 09:00 trial_end_day email",
    "2026-03-09 14:00 trial_over email",
  ]);
  expect(await life.eventTypes()).toEqual([
    "subscription.activated",
    "subscription.trial_ending",
    "subscription.expired",
  ]);
});

test("who pays before the end hears of the free days no more, and of the paid time as everybody does", async () => {
  const id = await begin();
  await life.runUntil("2026-03-07T00:00:00Z");
  await life.pay(id);
  await life.runUntil("2026-04-08T00:00:00Z");
  expect(life.log.slice(2)).toEqual([
    "2026-04-02 09:00 renewal_seven_days email",
    "2026-04-06 09:00 renewal_three_days email",
  ]);
  expect(await life.eventTypes()).not.toContain("subscription.past_due");
});
