import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/domain/roles";
import { transact } from "@/lib/services/core/unit";
import { removeMember } from "@/lib/services/people/team/change-member";
import { openStage } from "@/lib/testing/in-paying-world";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { sendDueDigests } from "./digest";
import { askPhoneCode, confirmPhone, readOpenPhoneCode, removePhone } from "./phone";
import {
  changeSmsAlertsMax,
  letMemberRead,
  readAlertSettings,
  saveAlertSettings,
  sendTestAlert,
  type TypedAlertSettings,
} from "./settings";
import { tellDueAlerts } from "./tell-due";

const taken = takers();
const world = await openStage(taken);
let shop: TestStore;
beforeEach(async () => {
  shop = await testStore(world);
});

const none: TypedAlertSettings = { choices: [], quietFrom: "", quietUntil: "", timeZone: "", digestHour: "" };
const minuteMs = 60_000;

function choose(settings: Partial<TypedAlertSettings>): Promise<void> {
  return saveAlertSettings(world, shop.live, { ...none, ...settings });
}

/** Alerts of payments, as their settlements write them. */
async function payments(count: number, minor = 150_000n, fact: string = randomUUID()): Promise<void> {
  await transact(world, async (unit) => {
    for (let number = 0; number < count; number += 1)
      unit.alert({
        ...{ storeId: shop.store.id, event: "payment", kind: "alert_payment", fact: `${fact}/${number}` },
        amount: { minor, currency: "UGX" },
        details: { payer: "Achieng", item: "Honey", reference: "SBX1", path: "/dashboard/orders/1" },
      });
  });
}

/** Money that came to a till, and nobody knows what for. */
async function waits(count: number): Promise<void> {
  await transact(world, async (unit) => {
    for (let number = 0; number < count; number += 1)
      unit.alert({
        ...{ storeId: shop.store.id, event: "money_waits", kind: "alert_till_waits", fact: randomUUID() },
        amount: { minor: 150_000n, currency: "UGX" },
        details: { item: "Till in Ntinda", path: "/dashboard/tasks" },
      });
  });
}

/** What was queued for this shop's people, in order. */
async function told(): Promise<{ template: string; channel: string; recipient: string; text: string }[]> {
  const members = await world.db.member.findMany({
    where: { accountId: shop.accountId },
    include: { user: true },
  });
  const recipients = members.flatMap(({ user }) => [user.email, ...(user.phone ? [user.phone] : [])]);
  const rows = await world.db.message.findMany({
    where: { recipient: { in: recipients }, template: { startsWith: "alert_" } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ template, channel, recipient, subject, body }) => ({
    ...{ template, channel, recipient },
    text: `${subject}\n${body}`,
  }));
}

async function member(role: Role, allowed: boolean) {
  const now = world.clock.now();
  const email = `${randomUUID()}@example.com`;
  const user = await world.db.user.create({ data: { email, name: "Moses", createdAt: now } });
  await world.db.member.create({
    data: { accountId: shop.accountId, userId: user.id, role, createdAt: now },
  });
  const seller = { ...shop.live, userId: user.id, actor: `user:${user.id}`, role };
  if (allowed) await letMemberRead(world, shop.live, user.id, true);
  return { user, seller };
}

/** A number of this owner, proven. */
async function provePhone(number = "0772 123456"): Promise<string> {
  await askPhoneCode(world, shop.live, number);
  await deliverMessages(world);
  const codes = taken.taken.flatMap(({ text }) => /^\d{6}(?= is your code)/.exec(text) ?? []);
  const code = codes.at(-1) ?? "";
  await confirmPhone(world, shop.live, code);
  return (await world.db.user.findUniqueOrThrow({ where: { id: shop.owner.id } })).phone ?? "";
}

