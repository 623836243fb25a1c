import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NotFound, say } from "@/lib/domain/refusal";
import { refundShares } from "@/lib/domain/transfer";
import { readNoApiSince } from "@/lib/services/catalog/stores/read";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openShop } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { newOperator, operatorPassword } from "@/lib/testing/operator";
import { press } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { changePlan } from "./act-on-store";
import { listFeeChanges, listPlanChanges, readFeeIncome, readPlans } from "./read-plans";
import {
  changeFixedFees,
  changePlanTerms,
  createPlan,
  type TypedFixedFees,
  type TypedPlan,
} from "./save-plan";

const { world, shop } = await openShop(sellingStore);
const operator = await newOperator(world);

let made = 0;
const typed = (more: Partial<TypedPlan> = {}): TypedPlan => ({
  name: `Plan ${++made} of ${operator.userId}`,
  includesApi: true,
  fee: "2.5",
  payoutFee: "1",
  reason: "Networks raised their own.",
  password: operatorPassword,
  ...more,
});
const feeOf = async (id: number) => (await world.db.order.findUniqueOrThrow({ where: { id } })).feeMinor;

describe("a new plan", () => {
  test("is there with its fees, no store is on it, and who made it is logged with the reason", async () => {
    const plan = await createPlan(world, operator, typed({ name: "Étoile", fee: "1,25 %", payoutFee: "0" }));
    expect(plan).toMatchObject({ name: "Étoile", includesApi: true, feePpm: 12_500, payoutFeePpm: 0 });
    expect(plan.code).toMatch(/^etoile-[0-9a-z]{6}$/);
    const line = (await readPlans(world, operator)).find(({ code }) => code === plan.code);
    expect(line?.stores).toBe(0);
    const logged = await world.db.auditEntry.findFirst({ where: { target: `plan:${plan.code}` } });
    expect(logged).toMatchObject({
      ...{ action: "plan.created", actor: operator.actor, reason: "Networks raised their own." },
      details: { name: "Étoile", api: true, fee: "1.25\u00a0%", payout_fee: "0\u00a0%" },
    });
    await world.db.plan.delete({ where: { code: plan.code } });
  });

  test("all that is wrong with the form is told at once, and nothing is made", async () => {
    const before = await world.db.plan.count();
    const nothing = typed({ name: " ", fee: "51", payoutFee: "1.23456", reason: "", password: "wrong" });
    await refused(createPlan(world, operator, nothing), {
      name: [expect.objectContaining({ code: expect.any(String) })],
      fee: [say("fee_percentage")],
      payout_fee: [expect.objectContaining({ code: expect.any(String) })],
      reason: [expect.objectContaining({ code: expect.any(String) })],
      password: [expect.objectContaining({ code: expect.any(String) })],
    });
    const named = await createPlan(world, operator, typed());
    await refused(createPlan(world, operator, typed({ name: named.name.toUpperCase() })), {
      name: [say("plan_taken")],
    });
    expect(await world.db.plan.count()).toBe(before + 1);
  });

  test("only one that is there is changed", async () => {
    await expect(changePlanTerms(world, operator, "none", typed())).rejects.toBeInstanceOf(NotFound);
  });
});

