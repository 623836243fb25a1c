import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import type { TransferResult } from "@/lib/providers/rails/port";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { sentInvoice } from "@/lib/testing/products";
import { requestRefund } from "../out/refunds/request";
import { checkRefund } from "../out/refunds/work";
import { workTransfers } from "../out/transfers/work";
import { recordDisputes } from "./disputes/record";
import { pollOpenAttempts } from "./poll";
import { settle } from "./settle";

const { world, shop } = await openShop(sellingStore);

// Whatever a test did, the books are right after it and no payment sent back more than it brought.
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
  const broken = await checkInvariants(world, { storeId: shop.store.id, quiet: true });
  expect(broken.filter((what) => !what.includes("Money is held"))).toEqual([]);
});

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const orderOf = (id: number) => world.db.order.findUniqueOrThrow({ where: { id } });
const told = () => world.db.event.count({ where: { storeId: shop.store.id, type: "order.refunded" } });

async function tasks(): Promise<string[]> {
  const rows = await world.db.task.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
  return rows.map(({ kind }) => kind);
}

/** A payment of an invoice's whole balance. */
async function paidInvoice(invoiceId: number) {
  const { id } = await press(world, shop, {
    id: randomUUID(),
    for: { kind: "invoice", invoiceId, amount: null },
    phone: "0772 123 789",
  });
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { attemptId: id, orderId };
}

/** The rail says that it took back this much in all, beside the refunds that we asked for. */
function takesBack(attemptId: string, minor: bigint, on = world) {
  const amount = { minor, currency: "UGX" };
  const railRef = `sbx_${attemptId}`;
  return settle(on, attemptId, {
    kind: "reversed",
    settlement: { railRef, amount, paidAt: world.clock.now(), method: "mobile_money" },
  });
}

function refund(orderId: number, amountMinor?: bigint, on = world) {
  const input = { orderId, reason: "They changed their mind", requestKey: randomUUID() };
  return requestRefund(on, shop.seller, { ...input, ...(amountMinor ? { amountMinor } : {}) });
}

/** The alerts of reversals, each with its amount. */
async function alerted(): Promise<(bigint | null)[]> {
  const rows = await world.db.alert.findMany({
    where: { storeId: shop.store.id, channel: "email", kind: "alert_payment_reversed" },
    orderBy: { id: "asc" },
  });
  return rows.map(({ amountMinor }) => amountMinor);
}