describe("a payment", () => {
  test("is told to the owner by e-mail, once, however often the rail answers and workers look", async () => {
    const { id } = await press(world, shop);
    await world.sandbox.controls.resolve(id, { word: "succeeded" });
    await world.sandbox.controls.deliverCallback(id);
    await world.settled();
    await world.sandbox.controls.deliverCallback(id);
    await world.settled();
    await Promise.all([tellDueAlerts(world), tellDueAlerts(world), tellDueAlerts(world)]);
    await tellDueAlerts(world);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: "alert_payment", channel: "email", recipient: shop.owner.email });
    const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
    expect(mail?.text).toContain("UGX 50,000");
    expect(mail?.text).toContain("Gold, each month");
    expect(mail?.text).toContain(`http://localhost:3000/dashboard/orders/${order.number}`);
  });

  test("is told only to members who have the store, also where they lost it meanwhile", async () => {
    const { user } = await member("admin", true);
    const limit = (storeIds: number[]) =>
      world.db.member.updateMany({ where: { userId: user.id }, data: { storeIds } });
    const mails = async () => (await told()).filter(({ recipient }) => recipient === user.email).length;
    await limit([shop.store.id + 1_000_000]);
    await payments(1);
    await tellDueAlerts(world);
    expect(await mails()).toBe(0);
    await limit([shop.store.id]);
    await payments(1);
    await limit([shop.store.id + 1_000_000]);
    await tellDueAlerts(world);
    expect(await mails()).toBe(0);
    await limit([shop.store.id]);
    await payments(1);
    await tellDueAlerts(world);
    expect(await mails()).toBe(1);
  });

  test("an alert that is written twice is one row, and one message", async () => {
    await payments(1, 1n, "order/77/paid");
    await payments(1, 1n, "order/77/paid");
    await tellDueAlerts(world);
    await payments(1, 1n, "order/77/paid");
    await tellDueAlerts(world);
    expect(await told()).toHaveLength(1);
  });

  test("more than twenty in ten minutes are gathered, and the sum is right", async () => {
    await payments(32);
    await tellDueAlerts(world);
    expect(await told()).toHaveLength(20);
    world.clock.advance(5 * minuteMs);
    await payments(3);
    await tellDueAlerts(world);
    expect(await told()).toHaveLength(20);
    world.clock.advance(5 * minuteMs);
    await tellDueAlerts(world);
    const all = await told();
    expect(all).toHaveLength(21);
    expect(all[20]).toMatchObject({ template: "alert_gathered" });
    expect(all[20]?.text).toContain("15 payments, UGX 2,250,000");
    world.clock.advance(11 * minuteMs);
    await payments(1);
    await tellDueAlerts(world);
    expect((await told()).at(-1)).toMatchObject({ template: "alert_payment" });
  });

  test("a rush of thousands is one message, and neither keeps us busy nor holds up what else is to be told", async () => {
    await payments(1_500);
    await tellDueAlerts(world);
    await payments(1_500);
    await waits(1);
    await tellDueAlerts(world);
    const { nextDueAt } = await tellDueAlerts(world);
    expect((await told()).map(({ template }) => template).at(-1)).toBe("alert_till_waits");
    expect(nextDueAt?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    world.clock.advance(10 * minuteMs);
    await tellDueAlerts(world);
    const all = await told();
    expect(all).toHaveLength(22);
    expect(all[21]?.text).toContain("2,980 payments, UGX 447,000,000");
  });
});

describe("quiet hours", () => {
  test("hold everything back, and tell it in one message afterwards", async () => {
    // It is 12:30 in Kampala.
    await choose({ choices: ["payment/email", "dispute/email"], quietFrom: "12", quietUntil: "14" });
    await payments(2);
    await transact(world, async (unit) =>
      unit.alert({
        ...{ storeId: shop.store.id, event: "dispute", kind: "alert_dispute_lost", fact: randomUUID() },
        amount: { minor: 5n, currency: "UGX" },
        details: { payer: "Achieng", item: "Honey", path: "/dashboard" },
      }),
    );
    const { nextDueAt } = await tellDueAlerts(world);
    expect(await told()).toEqual([]);
    expect(nextDueAt?.toISOString()).toBe("2026-03-02T11:00:00.000Z");
    world.clock.set(new Date("2026-03-02T11:00:00Z"));
    await tellDueAlerts(world);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.text).toContain("2 payments, UGX 300,000; 1 dispute");
    world.clock.set(new Date("2026-03-02T09:30:00Z"));
  });

  test("are in the person's own zone where they chose one", async () => {
    await choose({
      choices: ["payment/email"],
      quietFrom: "12",
      quietUntil: "14",
      timeZone: "America/New_York",
    });
    await payments(1);
    await tellDueAlerts(world);
    expect(await told()).toHaveLength(1);
  });

  test.each([
    [{ quietFrom: "12" }, "quietFrom"],
    [{ quietFrom: "24", quietUntil: "7" }, "quietFrom"],
    [{ digestHour: "x" }, "digestHour"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
  ])("%j is refused", async (typed, field) => {
    await expect(choose(typed)).rejects.toMatchObject({ errors: { [field]: [expect.anything()] } });
  });
});

describe("money that waits at the till", () => {
  test("is told at once, and what follows within the hour together after it", async () => {
    await waits(1);
    await tellDueAlerts(world);
    const [first] = await told();
    expect(first?.text).toContain("UGX 150,000 came to Till in Ntinda, and nobody said what for");
    for (let at = 0; at < 5; at += 1) {
      world.clock.advance(10 * minuteMs);
      await waits(3);
      await tellDueAlerts(world);
    }
    expect(await told()).toHaveLength(1);
    world.clock.advance(10 * minuteMs);
    await tellDueAlerts(world);
    const all = await told();
    expect(all).toHaveLength(2);
    expect(all[1]?.text).toContain("15 sums wait for you");
    expect(all[1]?.text).toContain("/dashboard/tasks");
  });

  test("of one moment is one message, and holds up nothing else", async () => {
    await waits(4);
    await tellDueAlerts(world);
    await waits(1);
    await payments(1);
    await tellDueAlerts(world);
    expect((await told()).map(({ template }) => template)).toEqual(["alert_gathered", "alert_payment"]);
  });
});

