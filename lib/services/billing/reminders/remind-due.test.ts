import { beforeEach, expect, test } from "vitest";
import { deliverMessages } from "@/lib/testing/outbox";
import { type Life, livingStore } from "@/lib/testing/reminders";
import { paidSubscription } from "@/lib/testing/subscription";
import { cancelSubscription } from "../subscriptions/cancel";
import { advanceDueSubscriptions, remindDueSubscriptions } from "./sweeps";

let life: Life;

beforeEach(async () => {
  life = await livingStore();
});

test("two workers at once send each message once", async () => {
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  for (let index = 0; index < 6; index += 1)
    await life.subscriber({ email: `s${index}@example.com`, phone: null });
  life.world.clock.set(new Date("2026-03-26T06:00:00Z"));
  const all = await Promise.all([1, 2, 3].map(() => remindDueSubscriptions(life.world)));
  expect(all.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(6);
  await Promise.all([1, 2, 3].map(() => deliverMessages(life.world, { storeId: life.shop.store.id })));
  expect(life.taken.map(({ to }) => to).sort()).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => `s${index}@example.com`),
  );
});

test("a cancelled one is told once and reminded of nothing; what waited is not sent", async () => {
  life.world.clock.set(new Date("2026-03-02T00:10:00Z"));
  const id = await life.subscriber();
  await life.runUntil("2026-04-02T04:00:00Z");
  await cancelSubscription(life.world, life.shop.live, id);
  await life.runUntil("2026-05-01T00:00:00Z");
  expect(life.log.slice(3)).toEqual(["2026-04-02 07:00 subscription_cancelled_at_once email"]);
});

test("cancelling tells by SMS where there is no e-mail", async () => {
  const id = await life.subscriber({ email: null });
  await cancelSubscription(life.world, life.shop.live, id);
  await deliverMessages(life.world, { storeId: life.shop.store.id });
  expect(life.taken).toMatchObject([{ channel: "sms", to: "+256772000111" }]);
  expect(life.taken[0]?.text).toContain("/manage/");
});

test("a store that sends no reminders sends none, and its app still hears what is due", async () => {
  life = await livingStore({ sendsReminders: false });
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await life.subscriber();
  await life.runUntil("2026-05-01T00:00:00Z");
  expect(life.log).toEqual([]);
  expect((await life.eventTypes()).filter((type) => type === "subscription.renewal_due")).toHaveLength(5);
});

test("while a store is suspended, whose pages take no payments, nobody is asked for one", async () => {
  life = await livingStore({ status: "suspended" });
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await life.subscriber();
  await life.runUntil("2026-05-01T00:00:00Z");
  expect(life.log).toEqual([]);
});

test("test users never get anything", async () => {
  const test = await paidSubscription(life.world, life.shop, {
    livemode: false,
    ref: "user_1",
    email: "t@example.com",
  });
  expect(test.nextReminderAt).toBeNull();
  await life.runUntil("2026-05-01T00:00:00Z");
  await advanceDueSubscriptions(life.world);
  const again = await paidSubscription(life.world, life.shop, {
    livemode: false,
    ref: "user_2",
    email: "t@example.com",
  });
  await cancelSubscription(life.world, life.shop.test, again.id);
  expect(await life.world.db.message.count({ where: { storeId: life.shop.store.id } })).toBe(0);
  expect(await life.eventTypes()).not.toContain("subscription.renewal_due");
});

test("the subscriber's own language is used, else the store's", async () => {
  life = await livingStore({ language: "fr" });
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  const id = await life.subscriber({ email: null });
  life.world.clock.set(new Date("2026-03-26T06:00:00Z"));
  await remindDueSubscriptions(life.world);
  const { customerId } = await life.world.db.subscription.findUniqueOrThrow({ where: { id } });
  await life.world.db.customer.update({ where: { id: customerId }, data: { language: "sw" } });
  life.world.clock.set(new Date("2026-03-30T06:00:00Z"));
  await remindDueSubscriptions(life.world);
  await deliverMessages(life.world, { storeId: life.shop.store.id });
  expect(life.taken.map(({ text }) => text.replace(/ https?:\S+/, ""))).toEqual([
    "Test Store: Gold, each month inaisha 2 Apr, baada ya siku 3. Lipa UGX 50,000:",
  ]);
  const [first] = await life.world.db.message.findMany({
    where: { storeId: life.shop.store.id },
    orderBy: { id: "asc" },
  });
  expect(first?.body).toMatch(/^Test Store: Gold, each month finit le 2 avr\./);
  // It waited four days in which nobody sent: by then it would have been wrong.
  expect(first).toMatchObject({ status: "failed", lastError: expect.stringContaining("waited so long") });
});
