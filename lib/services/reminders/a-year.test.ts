import { beforeEach, expect, test } from "vitest";
import { renew } from "@/lib/domain/subscription";
import { deliverDueMessages } from "../messages/deliver-due";
import { advanceDueSubscriptions } from "../subscriptions/advance-due";
import { cancelSubscription } from "../subscriptions/cancel";
import { lockSubscription, recordPayment } from "../subscriptions/record";
import { type Takers, takers } from "../testing/outbox";
import { paidSubscription } from "../testing/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "../testing/world";
import { transact } from "../unit";
import { remindDueSubscriptions } from "./remind-due";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

let world: TestWorld;
let provided: Takers;
let timeZone: string;
let shop: TestStore;
/** "2026-03-26 09:00 renewal_seven_days email+sms", as the store's clocks show it. */
let log: string[];

beforeEach(async () => {
  provided = takers();
  world = testWorld(provided);
  log = [];
  timeZone = "Africa/Kampala";
  shop = await testStore(world);
  // The sweeps look at every store: what other tests left behind stays out of it.
  await world.db.subscription.updateMany({ data: { nextReminderAt: null, nextDueAt: null } });
});

test("a month that nobody renews: reminded at nine, told when grace begins, reminded on its last day, won back once", async () => {
  world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await subscriber();
  await runUntil("2026-05-01T00:00:00Z");
  expect(log).toEqual([
    "2026-03-26 09:00 renewal_seven_days email+sms",
    "2026-03-30 09:00 renewal_three_days email+sms",
    "2026-04-01 09:00 renewal_one_day email+sms",
    "2026-04-02 09:00 renewal_end_day email+sms",
    "2026-04-02 14:00 grace_started email+sms",
    "2026-04-05 09:00 renewal_last_grace_day email+sms",
    "2026-04-05 14:00 access_ended email+sms",
  ]);
  expect(await eventTypes()).toEqual([
    "subscription.activated",
    ...Array(4).fill("subscription.renewal_due"),
    "subscription.past_due",
    "subscription.renewal_due",
    "subscription.expired",
  ]);
});

test("a year of a monthly subscriber who pays each time when three days are left hears of nothing else", async () => {
  world.clock.set(new Date("2026-01-31T07:30:00Z"));
  const id = await subscriber();
  await runUntil("2027-01-30T00:00:00Z", { id, hoursBeforeEnd: 60, times: 12 });
  // Month ends are clamped from the 31st, so February's reminders come three days earlier than March's.
  expect(log).toEqual(
    [
      ["2026-02-21", "2026-02-25"],
      ["2026-03-24", "2026-03-28"],
      ["2026-04-23", "2026-04-27"],
      ["2026-05-24", "2026-05-28"],
      ["2026-06-23", "2026-06-27"],
      ["2026-07-24", "2026-07-28"],
      ["2026-08-24", "2026-08-28"],
      ["2026-09-23", "2026-09-27"],
      ["2026-10-24", "2026-10-28"],
      ["2026-11-23", "2026-11-27"],
      ["2026-12-24", "2026-12-28"],
      ["2027-01-24", "2027-01-28"],
    ].flatMap(([seven, three]) => [
      `${seven} 09:00 renewal_seven_days email+sms`,
      `${three} 09:00 renewal_three_days email+sms`,
    ]),
  );
});

test("a weekly subscriber is not reminded on the day of paying; nine stays nine when clocks change", async () => {
  timeZone = "Europe/Lisbon";
  shop = await testStore(world, { store: { timeZone } });
  world.clock.set(new Date("2026-03-21T15:00:00Z"));
  const id = await subscriber({ interval: "week" });
  await runUntil("2026-04-20T00:00:00Z", { id, hoursBeforeEnd: 3, times: 2 });
  expect(log).toEqual([
    "2026-03-25 09:00 renewal_three_days email+sms",
    "2026-03-27 09:00 renewal_one_day email+sms",
    "2026-03-28 09:00 renewal_end_day email+sms",
    // Clocks went forward on the 29th: the week of 7 × 24 hours ends an hour later by them.
    "2026-04-01 09:00 renewal_three_days email+sms",
    "2026-04-03 09:00 renewal_one_day email+sms",
    "2026-04-04 09:00 renewal_end_day email+sms",
    "2026-04-08 09:00 renewal_three_days email+sms",
    "2026-04-10 09:00 renewal_one_day email+sms",
    "2026-04-11 09:00 renewal_end_day email+sms",
    "2026-04-11 16:00 grace_started email+sms",
    "2026-04-14 09:00 renewal_last_grace_day email+sms",
    "2026-04-14 16:00 access_ended email+sms",
  ]);
});