describe("who is told", () => {
  test("a choice holds from the next fact on, and none means none", async () => {
    await choose({ choices: [] });
    await payments(1);
    await tellDueAlerts(world);
    expect(await told()).toEqual([]);
  });

  test("a choice that was taken back before the message is heeded", async () => {
    await payments(1);
    await choose({ choices: ["dispute/email"] });
    await tellDueAlerts(world);
    expect(await told()).toEqual([]);
  });

  test("a member is told when an owner lets them, and not before", async () => {
    const { user } = await member("support", false);
    await payments(1);
    await letMemberRead(world, shop.live, user.id, true);
    await payments(1);
    await tellDueAlerts(world);
    expect((await told()).filter(({ recipient }) => recipient === user.email)).toHaveLength(1);
  });

  test("a member who was removed is told nothing more, not even what waits", async () => {
    const { user } = await member("support", true);
    await payments(1);
    await removeMember(world, shop.live, user.id);
    await tellDueAlerts(world);
    const sent = await world.db.message.findMany({
      where: { recipient: user.email, template: { startsWith: "alert_" } },
    });
    expect(sent).toEqual([]);
  });

  test.each(["developer", "viewer"] as const)("a %s sees neither amounts nor names", async (role) => {
    const { user } = await member(role, true);
    await payments(1);
    await tellDueAlerts(world);
    const [mail] = (await told()).filter(({ recipient }) => recipient === user.email);
    expect(mail?.text).toContain("1 payment");
    expect(mail?.text).not.toMatch(/UGX|150|Achieng|Honey|SBX/);
  });

  test("only owners and admins let others have them, and nobody over an owner", async () => {
    const support = await member("support", true);
    const admin = await member("admin", false);
    for (const seller of [support.seller, { ...support.seller, role: "viewer" as const }])
      await expect(letMemberRead(world, seller, admin.user.id, true)).rejects.toThrow();
    await expect(letMemberRead(world, admin.seller, shop.owner.id, false)).rejects.toThrow();
    const stranger = await testStore(world);
    await expect(letMemberRead(world, shop.live, stranger.owner.id, true)).rejects.toThrow();
    await expect(saveAlertSettings(world, admin.seller, none)).rejects.toThrow();
    await expect(sendTestAlert(world, admin.seller, "email")).rejects.toThrow();
    await expect(changeSmsAlertsMax(world, support.seller, "5")).rejects.toThrow();
    const view = await readAlertSettings(world, support.seller);
    expect(view.members).toEqual([]);
  });
});