describe("changing a plan", () => {
  const own = async () => {
    const plan = await createPlan(world, operator, typed({ fee: "1.5" }));
    await world.db.store.update({ where: { id: shop.store.id }, data: { planCode: plan.code } });
    return plan;
  };

  test("is for what is ordered from then on; what was paid before keeps its fee", async () => {
    const plan = await own();
    const first = await paidPayment(world, shop);
    await changePlanTerms(world, operator, plan.code, typed({ name: plan.name, fee: "3" }));
    const second = await paidPayment(world, shop);
    expect([await feeOf(first.orderId), await feeOf(second.orderId)]).toEqual([750n, 1_500n]);
  });

  test("tells the owners of its stores by mail, in their language, and is logged from and to", async () => {
    const plan = await own();
    await world.db.user.update({ where: { id: shop.owner.id }, data: { language: "fr" } });
    const change = typed({ name: plan.name, includesApi: false, fee: "3", payoutFee: "2" });
    expect(await changePlanTerms(world, operator, plan.code, change)).toEqual({ changed: true });
    const mails = await world.db.message.findMany({
      where: { storeId: shop.store.id, template: "plan_changed_no_api" },
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain("chaque paiement coûte 3\u00a0% et chaque reversement 2\u00a0%");
    expect(mails[0]?.body).toContain("Networks raised their own.");
    const logged = await world.db.auditEntry.findFirst({
      where: { target: `plan:${plan.code}`, action: "plan.changed" },
    });
    expect(logged?.details).toMatchObject({
      fee: "3\u00a0%",
      fee_before: "1.5\u00a0%",
      api: false,
      api_before: true,
    });
    // Again it changes nothing, and nobody is told.
    expect(await changePlanTerms(world, operator, plan.code, change)).toEqual({ changed: false });
    expect(
      await world.db.message.count({ where: { storeId: shop.store.id, template: { startsWith: "plan_" } } }),
    ).toBe(1);
  });
});

describe("what a plan adds in one currency", () => {
  const amounts = (more: Partial<TypedFixedFees> = {}): TypedFixedFees => ({
    ...{ fixed: "100", min: "200", max: "5000", payoutFixed: "300" },
    ...{ reason: "Networks raised their own.", password: operatorPassword, ...more },
  });
  const own = async () => {
    const plan = await createPlan(world, operator, typed({ fee: "1.5" }));
    await world.db.store.update({ where: { id: shop.store.id }, data: { planCode: plan.code } });
    return plan;
  };

  test("counts from the next payment on, and what is under way keeps the fee it was begun with", async () => {
    const plan = await own();
    const underWay = await press(world, shop, {
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
    });
    await changeFixedFees(world, operator, { code: plan.code, currency: "UGX" }, amounts());
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: underWay.id } });
    const later = await paidPayment(world, shop);
    expect([await feeOf(orderId), await feeOf(later.orderId)]).toEqual([750n, 850n]);
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order.paymentStatus).toBe("paid");
    const wallet = await readWallet(world.db, shop.store.id, "UGX");
    expect(wallet.pendingMinor).toBe(49_250n + 49_150n);
  });

  test("is given back with a refund in proportion, like the percentage", async () => {
    const plan = await own();
    await changeFixedFees(world, operator, { code: plan.code, currency: "UGX" }, amounts());
    const { orderId } = await paidPayment(world, shop);
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(refundShares(order, order.totalMinor / 2n).feeBackMinor).toBe(425n);
    expect(refundShares(order, order.totalMinor).feeBackMinor).toBe(850n);
  });

  test("is told to the owners of its currency alone, logged, and read by its sellers", async () => {
    const plan = await own();
    const where = { code: plan.code, currency: "UGX" };
    expect(await changeFixedFees(world, operator, where, amounts())).toEqual({ changed: true });
    expect(await changeFixedFees(world, operator, where, amounts())).toEqual({ changed: false });
    await changeFixedFees(world, operator, { ...where, currency: "KES" }, amounts());
    const mails = await world.db.message.findMany({
      where: { storeId: shop.store.id, template: "plan_changed" },
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toMatch(
      /each payment costs 1\.5\s% \+ UGX\s100, min\. UGX\s200, max\. UGX\s5,000 and each payout 1\s% \+ UGX\s300\./,
    );
    expect(await listFeeChanges(world, plan.code, "UGX")).toMatchObject([
      { currency: "UGX", feeBefore: expect.stringMatching(/^1\.5\s%$/) },
    ]);
    expect(await listFeeChanges(world, plan.code, "TZS")).toEqual([]);
    expect(await listPlanChanges(world, operator, plan.code)).toHaveLength(2);
    // Taken away again, nothing is stored of it.
    await changeFixedFees(world, operator, where, amounts({ fixed: "", min: "0", max: "", payoutFixed: "" }));
    const { fixedFees } = await world.db.plan.findUniqueOrThrow({ where: { code: plan.code } });
    expect(Object.keys(fixedFees as object)).toEqual(["KES"]);
  });

  test("all that is wrong is told at once; it needs an operator, a plan and a currency", async () => {
    const plan = await own();
    const where = { code: plan.code, currency: "UGX" };
    const wrong = amounts({ fixed: "x", payoutFixed: "1.5", reason: "", password: "wrong" });
    await refused(changeFixedFees(world, operator, where, wrong), {
      fixed: [say("amount_like", { currency: "UGX" })],
      payout_fixed: [say("amount_like", { currency: "UGX" })],
      reason: [expect.objectContaining({ code: expect.any(String) })],
      password: [expect.objectContaining({ code: expect.any(String) })],
    });
    await refused(changeFixedFees(world, operator, where, amounts({ max: "150" })), {
      max: [say("fee_max_below")],
    });
    await expect(changeFixedFees(world, operator, { ...where, code: "gold" }, amounts())).rejects.toThrow(
      NotFound,
    );
    await expect(changeFixedFees(world, operator, { ...where, currency: "XXX" }, amounts())).rejects.toThrow(
      NotFound,
    );
  });
});

