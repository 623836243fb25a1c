import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { requestRefund } from "../out/refunds/request";
import { checkRefund } from "../out/refunds/work";
import { workTransfers } from "../out/transfers/work";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { listTasks } from "./list";
import { acceptSuspense, resolveTask, returnSuspense } from "./settle-suspense";

const { world, shop } = await openShop(sellingStore);

const wallet = (currency = "UGX") => readWallet(world.db, shop.store.id, currency);
const order = (id: number) => world.db.order.findUniqueOrThrow({ where: { id }, include: { items: true } });
const open = async () => (await listTasks(world, shop.live, {}, { skip: 0, take: 10 })).rows;

/** A payment for UGX 50,000 of which the rail says that another amount came. */
async function odd(minor: bigint, currency = "UGX"): Promise<{ attemptId: string; orderId: number }> {
  const { id } = await press(world, shop, { id: randomUUID(), phone: "0772 123 129" });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  await settle(world, id, {
    kind: "succeeded",
    settlement: {
      railRef: attempt.railRef ?? "",
      amount: { minor, currency },
      paidAt: world.clock.now(),
      method: "mobile_money",
    },
  });
  return { attemptId: id, orderId: attempt.orderId };
}

describe("money that was set aside", () => {
  test("is a task that says how much came and why it does not fit (number 269)", async () => {
    const { attemptId } = await paidPayment(world, shop, "269");
    const [task] = await open();
    expect(task).toMatchObject({ kind: "suspense", subject: attemptId });
    expect(task?.details).toMatchObject({
      ...{ reason: "underpaid", order: "ORD-000001", got: "UGX 49999", expected: "UGX 50000" },
    });
  });

  test("is accepted for its order, of which the rest is a discount, and starts what it was for", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop, "269");
    await acceptSuspense(world, shop.seller, attemptId);
    const paid = await order(orderId);
    expect(paid).toMatchObject({ paymentStatus: "paid", discountMinor: 1n, totalMinor: 49_999n });
    expect(paid.feeMinor + paid.netMinor).toBe(49_999n);
    expect(paid.items).toMatchObject([{ totalMinor: 50_000n, discountMinor: 1n }]);
    const sub = await world.db.subscription.findFirstOrThrow({ where: { id: paid.subscriptionId ?? "" } });
    expect(sub).toMatchObject({ status: "active", paymentsCount: 1, totalPaidMinor: 49_999n });
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n, pendingMinor: paid.netMinor });
    await releaseAll(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: paid.netMinor });
    expect(await open()).toEqual([]);
  });

  test("of which too much came pays its order, and the rest goes back by itself", async () => {
    // The sandbox knows of 50,000, so it cannot give back more of it than that.
    const { attemptId, orderId } = await odd(60_000n);
    await acceptSuspense(world, shop.seller, attemptId);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", totalMinor: 50_000n });
    expect(await wallet()).toMatchObject({ suspenseMinor: 10_000n, pendingMinor: 49_250n });
    const [refund] = await world.db.refund.findMany({ where: { attemptId } });
    expect(refund).toMatchObject({ status: "queued", amountMinor: 10_000n, reason: "overpaid" });
    await later(world, 0);
    expect(await wallet()).not.toMatchObject({ refundInFlightMinor: 0n, suspenseMinor: 0n });
  });

  test("is given back to its payer, whole", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop, "269");
    const { refundId } = await returnSuspense(world, shop.seller, attemptId);
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n, refundInFlightMinor: 49_999n });
    await later(world, 4_000);
    expect(await world.db.refund.findUniqueOrThrow({ where: { id: refundId } })).toMatchObject({
      status: "paid",
    });
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n, refundInFlightMinor: 0n, pendingMinor: 0n });
    expect((await order(orderId)).paymentStatus).toBe("failed");
    expect(await open()).toEqual([]);
  });

  test("that could not go back is set aside again, may be tried again, or accepted after all", async () => {
    const { attemptId, orderId } = await odd(49_000n);
    await returnSuspense(world, shop.seller, attemptId);
    await later(world, 4_000);
    // The sandbox never saw this payment end, so it gives nothing back.
    expect(await wallet()).toMatchObject({ suspenseMinor: 49_000n, refundInFlightMinor: 0n });
    expect((await open()).map(({ kind }) => kind).sort()).toEqual(["refund_failed", "suspense"]);
    await returnSuspense(world, shop.seller, attemptId);
    await later(world, 4_000);
    await acceptSuspense(world, shop.seller, attemptId);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", totalMinor: 49_000n });
  });

  test("is accepted or given back once, however often and by whomever it is pressed", async () => {
    const { attemptId } = await paidPayment(world, shop, "269");
    const results = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => acceptSuspense(world, shop.seller, attemptId)),
      ...Array.from({ length: 5 }, () => returnSuspense(world, shop.seller, attemptId)),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(Invalid);
    await later(world, 4_000);
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n, refundInFlightMinor: 0n });
  });

  test("and was more than asked for: accepted, the rest leaves suspense for its payer", async () => {
    const { attemptId, orderId } = await odd(50_700n);
    await acceptSuspense(world, shop.seller, attemptId);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", totalMinor: 50_000n });
    const rest = await world.db.refund.findMany({ where: { attemptId } });
    expect(rest).toMatchObject([{ amountMinor: 700n, reason: "overpaid" }]);
    // It is in suspense until its refund is sent, and not a unit longer.
    await later(world, 4_000);
    const [sent] = await world.db.refund.findMany({ where: { attemptId } });
    const left = sent?.status === "failed" ? 700n : 0n;
    expect(await wallet()).toMatchObject({ suspenseMinor: left, refundInFlightMinor: 0n });
  });

  test("and made its order smaller has its fee rounded half up", async () => {
    // 750 × 49,967 ÷ 50,000 = 749.505: down it would be 749.
    const { attemptId, orderId } = await odd(49_967n);
    await acceptSuspense(world, shop.seller, attemptId);
    expect(await order(orderId)).toMatchObject({ totalMinor: 49_967n, feeMinor: 750n, netMinor: 49_217n });
  });

  test("in another currency is not accepted", async () => {
    const { attemptId } = await odd(5_000n, "KES");
    await expect(acceptSuspense(world, shop.seller, attemptId)).rejects.toThrow(/money_other_currency.*KES/);
    expect(await wallet("KES")).toMatchObject({ suspenseMinor: 5_000n });
  });

  test("is not accepted for an order that was paid otherwise meanwhile", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop, "269");
    const ref = (await order(orderId)).subscriberRef;
    world.clock.advance(200_000);
    const { id } = await press(world, shop, {
      id: randomUUID(),
      for: { kind: "subscription_start", productId: shop.products[0].id, ref },
    });
    world.clock.advance(5_000);
    await settle(world, id, await world.sandbox.rail.chargeStatus({ attemptId: id }));
    const second = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    expect(second).toMatchObject({ orderId, status: "succeeded" });
    await expect(acceptSuspense(world, shop.seller, attemptId)).rejects.toThrow(/order_paid_already/);
    await returnSuspense(world, shop.seller, attemptId);
  });

  test("and was accepted leaves the wallet once when the rail takes it back, and no other money with it", async () => {
    const kept = await odd(49_500n);
    const { attemptId } = await paidPayment(world, shop, "269");
    await acceptSuspense(world, shop.seller, attemptId);
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    await settle(world, attemptId, {
      kind: "reversed",
      settlement: {
        railRef: attempt.railRef ?? "",
        amount: { minor: 49_999n, currency: "UGX" },
        paidAt: world.clock.now(),
        method: "mobile_money",
      },
    });
    expect(await wallet()).toMatchObject({ suspenseMinor: 49_500n, pendingMinor: 0n, debtMinor: 0n });
    await acceptSuspense(world, shop.seller, kept.attemptId);
  });

  test("is moved by owner and admin alone, and only of their own store", async () => {
    const { attemptId } = await paidPayment(world, shop, "269");
    const support = { ...shop.seller, role: "support" as const };
    await expect(acceptSuspense(world, support, attemptId)).rejects.toThrow(NotAllowed);
    await expect(returnSuspense(world, support, attemptId)).rejects.toThrow(NotAllowed);
    const other = await sellingStore(world);
    await expect(acceptSuspense(world, other.seller, attemptId)).rejects.toThrow(NotFound);
    await expect(returnSuspense(world, other.seller, attemptId)).rejects.toThrow(NotFound);
    const credited = await paidPayment(world, shop);
    await expect(returnSuspense(world, shop.seller, credited.attemptId)).rejects.toThrow(/not_set_aside/);
  });
});