test("nobody is written to at night: what ends at three is told at nine, once", async () => {
  world.clock.set(new Date("2026-03-02T00:10:00Z"));
  await subscriber();
  await runUntil("2026-05-01T00:00:00Z");
  expect(log.slice(3)).toEqual([
    "2026-04-02 09:00 grace_started email+sms",
    "2026-04-04 09:00 renewal_last_grace_day email+sms",
    "2026-04-05 09:00 access_ended email+sms",
  ]);
});

test("paying at dawn takes back what waited for the morning", async () => {
  world.clock.set(new Date("2026-03-02T00:10:00Z"));
  const id = await subscriber();
  await runUntil("2026-04-02T04:00:00Z");
  expect(await waiting()).toEqual(["grace_started", "grace_started"]);
  await pay(id);
  await runUntil("2026-04-20T00:00:00Z");
  expect(log.slice(3)).toEqual([]);
});

test("after an outage of a week only the latest is sent", async () => {
  world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await subscriber();
  await runUntil("2026-03-26T00:00:00Z");
  world.clock.set(new Date("2026-04-02T07:00:00Z"));
  await runUntil("2026-04-02T10:00:00Z");
  expect(log).toEqual(["2026-04-02 10:00 renewal_end_day email+sms"]);
  world.clock.set(new Date("2026-04-09T07:00:00Z"));
  await runUntil("2026-04-12T10:00:00Z");
  expect(log.slice(1)).toEqual(["2026-04-09 10:00 access_ended email+sms"]);
});

test("over the end and into the last day of grace, that day's reminder alone is sent, whoever looks first", async () => {
  for (const look of [
    [advanceDueSubscriptions, remindDueSubscriptions],
    [remindDueSubscriptions, advanceDueSubscriptions],
  ]) {
    world.clock.set(new Date("2026-03-02T11:00:00Z"));
    shop = await testStore(world);
    await subscriber();
    world.clock.set(new Date("2026-04-05T07:00:00Z"));
    for (const sweep of look) await sweep(world);
    expect(await waiting()).toEqual(["renewal_last_grace_day", "renewal_last_grace_day"]);
  }
});

test("two workers at once send each message once", async () => {
  world.clock.set(new Date("2026-03-02T11:00:00Z"));
  for (let index = 0; index < 6; index += 1)
    await subscriber({ email: `s${index}@example.com`, phone: null });
  world.clock.set(new Date("2026-03-26T06:00:00Z"));
  const all = await Promise.all([1, 2, 3].map(() => remindDueSubscriptions(world)));
  expect(all.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(6);
  await Promise.all([1, 2, 3].map(() => deliverDueMessages(world, { storeId: shop.store.id })));
  expect(provided.taken.map(({ to }) => to).sort()).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => `s${index}@example.com`),
  );
});

test("a cancelled one is told once and reminded of nothing; what waited is not sent", async () => {
  world.clock.set(new Date("2026-03-02T00:10:00Z"));
  const id = await subscriber();
  await runUntil("2026-04-02T04:00:00Z");
  await cancelSubscription(world, shop.live, id);
  await runUntil("2026-05-01T00:00:00Z");
  expect(log.slice(3)).toEqual(["2026-04-02 07:00 subscription_cancelled_at_once email"]);
});

test("cancelling tells by SMS where there is no e-mail", async () => {
  const id = await subscriber({ email: null });
  await cancelSubscription(world, shop.live, id);
  await deliverDueMessages(world, { storeId: shop.store.id });
  expect(provided.taken).toMatchObject([{ channel: "sms", to: "+256772000111" }]);
  expect(provided.taken[0]?.text).toContain("/manage/");
});

test("a store that sends no reminders sends none, and its app still hears what is due", async () => {
  shop = await testStore(world, { store: { sendsReminders: false } });
  world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await subscriber();
  await runUntil("2026-05-01T00:00:00Z");
  expect(log).toEqual([]);
  expect((await eventTypes()).filter((type) => type === "subscription.renewal_due")).toHaveLength(5);
});

test("test users never get anything", async () => {
  const test = await paidSubscription(world, shop, {
    livemode: false,
    ref: "user_1",
    email: "t@example.com",
  });
  expect(test.nextReminderAt).toBeNull();
  await runUntil("2026-05-01T00:00:00Z");
  await advanceDueSubscriptions(world);
  const again = await paidSubscription(world, shop, {
    livemode: false,
    ref: "user_2",
    email: "t@example.com",
  });
  await cancelSubscription(world, shop.test, again.id);
  expect(await world.db.message.count({ where: { storeId: shop.store.id } })).toBe(0);
  expect(await eventTypes()).not.toContain("subscription.renewal_due");
});