describe("a payment that the rail takes back", () => {
  test("in another currency than the order's counts as the whole payment", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    const amount = { minor: 15n, currency: "USD" };
    const settlement = { railRef: `sbx_${attemptId}`, amount, paidAt: world.clock.now() };
    await settle(world, attemptId, {
      kind: "reversed",
      settlement: { ...settlement, method: "mobile_money" },
    });
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order.refundedMinor).toBe(order.totalMinor);
  });

  test("is told to the owner, once for each amount that went", async () => {
    const { attemptId } = await paidPayment(world, shop);
    for (let count = 0; count < 3; count += 1) await takesBack(attemptId, 10_000n);
    expect(await alerted()).toEqual([10_000n]);
    await Promise.all(Array.from({ length: 3 }, () => takesBack(attemptId, 50_000n)));
    expect(await alerted()).toEqual([10_000n, 40_000n]);
    const [owner] = await world.db.alert.findMany({ where: { storeId: shop.store.id, event: "reversal" } });
    expect(owner).toMatchObject({ userId: shop.owner.id, currency: "UGX" });
  });

  test("because of a lost dispute is told as the dispute alone", async () => {
    const { attemptId } = await paidPayment(world, shop);
    const dispute = { ref: `dp_${attemptId}`, amount: { minor: 50_000n, currency: "UGX" } };
    await recordDisputes(world, attemptId, [{ ...dispute, state: "open" }]);
    await recordDisputes(world, attemptId, [{ ...dispute, state: "lost" }]);
    await takesBack(attemptId, 50_000n);
    expect(await alerted()).toEqual([]);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n });
  });

  test("holds nothing back any more: what other payments brought is available when their own hold ends", async () => {
    const first = await paidPayment(world, shop);
    expect(
      await world.db.walletHold.findUniqueOrThrow({ where: { attemptId: first.attemptId } }),
    ).toMatchObject({ amountMinor: 49_250n });
    world.clock.advance(12 * 3_600_000);
    const { attemptId } = await paidPayment(world, shop);
    await takesBack(attemptId, 50_000n);
    world.clock.advance(13 * 3_600_000);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
  });

  test("after a part of it was refunded takes only the rest, and each side its own share", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    await refund(orderId, 20_000n);
    await later(world, 4_000);
    await takesBack(attemptId, 30_000n);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await tasks()).toEqual(["payment_reversed"]);
  });

  test("by a rail that names the whole payment takes only what was not refunded", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    await refund(orderId, 20_000n);
    await later(world, 4_000);
    await takesBack(attemptId, 50_000n);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
  });

  test("after all of it was refunded books nothing: the rail calls it so because of the refund", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    await refund(orderId);
    await later(world, 4_000);
    const before = await wallet();
    await takesBack(attemptId, 50_000n);
    expect(await wallet()).toEqual(before);
    expect(before).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
    expect(await told()).toBe(1);
    expect(await tasks()).toEqual([]);
  });

  // Found by the simulation, seed 161.
  test("while its refund is under way goes back once: as the refund, which is the rail's last word", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    const { id } = await refund(orderId);
    await takesBack(attemptId, 50_000n);
    await later(world, 4_000);
    expect(await world.db.refund.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "paid" });
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, debtMinor: 0n, refundInFlightMinor: 0n });
    expect(await told()).toBe(1);
  });

  test("while its refund is under way goes back once: as the reversal, when the rail refuses the refund", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    let isRefused = false;
    const rail = withRail(world, {
      refund: async () => ({ kind: "pending", railRef: "r1" }),
      refundStatus: async () =>
        isRefused ? { kind: "failed", failure: { reason: "unknown" } } : { kind: "pending", railRef: "r1" },
    });
    await refund(orderId, 20_000n, rail);
    await takesBack(attemptId, 50_000n, rail);
    expect(await orderOf(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      refundedMinor: 30_000n,
    });
    expect(await wallet()).toMatchObject({ refundInFlightMinor: 20_000n, debtMinor: 0n });
    isRefused = true;
    world.clock.advance(60_000);
    await workTransfers(rail);
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    expect(attempt).toMatchObject({ status: "reversed", reversedMinor: 50_000n, reversedFeeMinor: 750n });
  });

  test("in part leaves the order partially refunded with the true rest, which can still be refunded", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    await takesBack(attemptId, 10_000n);
    expect(await orderOf(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      refundedMinor: 10_000n,
    });
    expect(await wallet()).toMatchObject({ pendingMinor: 39_400n });
    await refund(orderId);
    await later(world, 4_000);
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, debtMinor: 0n });
  });

  test("said again changes nothing, and said of more books the difference", async () => {
    const { attemptId, orderId } = await paidPayment(world, shop);
    for (let count = 0; count < 3; count += 1) await takesBack(attemptId, 10_000n);
    expect(await orderOf(orderId)).toMatchObject({ refundedMinor: 10_000n });
    expect(await told()).toBe(1);
    await takesBack(attemptId, 25_000n);
    expect(await orderOf(orderId)).toMatchObject({ refundedMinor: 25_000n });
    await takesBack(attemptId, 5_000n);
    expect(await orderOf(orderId)).toMatchObject({ refundedMinor: 25_000n });
    await Promise.all(Array.from({ length: 4 }, () => takesBack(attemptId, 50_000n)));
    expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
    expect(await told()).toBe(3);
  });

  test("whose refunded part comes back after the rail took the rest can be refunded again, or taken", async () => {
    for (const again of ["refund", "reversal"]) {
      const { attemptId, orderId } = await paidPayment(world, shop);
      let said: TransferResult = { kind: "succeeded", railRef: "r1", at: world.clock.now() };
      const rail = withRail(world, { refund: async () => said, refundStatus: async () => said });
      const { id } = await refund(orderId, 20_000n, rail);
      await takesBack(attemptId, 30_000n, rail);
      expect(await orderOf(orderId)).toMatchObject({ refundedMinor: 50_000n });
      said = { kind: "failed", failure: { reason: "unknown" } };
      await checkRefund(rail, id);
      expect(await orderOf(orderId)).toMatchObject({ refundedMinor: 30_000n });
      said = { kind: "succeeded", railRef: "r2", at: world.clock.now() };
      await (again === "refund" ? refund(orderId, 20_000n, rail) : takesBack(attemptId, 50_000n, rail));
      expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
      expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
    }
  });

  // Found by the simulation, seed 169.
  test("of an invoice leaves it owed, once, though a refunded part comes back later and is taken too", async () => {
    for (const again of ["refund", "reversal"]) {
      const invoice = await sentInvoice(world, shop, { totalMinor: 50_000n });
      const paidMinor = async () =>
        (await world.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } })).paidMinor;
      const { attemptId, orderId } = await paidInvoice(invoice.id);
      let said: TransferResult = { kind: "succeeded", railRef: "r1", at: world.clock.now() };
      const rail = withRail(world, { refund: async () => said, refundStatus: async () => said });
      const { id } = await refund(orderId, 20_000n, rail);
      await takesBack(attemptId, 30_000n, rail);
      expect(await paidMinor()).toBe(0n);
      said = { kind: "failed", failure: { reason: "unknown" } };
      await checkRefund(rail, id);
      expect(await paidMinor()).toBe(0n);
      await paidInvoice(invoice.id);
      expect(await paidMinor()).toBe(50_000n);
      said = { kind: "succeeded", railRef: "r2", at: world.clock.now() };
      await (again === "refund" ? refund(orderId, 20_000n, rail) : takesBack(attemptId, 50_000n, rail));
      expect(await paidMinor()).toBe(50_000n);
      expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    }
  });
});