describe("an SMS", () => {
  test("goes to a number that was proven by its code, and is off until it is chosen", async () => {
    const phone = await provePhone();
    expect(phone).toBe("+256772123456");
    await payments(1);
    await tellDueAlerts(world);
    expect((await told()).map(({ channel }) => channel)).toEqual(["email"]);
    await choose({ choices: ["payment/sms"] });
    await payments(1);
    await tellDueAlerts(world);
    const [, text] = await told();
    expect(text).toMatchObject({ channel: "sms", recipient: phone });
    expect(text?.text.trim()).toBe(
      "Test Store: UGX 150,000 from Achieng for Honey. Ref SBX1. http://localhost:3000/dashboard/orders/1",
    );
    await removePhone(world, shop.live);
    await payments(1);
    await tellDueAlerts(world);
    expect(await world.db.message.count({ where: { recipient: phone, template: "alert_payment" } })).toBe(1);
  });

  test("the month's limit of the store ends them, and the page counts them", async () => {
    await provePhone("0772 123457");
    await choose({ choices: ["payment/sms"] });
    await changeSmsAlertsMax(world, shop.live, "2");
    for (let count = 0; count < 4; count += 1) await payments(1);
    await tellDueAlerts(world);
    expect(await told()).toHaveLength(2);
    const { sms } = await readAlertSettings(world, shop.live);
    expect(sms).toMatchObject({ works: true, alerts: 2, alertsMax: 2 });
    // The owner hears of it by mail: once a month.
    const stopped = () =>
      world.db.message.findMany({
        where: { recipient: shop.owner.email, template: "sms_alerts_stopped" },
        orderBy: { id: "asc" },
      });
    expect(await stopped()).toMatchObject([
      {
        subject: "SMS alerts of Test Store have stopped for this month",
        body: expect.stringContaining("has sent 2 alerts by SMS this month"),
      },
    ]);
    await changeSmsAlertsMax(world, shop.live, "0");
    await payments(1);
    await tellDueAlerts(world);
    expect(await stopped()).toHaveLength(1);
    for (const typed of ["", "-1", "1.5", "10001"])
      await expect(changeSmsAlertsMax(world, shop.live, typed)).rejects.toMatchObject({ errors: {} });
  });

  test("a suspended store sends none; its mails go on", async () => {
    await provePhone("0772 123458");
    await choose({ choices: ["payment/sms", "payment/email"] });
    await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
    await payments(1);
    await tellDueAlerts(world);
    expect((await told()).map(({ channel }) => channel)).toEqual(["email"]);
  });

  test("five wrong codes end a code, three codes an hour are the most, and nothing is proven", async () => {
    await askPhoneCode(world, shop.live, "0772 123459");
    expect(await readOpenPhoneCode(world, shop.owner.id)).toMatch(/^0772 •••/);
    for (let tries = 0; tries < 6; tries += 1)
      await expect(confirmPhone(world, shop.live, "12345")).rejects.toMatchObject({ errors: {} });
    expect(await readOpenPhoneCode(world, shop.owner.id)).toBeNull();
    await askPhoneCode(world, shop.live, "0772 123459");
    await askPhoneCode(world, shop.live, "0772 123459");
    await expect(askPhoneCode(world, shop.live, "0772 123459")).rejects.toMatchObject({
      errors: { phone: [{ code: "phone_codes_many" }] },
    });
    expect((await world.db.user.findUniqueOrThrow({ where: { id: shop.owner.id } })).phone).toBeNull();
  });

  test("without a provider no code is sent and none is offered", async () => {
    const silent = { ...world, sms: null };
    await expect(askPhoneCode(silent, shop.live, "0772 123456")).rejects.toMatchObject({
      errors: { phone: [{ code: "sms_off" }] },
    });
    await expect(sendTestAlert(silent, shop.live, "sms")).rejects.toMatchObject({ errors: {} });
    expect((await readAlertSettings(silent, shop.live)).sms.works).toBe(false);
  });
});

test("a test goes at once to oneself alone, five times a day, and says that nothing was paid", async () => {
  await member("support", true);
  for (let count = 0; count < 5; count += 1) {
    await sendTestAlert(world, shop.live, "email");
    world.clock.advance(1);
  }
  await expect(sendTestAlert(world, shop.live, "email")).rejects.toMatchObject({ errors: {} });
  const all = await told();
  expect(all.map(({ recipient }) => recipient)).toEqual(Array(5).fill(shop.owner.email));
  expect(all[0]?.text).toContain("Nothing was paid.");
});

describe("the daily digest", () => {
  test("tells yesterday's payments and what waits, once, at the hour that was chosen", async () => {
    await choose({ digestHour: "7" });
    await paidOrders(["2026-03-01T20:59:59Z", "2026-03-01T21:00:00Z", "2026-03-02T20:59:59Z"]);
    await world.db.task.create({
      data: { storeId: shop.store.id, kind: "suspense", subject: randomUUID(), createdAt: world.clock.now() },
    });
    await sendDueDigests(world);
    expect(await told()).toEqual([]);
    world.clock.set(new Date("2026-03-03T04:00:00Z"));
    await Promise.all([sendDueDigests(world), sendDueDigests(world)]);
    await sendDueDigests(world);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.template).toBe("alert_digest");
    expect(mail?.text).toContain("2 payments, UGX 2,000");
    expect(mail?.text).toContain("Waiting for you: 1 task");
    expect(mail?.text).toContain("2 March 2026");
    world.clock.set(new Date("2026-03-02T09:30:00Z"));
  });

  test("says nothing where there is nothing to say, and ends when it is switched off", async () => {
    await choose({ digestHour: "7" });
    world.clock.set(new Date("2026-03-03T04:00:00Z"));
    await sendDueDigests(world);
    expect(await told()).toEqual([]);
    await choose({ digestHour: "" });
    const row = await world.db.alertSettings.findFirstOrThrow({ where: { userId: shop.owner.id } });
    expect(row.nextDigestAt).toBeNull();
    world.clock.set(new Date("2026-03-02T09:30:00Z"));
  });
});

/** Orders of 1,000 that were paid at these times. */
async function paidOrders(times: string[]): Promise<void> {
  const { id } = await press(world, shop);
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const { id: _, ...row } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  for (const [at, time] of times.entries())
    await world.db.order.create({
      data: {
        ...row,
        ...{ number: `X-${shop.store.id}-${at}`, shortNumber: `X${at}`, receiptToken: randomUUID() },
        ...{ totalMinor: 1_000n, subtotalMinor: 1_000n, discountMinor: 0n, feeMinor: 0n, netMinor: 1_000n },
        paidAt: new Date(time),
      } as never,
    });
}
