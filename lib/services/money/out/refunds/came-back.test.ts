import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TransferResult } from "@/lib/providers/rails/port";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore } from "@/lib/testing/money";
import { withRail } from "@/lib/testing/payments";
import { acceptSuspense, returnSuspense } from "../../tasks/settle-suspense";
import { workTransfers } from "../transfers/work";
import { quoteRefund } from "./quote";
import { requestRefund } from "./request";
import { checkRefund } from "./work";

const { world, shop } = await openShop(sellingStore);

const day = 24 * 3_600_000;
const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const order = (id: number) => world.db.order.findUniqueOrThrow({ where: { id } });
const refundOf = (id: string) => world.db.refund.findUniqueOrThrow({ where: { id } });
const openTasks = async () => {
  const where = { storeId: shop.store.id, resolvedAt: null };
  return (await world.db.task.findMany({ where, orderBy: { id: "asc" } })).map(({ kind }) => kind);
};
const fees = async () => {
  const where = { account: { kind: "fee_income" } };
  const { _sum } = await world.db.ledgerBalance.aggregate({ where, _sum: { balanceMinor: true } });
  return _sum.balanceMinor ?? 0n;
};

async function events(orderId: number): Promise<string[]> {
  const where = { storeId: shop.store.id, objectId: `order/${orderId}` };
  const rows = await world.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  return rows.map(({ type }) => type);
}

/** A refund that the provider called succeeded. */
async function arrived(amountMinor?: bigint): Promise<{ id: string; orderId: number }> {
  const { orderId } = await paidPayment(world, shop);
  const { id } = await refund(orderId, amountMinor);
  await later(world, 4_000);
  expect(await refundOf(id)).toMatchObject({ status: "paid" });
  return { id, orderId };
}

function refund(orderId: number, amountMinor?: bigint) {
  const wish = { orderId, reason: "They changed their mind", requestKey: randomUUID() };
  return requestRefund(world, shop.seller, amountMinor === undefined ? wish : { ...wish, amountMinor });
}

/** The same provider, which now says this of every refund. */
const says = (answer: TransferResult) => withRail(world, { refundStatus: async () => answer });
const failed: TransferResult = { kind: "failed", failure: { reason: "unknown", railCode: "lost_or_stolen" } };

describe("a refund that fails after the provider called it succeeded", () => {
  test("is found out by asking, within a day, without a word from the provider", async () => {
    const { id, orderId } = await arrived();
    const on = says(failed);
    world.clock.advance(day);
    await workTransfers(on);
    expect(await refundOf(id)).toMatchObject({ status: "failed", failureReason: "reversed" });
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    expect(await events(orderId)).toEqual(["order.paid", "order.refunded", "order.refund_failed"]);
    expect(await openTasks()).toEqual(["refund_came_back"]);
  });

  test("is taken from a callback however late, by asking; the money and the fee are where they were taken from", async () => {
    const before = await fees();
    const { id, orderId } = await arrived();
    await releaseAll(world);
    world.clock.advance(30 * day);
    const on = says(failed);
    await checkRefund(on, id);
    await checkRefund(on, id);
    expect(await fees()).toBe(before + 750n);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
    expect(await events(orderId)).toEqual(["order.paid", "order.refunded", "order.refund_failed"]);
    const told = await world.db.message.findMany({
      where: { template: "refund_came_back", storeId: shop.store.id },
    });
    expect(told).toMatchObject([{ recipient: shop.owner.email, objectId: `order/${orderId}` }]);
  });

  test("of a part leaves the other part refunded, and can be asked for again", async () => {
    const { id, orderId } = await arrived(20_000n);
    await refund(orderId, 10_000n);
    await later(world, 4_000);
    await checkRefund(says(failed), id);
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      refundedMinor: 10_000n,
    });
    expect(await quoteRefund(world, shop.seller, { orderId, amount: "" })).toMatchObject({
      leftMinor: 40_000n,
    });
  });

  test("is back on hold while its payment is, and available when that is over", async () => {
    const { id } = await arrived();
    await checkRefund(says({ kind: "reversed", railRef: "r" }), id);
    expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, availableMinor: 0n });
    world.clock.advance(world.config.walletHoldMs);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
  });

  test("and arrives after all is a person's to see: nothing is taken twice", async () => {
    const { id, orderId } = await arrived();
    await checkRefund(says(failed), id);
    await checkRefund(world, id);
    expect(await refundOf(id)).toMatchObject({ status: "failed" });
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    expect(await openTasks()).toEqual(["refund_came_back", "contradiction"]);
  });

  test("of money that was set aside sets it aside again, with the question what to do with it", async () => {
    const { attemptId } = await paidPayment(world, shop, "269");
    const { refundId } = await returnSuspense(world, shop.seller, attemptId);
    await later(world, 4_000);
    await checkRefund(says(failed), refundId);
    expect(await wallet()).toMatchObject({ suspenseMinor: 49_999n, refundInFlightMinor: 0n });
    expect((await openTasks()).sort()).toEqual(["refund_came_back", "suspense"]);
    await acceptSuspense(world, shop.seller, attemptId);
    expect(await openTasks()).toEqual(["refund_came_back"]);
  });
});

test("a refund that arrived is asked about for three days and no longer", async () => {
  const { id } = await arrived();
  let asked = 0;
  const on = withRail(world, {
    refundStatus: async (ref) => {
      asked += 1;
      return (await world.sandbox.rail.refundStatus?.(ref)) ?? { kind: "not_found" };
    },
  });
  for (let hours = 0; hours < 24 * 8; hours += 4) {
    world.clock.advance(4 * 3_600_000);
    await workTransfers(on);
  }
  expect(await refundOf(id)).toMatchObject({ status: "paid", nextPollAt: null });
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(30);
}, 30_000);
