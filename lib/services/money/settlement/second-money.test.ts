import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { workTransfers } from "../out/transfers/work";
import { acceptSuspense, returnSuspense } from "../tasks/settle-suspense";
import { settle } from "./settle";

const { world, shop } = await openShop(sellingStore, "own");

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const kinds = async (storeId: number | null, attemptId: string) => {
  const where = { storeId, subject: { startsWith: attemptId } };
  return (await world.db.task.findMany({ where, orderBy: { id: "asc" } })).map(({ kind }) => kind);
};

/** The rail says that this attempt was paid, under this reference and receipt. */
function comes(attemptId: string, railRef: string, receipt: string) {
  const amount = { minor: 50_000n, currency: "UGX" };
  const settlement = { railRef, receipt, amount, paidAt: world.clock.now(), method: "mobile_money" as const };
  return settle(world, attemptId, { kind: "succeeded", settlement });
}

async function waiting() {
  const { id } = await press(world, shop, { id: randomUUID(), phone: "0772 123 129" });
  const { railRef, orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { id, orderId, railRef: railRef ?? "" };
}

test("a second transaction under the same reference is set aside beside the first, once, and two people are told", async () => {
  const { id, railRef } = await waiting();
  await comes(id, railRef, "tx-1");
  expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, suspenseMinor: 0n });
  for (let count = 0; count < 3; count += 1) await comes(id, railRef, "tx-2");
  await comes(id, railRef, "tx-1");
  expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, suspenseMinor: 50_000n });
  expect(await kinds(shop.store.id, id)).toEqual(["suspense"]);
  expect(await kinds(null, id)).toEqual(["second_payment"]);
  await comes(id, railRef, "tx-3");
  expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, suspenseMinor: 100_000n });
});

test("the second payment goes back to its payer, and the first stays", async () => {
  const { attemptId: id, orderId } = await paidPayment(world, shop);
  const { railRef } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  await comes(id, railRef ?? "", "tx-2");
  await expect(acceptSuspense(world, shop.seller, id)).rejects.toThrow(/order_paid_already/);
  await returnSuspense(world, shop.seller, id);
  await later(world, 4_000);
  expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, suspenseMinor: 0n });
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(order).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
});

test("the real payment after another reference was set aside is set aside as well, and accepting both pays once", async () => {
  const { id, railRef, orderId } = await waiting();
  await comes(id, `${railRef}-other`, "tx-9");
  expect(await wallet()).toMatchObject({ pendingMinor: 0n, suspenseMinor: 50_000n });
  await comes(id, railRef, "tx-1");
  expect(await wallet()).toMatchObject({ pendingMinor: 0n, suspenseMinor: 100_000n });
  await acceptSuspense(world, shop.seller, id);
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(order.paymentStatus).toBe("paid");
  expect(await wallet()).toMatchObject({ pendingMinor: 49_250n });
  const returns = await world.db.refund.findMany({ where: { attemptId: id } });
  expect(returns).toMatchObject([{ amountMinor: 50_000n, reason: "overpaid" }]);
});

test("money that is said to be there again after it was taken back books nothing, and a person is told of it", async () => {
  const { attemptId } = await paidPayment(world, shop);
  const { railRef, receipt } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const amount = { minor: 50_000n, currency: "UGX" };
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: { railRef: railRef ?? "", amount, paidAt: world.clock.now(), method: "mobile_money" },
  });
  const before = await wallet();
  await comes(attemptId, railRef ?? "", receipt ?? "");
  expect(await wallet()).toEqual(before);
  expect(await kinds(shop.store.id, attemptId)).toEqual(["payment_reversed", "payment_reinstated"]);
});

/** The rail says that it took this much back in all of the transaction with this receipt; without one it names none. */
function takesBack(attemptId: string, railRef: string, minor: bigint, receipt?: string, on = world) {
  const amount = { minor, currency: "UGX" };
  const settlement = { railRef, receipt, amount, paidAt: world.clock.now(), method: "mobile_money" as const };
  return settle(on, attemptId, { kind: "reversed", settlement });
}