describe("tasks", () => {
  test("are settled once, by whoever works in the store, and kept with who did it", async () => {
    await transact(world, (unit) =>
      unit.raiseTask({ storeId: shop.store.id, kind: "contradiction", subject: "x", details: {} }),
    );
    const [task] = await open();
    const id = task?.id ?? 0n;
    await expect(resolveTask(world, { ...shop.seller, role: "viewer" }, id)).rejects.toThrow(NotAllowed);
    await expect(resolveTask(world, (await sellingStore(world)).seller, id)).rejects.toThrow(NotFound);
    await resolveTask(world, { ...shop.seller, role: "support" }, id);
    await resolveTask(world, shop.seller, id);
    expect(await open()).toEqual([]);
    const done = await listTasks(world, shop.live, { done: true }, { skip: 0, take: 10 });
    expect(done.rows).toMatchObject([{ id, resolvedBy: shop.seller.actor }]);
    expect(await world.db.auditEntry.count({ where: { target: `task:${id}` } })).toBe(1);
  });
});

test("a task that was settled comes again when the same happens again; while it is open it is one", async () => {
  const raise = () =>
    transact(world, (unit) =>
      unit.raiseTask({ storeId: shop.store.id, kind: "invariant_broken", subject: `again/${shop.store.id}` }),
    );
  await raise();
  await raise();
  const [first, ...none] = await open();
  expect(none).toEqual([]);
  await resolveTask(world, shop.seller, first?.id ?? 0n);
  expect(await open()).toEqual([]);
  await raise();
  await raise();
  expect(await open()).toMatchObject([{ kind: "invariant_broken" }]);
});