test("the subscriber's own language is used, else the store's", async () => {
  shop = await testStore(world, { store: { language: "fr" } });
  world.clock.set(new Date("2026-03-02T11:00:00Z"));
  const id = await subscriber({ email: null });
  world.clock.set(new Date("2026-03-26T06:00:00Z"));
  await remindDueSubscriptions(world);
  const { customerId } = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  await world.db.customer.update({ where: { id: customerId }, data: { language: "sw" } });
  world.clock.set(new Date("2026-03-30T06:00:00Z"));
  await remindDueSubscriptions(world);
  await deliverDueMessages(world, { storeId: shop.store.id });
  expect(provided.taken.map(({ text }) => text.replace(/ https?:\S+/, ""))).toEqual([
    "Test Store: Gold, each month inaisha 2 Apr, siku 3 zijazo. Lipa UGX 50,000:",
  ]);
  const [first] = await world.db.message.findMany({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
  });
  expect(first?.body).toMatch(/^Test Store: Gold, each month finit le 2 avr\./);
  // It waited four days in which nobody sent: by then it would have been wrong.
  expect(first).toMatchObject({ status: "failed", lastError: expect.stringContaining("waited so long") });
});

/**
 * Moves the clock from one due time to the next, each time doing all that the crons do, and notes what went out. The
 * subscriber pays a number of times, so long before the end of what is paid.
 */
async function runUntil(
  end: string,
  pays?: { id: string; hoursBeforeEnd: number; times: number },
): Promise<void> {
  let left = pays?.times ?? 0;
  for (let steps = 0; steps < 500; steps += 1) {
    const payAt = pays && left > 0 ? await timeToPay(pays) : Number.POSITIVE_INFINITY;
    if (pays && world.clock.now().getTime() >= payAt) {
      await pay(pays.id);
      left -= 1;
      continue;
    }
    await advanceDueSubscriptions(world);
    await remindDueSubscriptions(world);
    await deliverDueMessages(world, { storeId: shop.store.id });
    await note();
    const now = world.clock.now().getTime();
    if (now >= Date.parse(end)) return;
    const next = Math.min(Date.parse(end), payAt, (await nextDue()) ?? Number.POSITIVE_INFINITY);
    world.clock.set(new Date(Math.max(next, now + minuteMs)));
  }
  throw new Error("Something is due again and again.");
}

async function timeToPay({ id, hoursBeforeEnd }: { id: string; hoursBeforeEnd: number }): Promise<number> {
  const sub = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  return sub.currentPeriodEnd.getTime() - hoursBeforeEnd * hourMs;
}

async function nextDue(): Promise<number | null> {
  const { rows } = await world.pool.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT min(least(next_due_at, next_reminder_at)) FROM subscriptions WHERE store_id = $1),
       (SELECT min(next_attempt_at) FROM messages WHERE store_id = $1 AND status = 'queued')) AS at`,
    [shop.store.id],
  );
  return rows[0]?.at?.getTime() ?? null;
}

let noted = 0;
async function note(): Promise<void> {
  const sent = await world.db.message.findMany({
    where: { storeId: shop.store.id, status: "sent" },
    orderBy: { id: "asc" },
  });
  if (log.length === 0) noted = 0;
  const groups = new Map<string, string[]>();
  for (const row of sent.slice(noted))
    groups.set(row.template, [...(groups.get(row.template) ?? []), row.channel]);
  noted = sent.length;
  for (const [template, channels] of groups) log.push(`${localTime()} ${template} ${channels.join("+")}`);
}

function localTime(): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return parts.format(world.clock.now());
}

async function waiting(): Promise<string[]> {
  const rows = await world.db.message.findMany({ where: { storeId: shop.store.id, status: "queued" } });
  return rows.map(({ template }) => template);
}

async function eventTypes(): Promise<string[]> {
  const rows = await world.db.event.findMany({
    where: { storeId: shop.store.id },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ type }) => type);
}

async function subscriber(
  of: { interval?: "week"; email?: string | null; phone?: string | null } = {},
): Promise<string> {
  if (of.interval) {
    const { id } = shop.products[0];
    shop.products[0] = await world.db.product.update({ where: { id }, data: { interval: of.interval } });
  }
  const email = of.email === undefined ? "payer@example.com" : of.email;
  const { id, customerId } = await paidSubscription(world, shop, {
    livemode: true,
    ref: email ?? "user_1",
    email,
  });
  const phone = of.phone === undefined ? "+256772000111" : of.phone;
  await world.db.customer.update({ where: { id: customerId }, data: { phone } });
  return id;
}

async function pay(id: string): Promise<void> {
  await transact(world, async (unit) => {
    const row = await lockSubscription(unit, shop.live, id);
    if (!row) throw new Error("There is no such subscription.");
    const { period, ...step } = renew(row, unit.now);
    await recordPayment(world, unit, row, { period, step, amountMinor: row.amountMinor, paymentKey: null });
  });
}
