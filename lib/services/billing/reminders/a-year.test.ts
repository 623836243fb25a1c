import { beforeEach, expect, test } from "vitest";
import { type Life, livingStore } from "@/lib/testing/reminders";
import { advanceDueSubscriptions, remindDueSubscriptions } from "./sweeps";

let life: Life;

beforeEach(async () => {
  life = await livingStore();
});

test("a month that nobody renews: reminded at nine, told when grace begins, reminded on its last day, won back once", async () => {
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await life.subscriber();
  await life.runUntil("2026-05-01T00:00:00Z");
  expect(life.log).toEqual([
    "2026-03-26 09:00 renewal_seven_days email+sms",
    "2026-03-30 09:00 renewal_three_days email+sms",
    "2026-04-01 09:00 renewal_one_day email+sms",
    "2026-04-02 09:00 renewal_end_day email+sms",
    "2026-04-02 14:00 grace_started email+sms",
    "2026-04-05 09:00 renewal_last_grace_day email+sms",
    "2026-04-05 14:00 access_ended email+sms",
  ]);
  expect(await life.eventTypes()).toEqual([
    "subscription.activated",
    ...Array(4).fill("subscription.renewal_due"),
    "subscription.past_due",
    "subscription.renewal_due",
    "subscription.expired",
  ]);
});

test("a year of a monthly subscriber who pays each time when three days are left hears of nothing else", async () => {
  life.world.clock.set(new Date("2026-01-31T07:30:00Z"));
  const id = await life.subscriber();
  await life.runUntil("2027-01-30T00:00:00Z", { id, hoursBeforeEnd: 60, times: 12 });
  // Month ends are clamped from the 31st, so February's reminders come three days earlier than March's.
  expect(life.log).toEqual(
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
  life = await livingStore({ timeZone: "Europe/Lisbon" });
  life.world.clock.set(new Date("2026-03-21T15:00:00Z"));
  const id = await life.subscriber({ interval: "week" });
  await life.runUntil("2026-04-20T00:00:00Z", { id, hoursBeforeEnd: 3, times: 2 });
  expect(life.log).toEqual([
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
  life.world.clock.set(new Date("2026-03-02T00:10:00Z"));
  await life.subscriber();
  await life.runUntil("2026-05-01T00:00:00Z");
  expect(life.log.slice(3)).toEqual([
    "2026-04-02 09:00 grace_started email+sms",
    "2026-04-04 09:00 renewal_last_grace_day email+sms",
    "2026-04-05 09:00 access_ended email+sms",
  ]);
});

test("paying at dawn takes back what waited for the morning", async () => {
  life.world.clock.set(new Date("2026-03-02T00:10:00Z"));
  const id = await life.subscriber();
  await life.runUntil("2026-04-02T04:00:00Z");
  expect(await life.waiting()).toEqual(["grace_started", "grace_started"]);
  await life.pay(id);
  await life.runUntil("2026-04-20T00:00:00Z");
  expect(life.log.slice(3)).toEqual([]);
});

test("after an outage of a week only the latest is sent", async () => {
  life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
  await life.subscriber();
  await life.runUntil("2026-03-26T00:00:00Z");
  life.world.clock.set(new Date("2026-04-02T07:00:00Z"));
  await life.runUntil("2026-04-02T10:00:00Z");
  expect(life.log).toEqual(["2026-04-02 10:00 renewal_end_day email+sms"]);
  life.world.clock.set(new Date("2026-04-09T07:00:00Z"));
  await life.runUntil("2026-04-12T10:00:00Z");
  expect(life.log.slice(1)).toEqual(["2026-04-09 10:00 access_ended email+sms"]);
});

test("over the end and into the last day of grace, that day's reminder alone is sent, whoever looks first", async () => {
  for (const look of [
    [advanceDueSubscriptions, remindDueSubscriptions],
    [remindDueSubscriptions, advanceDueSubscriptions],
  ]) {
    life.world.clock.set(new Date("2026-03-02T11:00:00Z"));
    life = await livingStore();
    await life.subscriber();
    life.world.clock.set(new Date("2026-04-05T07:00:00Z"));
    for (const sweep of look) await sweep(life.world);
    expect(await life.waiting()).toEqual(["renewal_last_grace_day", "renewal_last_grace_day"]);
  }
});