describe("of two transactions under one attempt, the second of which is set aside, the rail takes back", () => {
  let id: string;
  let railRef: string;
  let orderId: number;
  beforeEach(async () => {
    ({ id, railRef, orderId } = await waiting());
    await comes(id, railRef, "tx-1");
    await comes(id, railRef, "tx-2");
  });

  const credited = { pendingMinor: 49_250n, debtMinor: 0n };
  const gone = { pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n };
  const order = () => world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  const open = async () =>
    (
      await world.db.task.findMany({
        where: { subject: { startsWith: id }, resolvedAt: null },
        orderBy: { id: "asc" },
      })
    ).map(({ kind }) => kind);

  test("the second: the first stays, however often it is said", async () => {
    for (let count = 0; count < 3; count += 1) await takesBack(id, railRef, 50_000n, "tx-2");
    expect(await wallet()).toMatchObject({ ...credited, suspenseMinor: 0n });
    expect(await order()).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    expect(await open()).toEqual(["second_payment", "payment_reversed"]);
  });

  test("a part of the second, then the rest of it, then the first", async () => {
    await takesBack(id, railRef, 20_000n, "tx-2");
    expect(await wallet()).toMatchObject({ ...credited, suspenseMinor: 30_000n });
    await takesBack(id, railRef, 50_000n, "tx-2");
    expect(await wallet()).toMatchObject({ ...credited, suspenseMinor: 0n });
    await takesBack(id, railRef, 50_000n, "tx-1");
    expect(await wallet()).toMatchObject({ ...gone, suspenseMinor: 0n });
    expect(await order()).toMatchObject({ paymentStatus: "refunded" });
  });

  test("the first, and later the second too", async () => {
    await takesBack(id, railRef, 50_000n, "tx-1");
    expect(await wallet()).toMatchObject({ ...gone, suspenseMinor: 50_000n });
    await takesBack(id, railRef, 50_000n, "tx-2");
    expect(await wallet()).toMatchObject({ ...gone, suspenseMinor: 0n });
    await comes(id, railRef, "tx-2");
    expect(await wallet()).toMatchObject({ ...gone, suspenseMinor: 0n });
  });

  test("one that it does not name: what is set aside goes first, and a person is asked to look", async () => {
    for (let count = 0; count < 2; count += 1) await takesBack(id, railRef, 50_000n);
    expect(await wallet()).toMatchObject({ ...credited, suspenseMinor: 0n });
    expect(await order()).toMatchObject({ paymentStatus: "paid" });
    expect(await open()).toEqual(["second_payment", "reversal_unnamed", "payment_reversed"]);
    await takesBack(id, railRef, 100_000n);
    expect(await wallet()).toMatchObject({ ...gone, suspenseMinor: 0n });
  });

  test("one that it does not name, after we gave the second back: it is the first", async () => {
    const rail = withRail(world, {
      refund: async () => ({ kind: "succeeded", railRef: "r1", at: world.clock.now() }),
    });
    await returnSuspense(rail, shop.seller, id);
    await takesBack(id, railRef, 50_000n);
    expect(await wallet()).toMatchObject({ ...gone, suspenseMinor: 0n });
  });

  test.each([["tx-2"], [undefined]])(
    "the second (%s) while we give it back: nothing moves, and when that fails it is booked, and the first stays",
    async (receipt) => {
      let isRefused = false;
      const rail = withRail(world, {
        refund: async () => ({ kind: "pending", railRef: "r1" }),
        refundStatus: async () =>
          isRefused ? { kind: "failed", failure: { reason: "unknown" } } : { kind: "pending", railRef: "r1" },
      });
      await returnSuspense(rail, shop.seller, id);
      for (let count = 0; count < 2; count += 1) await takesBack(id, railRef, 50_000n, receipt, rail);
      expect(await wallet()).toMatchObject({ ...credited, suspenseMinor: 0n, refundInFlightMinor: 50_000n });
      isRefused = true;
      world.clock.advance(60_000);
      await workTransfers(rail);
      expect(await wallet()).toMatchObject({ ...credited, suspenseMinor: 0n, refundInFlightMinor: 0n });
      expect(await order()).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
      expect(await open()).not.toContain("suspense");
    },
  );
});