test("since when a store is without the API: since it was moved there, or its plan lost it", async () => {
  const plan = await createPlan(world, operator, typed({ includesApi: false }));
  const since = () => readNoApiSince(world, { id: shop.store.id, planCode: plan.code });
  expect(await since()).toBeNull();
  world.clock.advance(60_000);
  const moved = world.clock.now();
  const move = {
    storeId: shop.store.id,
    planCode: plan.code,
    reason: "They asked for it.",
    password: operatorPassword,
  };
  await changePlan(world, operator, move);
  expect(await since()).toEqual(moved);
  world.clock.advance(60_000);
  await changePlanTerms(world, operator, plan.code, typed({ name: plan.name }));
  world.clock.advance(60_000);
  await changePlanTerms(world, operator, plan.code, typed({ name: plan.name, includesApi: false }));
  expect(await since()).toEqual(world.clock.now());
});

test("what fees brought is told by currency and month", async () => {
  const of = async () => {
    const line = (await readFeeIncome(world, operator)).find(({ currency }) => currency === "UGX");
    return [line?.thisMonthMinor ?? 0n, line?.lastMonthMinor ?? 0n];
  };
  const [start = 0n, startLast = 0n] = await of();
  const { orderId } = await paidPayment(world, shop);
  const fee = await feeOf(orderId);
  expect(fee).toBeGreaterThan(0n);
  expect(await of()).toEqual([start + fee, startLast]);
  world.clock.set(new Date("2026-04-01T00:00:00Z"));
  expect(await of()).toEqual([0n, start + fee]);
});

test("the changes of a plan's fees are read with who and why, and by its sellers without", async () => {
  const plan = await createPlan(world, operator, typed({ name: "Remembered", fee: "1", payoutFee: "1" }));
  await changePlanTerms(
    world,
    operator,
    plan.code,
    typed({ name: "Remembered still", fee: "1", payoutFee: "1" }),
  );
  await changePlanTerms(world, operator, plan.code, typed({ name: "Remembered", fee: "2", payoutFee: "1" }));
  const change = {
    fee: "2\u00a0%",
    feeBefore: "1\u00a0%",
    payoutFee: "1\u00a0%",
    payoutFeeBefore: "1\u00a0%",
  };
  const told = await listFeeChanges(world, plan.code);
  expect(told).toEqual([{ id: expect.any(String), at: expect.any(Date), ...change }]);
  const { name } = await world.db.user.findUniqueOrThrow({ where: { id: operator.userId } });
  expect(await listPlanChanges(world, operator, plan.code)).toMatchObject([
    { ...change, by: name, reason: "Networks raised their own." },
  ]);
});
