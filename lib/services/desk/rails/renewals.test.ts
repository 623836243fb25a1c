import { beforeEach, describe, expect, test } from "vitest";
import { NotFound, say } from "@/lib/domain/refusal";
import { limitOf, usualDailyMax } from "@/lib/services/money/renewal/source";
import { openStage } from "@/lib/testing/in-paying-world";
import { newOperator, operatorPassword as password } from "@/lib/testing/operator";
import { press } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { testStore } from "@/lib/testing/world";
import { dailyMaxMost, limitRenewals, readRenewals, switchRenewals } from "./renewals";

const world = await openStage();
const operator = await newOperator(world);
const rail = "paystack";
const reason = "The provider asked for it.";
const day = 24 * 60 * 60_000;

beforeEach(() => world.db.railRenewal.deleteMany());

const limit = (most: string, more = {}) =>
  limitRenewals(world, operator, { rail, most, reason, password, ...more });
const lastAct = async () => {
  const row = await world.db.auditEntry.findFirst({
    where: { actor: operator.actor },
    orderBy: { id: "desc" },
  });
  return row && { action: row.action, target: row.target, reason: row.reason, details: row.details };
};

describe("the most renewals of a day", () => {
  test("is the usual number until an operator sets another, which is logged with the one before", async () => {
    expect(await readRenewals(world, operator, rail)).toEqual({
      enabled: true,
      dailyMax: usualDailyMax,
      made: 0,
    });
    await limit("250");
    expect(await limitOf(world, rail)).toMatchObject({ enabled: true, dailyMax: 250 });
    expect(await lastAct()).toEqual({
      ...{ action: "rail.renewals_limit", target: "rail:paystack", reason },
      details: { from: "5000", to: "250" },
    });
    await limit("300");
    expect((await lastAct())?.details).toEqual({ from: "250", to: "300" });
    expect(await limitOf(world, "flutterwave")).toEqual({ enabled: true, dailyMax: usualDailyMax });
  });

  test("is mailed to everybody who runs the service, with the number and the reason", async () => {
    const other = await newOperator(world);
    world.clock.advance(1_000);
    await limit("250");
    const mails = await world.db.message.findMany({
      where: { template: "rail.renewals_limit", createdAt: world.clock.now() },
    });
    expect(mails.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining([operator.email, other.email]),
    );
    for (const { subject, body } of mails) {
      expect(subject).toBe("Sente: Paystack takes at most 250 renewals by itself in 24 hours");
      expect(body).toContain(reason);
    }
  });

  test.each(["", "0", "-1", "2.5", "many", "1e3", "١٢", String(dailyMaxMost + 1)])(
    "is a whole number from 1 up: not “%s”, and nothing is changed",
    async (most) => {
      await refused(limit(most), { most: [say("whole_from_one", { max: String(dailyMaxMost) })] });
      expect(await world.db.railRenewal.count()).toBe(0);
    },
  );

  test("needs the password, a reason, and a rail that there is", async () => {
    await refused(limit("250", { password: "wrong" }), { password: [say("wrong_password")] });
    await refused(limit("250", { reason: " " }), { reason: expect.anything() });
    await expect(limit("250", { rail: "sandbox" })).rejects.toBeInstanceOf(NotFound);
    expect(await world.db.railRenewal.count()).toBe(0);
  });
});

test("switching renewals off and on leaves the limit, and the limit leaves the switch, also at the same time", async () => {
  await limit("250");
  await switchRenewals(world, operator, { rail, on: false, reason, password });
  expect(await limitOf(world, rail)).toMatchObject({ enabled: false, dailyMax: 250 });
  expect(await lastAct()).toMatchObject({ action: "rail.renewals_off" });
  for (let round = 0; round < 5; round += 1) {
    const on = round % 2 === 0;
    await Promise.all([
      switchRenewals(world, operator, { rail, on, reason, password }),
      limit(String(300 + round)),
    ]);
    expect(await limitOf(world, rail)).toMatchObject({ enabled: on, dailyMax: 300 + round });
  }
});

test("what is counted is what was asked for by itself in the last 24 hours, with this rail", async () => {
  const shop = await testStore(world);
  const { id } = await press(world, shop);
  await world.settled();
  const made = async () => (await readRenewals(world, operator, rail)).made;
  await world.db.paymentAttempt.update({ where: { id }, data: { rail } });
  expect(await made()).toBe(0);
  await world.db.paymentAttempt.update({ where: { id }, data: { initiator: "schedule" } });
  expect(await made()).toBe(1);
  expect((await readRenewals(world, operator, "flutterwave")).made).toBe(0);
  world.clock.advance(day);
  expect(await made()).toBe(0);
});
