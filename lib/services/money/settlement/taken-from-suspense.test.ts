import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { openShop } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { workTransfers } from "../out/transfers/work";
import { acceptSuspense, returnSuspense } from "../tasks/settle-suspense";
import { settle } from "./settle";

const { world, shop } = await openShop(sellingStore);

const wallet = (currency = "UGX") => readWallet(world.db, shop.store.id, currency);
const orderOf = (id: number) => world.db.order.findUniqueOrThrow({ where: { id } });
const openTasks = async () => {
  const where = { storeId: shop.store.id, resolvedAt: null };
  return (await world.db.task.findMany({ where, orderBy: { id: "asc" } })).map(({ kind }) => kind);
};

/** The rail says this of an attempt. */
function says(
  kind: "succeeded" | "reversed",
  attemptId: string,
  minor: bigint,
  more: { currency?: string; receipt?: string } = {},
) {
  const { currency = "UGX", ...receipt } = more;
  const railRef = `sbx_${attemptId}`;
  const amount = { minor, currency };
  const settlement = {
    railRef,
    amount,
    paidAt: world.clock.now(),
    method: "mobile_money" as const,
    ...receipt,
  };
  return settle(world, attemptId, { kind, settlement });
}

let phones = 0;

/** An attempt whose payer, another each time, has not answered yet. */
async function waiting(): Promise<{ attemptId: string; orderId: number }> {
  phones += 1;
  const phone = `0772 ${100 + phones} 129`;
  const { id } = await press(world, shop, { id: randomUUID(), phone });
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { attemptId: id, orderId };
}

/** Of UGX 50,000 only this much came, and is set aside. */
async function underpaid(minor = 40_000n) {
  const made = await waiting();
  await says("succeeded", made.attemptId, minor, { receipt: "tx-1" });
  expect(await wallet()).toMatchObject({ suspenseMinor: minor });
  return made;
}

test("an order whose money was set aside and taken back by the rail waits for nobody: it fails", async () => {
  const { attemptId, orderId } = await underpaid();
  await says("reversed", attemptId, 40_000n);
  expect(await wallet()).toMatchObject({ suspenseMinor: 0n });
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "failed" });
  expect(await openTasks()).toEqual(["payment_reversed"]);
});

test("an order fails with its last attempt that is reversed, though money of an earlier one had gone back", async () => {
  const { attemptId, orderId } = await underpaid();
  const rail = withRail(world, {
    refund: async () => ({ kind: "succeeded", railRef: "r1", at: world.clock.now() }),
  });
  await returnSuspense(rail, shop.seller, attemptId);
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "failed" });
  const again = await waiting();
  expect(again.orderId).toBe(orderId);
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "pending" });
  await says("reversed", again.attemptId, 50_000n);
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "failed" });
});

test("what a rail takes back while it is being given back is booked when the giving back fails", async () => {
  const { attemptId } = await underpaid();
  let isRefused = false;
  const rail = withRail(world, {
    refund: async () => ({ kind: "pending", railRef: "r1" }),
    refundStatus: async () =>
      isRefused ? { kind: "failed", failure: { reason: "unknown" } } : { kind: "pending", railRef: "r1" },
  });
  await returnSuspense(rail, shop.seller, attemptId);
  await says("reversed", attemptId, 40_000n);
  expect(await wallet()).toMatchObject({ suspenseMinor: 0n, refundInFlightMinor: 40_000n });
  isRefused = true;
  world.clock.advance(60_000);
  await workTransfers(rail);
  expect(await wallet()).toMatchObject({ suspenseMinor: 0n, refundInFlightMinor: 0n });
  expect(await openTasks()).toEqual(["refund_failed", "payment_reversed"]);
});

test("a rail that takes back a part of what was set aside, and then the rest, has it all", async () => {
  const { attemptId, orderId } = await underpaid();
  await says("reversed", attemptId, 15_000n);
  expect(await wallet()).toMatchObject({ suspenseMinor: 25_000n });
  await says("reversed", attemptId, 15_000n);
  expect(await wallet()).toMatchObject({ suspenseMinor: 25_000n });
  await expect(acceptSuspense(world, shop.seller, attemptId)).rejects.toThrow(/money_partly_taken_back/);
  expect(await openTasks()).toEqual(["suspense", "payment_reversed"]);
  await says("reversed", attemptId, 40_000n);
  expect(await wallet()).toMatchObject({ suspenseMinor: 0n });
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "failed" });
  expect(await openTasks()).toEqual(["payment_reversed"]);
});

test("where only a part of what was about to go back by itself is left, a person is asked about it", async () => {
  const { attemptId, orderId } = await waiting();
  await world.db.order.update({ where: { id: orderId }, data: { orderStatus: "cancelled" } });
  await says("succeeded", attemptId, 50_000n);
  expect(await openTasks()).toEqual([]);
  await says("reversed", attemptId, 20_000n);
  expect(await wallet()).toMatchObject({ suspenseMinor: 30_000n });
  expect(await openTasks()).toEqual(["suspense", "payment_reversed"]);
});

test("money of two currencies under one attempt is given back each in its own", async () => {
  const { attemptId } = await waiting();
  await says("succeeded", attemptId, 70_000n, { currency: "KES", receipt: "tx-1" });
  await says("succeeded", attemptId, 50_000n, { receipt: "tx-2" });
  const rail = withRail(world, {
    refund: async () => ({ kind: "succeeded", railRef: "r1", at: world.clock.now() }),
  });
  await returnSuspense(rail, shop.seller, attemptId);
  await returnSuspense(rail, shop.seller, attemptId);
  expect(await wallet()).toMatchObject({ suspenseMinor: 0n });
  expect(await wallet("KES")).toMatchObject({ suspenseMinor: 0n });
  const refunds = await world.db.refund.findMany({ where: { attemptId }, orderBy: { createdAt: "asc" } });
  expect(refunds.map(({ currency, amountMinor }) => `${currency} ${amountMinor}`).sort()).toEqual([
    "KES 70000",
    "UGX 50000",
  ]);
  await expect(acceptSuspense(world, shop.seller, attemptId)).rejects.toThrow();
});