const kinds = async () => (await open()).map(({ kind }) => kind);

/** A person looked, and has done with it. */
async function resolveAll(): Promise<void> {
  for (const { id } of await open()) await resolveTask(world, shop.seller, id);
  expect(await kinds()).toEqual([]);
}

/** A rail whose every status of a charge, or of a refund, is a failure that says nothing certain. */
const doubtful = (reason: () => FailureReason) =>
  withRail(world, {
    chargeStatus: async () => ({ kind: "failed", failure: { reason: reason() } }),
    refundStatus: async () => ({ kind: "failed", failure: { reason: reason() } }),
  });

test("a contradiction that was settled opens again when the rail says it again", async () => {
  const { attemptId } = await paidPayment(world, shop);
  const fails = () => settle(world, attemptId, { kind: "failed", failure: { reason: "wrong_pin" } });
  for (let count = 0; count < 3; count += 1) {
    await fails();
    await fails();
    expect(await kinds()).toEqual(["contradiction"]);
    await resolveAll();
  }
});

test("what each poll of an open payment says again is settled for good, until it says something else", async () => {
  let reason: FailureReason = "insufficient_float";
  const rail = doubtful(() => reason);
  await press(rail, shop, { id: randomUUID(), phone: "0772 123 129" });
  const poll = async () => {
    world.clock.advance(60_000);
    await pollOpenAttempts(rail);
  };
  await poll();
  expect(await open()).toMatchObject([{ kind: "rail_problem", details: { reason } }]);
  await resolveAll();
  await poll();
  await poll();
  expect(await kinds()).toEqual([]);
  reason = "needs_manual_approval";
  await poll();
  expect(await open()).toMatchObject([{ kind: "rail_problem", details: { reason } }]);
});

test("so it is with a refund; whoever asks the rail anew is told again", async () => {
  const { orderId } = await paidPayment(world, shop);
  const asked = { orderId, reason: "They changed their mind", requestKey: randomUUID() };
  const { id } = await requestRefund(world, shop.seller, asked);
  await later(world, 4_000);
  expect(await world.db.refund.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "paid" });
  const rail = doubtful(() => "insufficient_float");
  const poll = async () => {
    world.clock.advance(3_600_000);
    await workTransfers(rail);
  };
  await poll();
  expect(await kinds()).toEqual(["contradiction"]);
  await resolveAll();
  await poll();
  await poll();
  expect(await kinds()).toEqual([]);
  await checkRefund(rail, id);
  expect(await kinds()).toEqual(["contradiction"]);
});
