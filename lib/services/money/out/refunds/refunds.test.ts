import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore } from "@/lib/testing/money";
import { paidOrder } from "@/lib/testing/order";
import { withRail } from "@/lib/testing/payments";
import { settle } from "../../settlement/settle";
import { workTransfers } from "../transfers/work";
import { requestRefund } from "./request";

const { world, shop } = await openShop(sellingStore);

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const order = (id: number) => world.db.order.findUniqueOrThrow({ where: { id } });
const refundOf = (id: string) => world.db.refund.findUniqueOrThrow({ where: { id } });
const tasks = () => world.db.task.findMany({ where: { storeId: shop.store.id } });

function ask(orderId: number, more: { amountMinor?: bigint; requestKey?: string } = {}, on = world) {
  return requestRefund(on, shop.seller, {
    orderId,
    reason: "They changed their mind",
    requestKey: randomUUID(),
    ...more,
  });
}

async function events(orderId: number): Promise<string[]> {
  const where = { storeId: shop.store.id, objectId: `order/${orderId}` };
  const rows = await world.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ type }) => type);
}

describe("a refund", () => {
  test("of all gives the payer the total back, the seller bears the net, the service its fee", async () => {
    const { orderId } = await paidPayment(world, shop);
    const before = await world.db.ledgerBalance.findFirstOrThrow({
      where: { account: { kind: "fee_income" } },
    });
    const { id } = await ask(orderId);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, refundInFlightMinor: 50_000n });
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    await later(world, 4_000);
    expect(await refundOf(id)).toMatchObject({ status: "paid", feeBackMinor: 750n });
    expect(await order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, refundInFlightMinor: 0n });
    expect(await events(orderId)).toEqual(["order.paid", "order.refunded"]);
    const after = await world.db.ledgerBalance.findUniqueOrThrow({ where: { accountId: before.accountId } });
    expect(after.balanceMinor).toBe(before.balanceMinor - 750n);
  });

  test("of a part leaves the order partially refunded, and the parts add up to all of it", async () => {
    const { orderId } = await paidPayment(world, shop);
    for (const amountMinor of [10_000n, 33_333n]) {
      await ask(orderId, { amountMinor });
      await later(world, 4_000);
    }
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      refundedMinor: 43_333n,
    });
    await ask(orderId);
    await later(world, 4_000);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n });
    expect(await events(orderId)).toEqual(["order.paid", ...Array(3).fill("order.refunded")]);
  });

  test("is never more than what is left, and one at a time", async () => {
    const { orderId } = await paidPayment(world, shop);
    await expect(ask(orderId, { amountMinor: 50_001n })).rejects.toThrow(/refund_left.*"50000"/);
    await expect(ask(orderId, { amountMinor: 0n })).rejects.toThrow(Invalid);
    await ask(orderId, { amountMinor: 20_000n });
    await expect(ask(orderId, { amountMinor: 1_000n })).rejects.toThrow(/refund_under_way/);
    await later(world, 4_000);
    await expect(ask(orderId, { amountMinor: 30_001n })).rejects.toThrow(/refund_left.*"30000"/);
    await ask(orderId, { amountMinor: 30_000n });
    await later(world, 4_000);
    await expect(ask(orderId)).rejects.toThrow(/refund_all_gone/);
  });

  test("pressed ten times at once is one refund", async () => {
    const { orderId } = await paidPayment(world, shop);
    const requestKey = randomUUID();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => ask(orderId, { amountMinor: 5_000n, requestKey })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    await later(world, 4_000);
    expect(await order(orderId)).toMatchObject({ refundedMinor: 5_000n });
  });

  test("with different forms at once never gives back more than was paid", async () => {
    const { orderId } = await paidPayment(world, shop);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => ask(orderId, { amountMinor: 30_000n })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await later(world, 4_000);
    expect(await order(orderId)).toMatchObject({ refundedMinor: 30_000n });
  });

  test("that the rail refuses puts everything back where it was, with a task (number 279)", async () => {
    const { orderId } = await paidPayment(world, shop, "279");
    const before = await wallet();
    const { id } = await ask(orderId, { amountMinor: 20_000n });
    await later(world, 4_000);
    expect(await refundOf(id)).toMatchObject({ status: "failed", failureReason: "unknown" });
    expect(await wallet()).toEqual(before);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    expect(await tasks()).toMatchObject([{ kind: "refund_failed", subject: id }]);
    expect(await events(orderId)).toEqual(["order.paid"]);
  });

  test("that fails after the hold is over is available again, not pending for ever", async () => {
    const { orderId } = await paidPayment(world, shop, "279");
    const slow = withRail(world, { refundStatus: async () => ({ kind: "pending", railRef: "slow" }) });
    await ask(orderId, {}, slow);
    await releaseAll(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n });
    await later(world, 120_000);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
  });

  test("takes from what is on hold first, then from what is available; a wallet that does not cover it refuses", async () => {
    const { orderId } = await paidPayment(world, shop);
    await releaseAll(world);
    const second = await paidPayment(world, shop);
    const { id } = await ask(orderId);
    expect(await refundOf(id)).toMatchObject({ pendingMinor: 49_250n, availableMinor: 0n });
    await later(world, 4_000);
    // The second payment's hold runs on over money that is not there any more; the first one's is what is left.
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
    const last = await ask(second.orderId);
    expect(await refundOf(last.id)).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
    await later(world, 4_000);
    await releaseAll(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n });
  });

  test("does not release the hold of another payment early", async () => {
    const first = await paidPayment(world, shop);
    world.clock.advance(12 * 3_600_000);
    await paidPayment(world, shop);
    await ask(first.orderId);
    await later(world, 4_000);
    world.clock.advance(12.5 * 3_600_000);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, availableMinor: 0n });
    await releaseAll(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 49_250n });
  });
});

describe("a refund that meets bad luck", () => {
  test("whose call never left is sent by the worker, under the same id, once", async () => {
    const { orderId } = await paidPayment(world, shop);
    const dead = withRail(world, {
      refund: async () => {
        throw new Error("The process died here.");
      },
    });
    const { id } = await ask(orderId, {}, dead);
    expect(await refundOf(id)).toMatchObject({ status: "sent", leasedUntil: null });
    await later(world, 3_000);
    await later(world, 4_000);
    expect(await refundOf(id)).toMatchObject({ status: "paid" });
    expect(await order(orderId)).toMatchObject({ refundedMinor: 50_000n });
  });

  test("whose worker hangs is taken over when its lease has run out", async () => {
    const { orderId } = await paidPayment(world, shop);
    const busy = withRail(world, { refund: () => new Promise(() => {}) });
    void ask(orderId, {}, busy);
    await expect.poll(async () => world.db.refund.count({ where: { orderId, status: "sent" } })).toBe(1);
    await later(world, 3_000);
    expect(await world.db.refund.count({ where: { orderId, status: "paid" } })).toBe(0);
    await later(world, 150_000);
    await later(world, 4_000);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "refunded" });
  });

  test("whose answer is doubtful stays sent, whatever its age, and is a task at the end of the plan", async () => {
    const { orderId } = await paidPayment(world, shop);
    const deaf = withRail(world, {
      refund: async () => ({ kind: "pending", railRef: "r1", uncertain: true }),
      refundStatus: async () => {
        throw new Error("503");
      },
    });
    const { id } = await ask(orderId, {}, deaf);
    for (let count = 0; count < 60; count += 1) {
      world.clock.advance(24 * 3_600_000);
      await workTransfers(deaf);
    }
    expect(await refundOf(id)).toMatchObject({ status: "sent", nextPollAt: null });
    expect(await tasks()).toMatchObject([{ kind: "refund_no_answer", subject: id }]);
    expect(await wallet()).toMatchObject({ refundInFlightMinor: 50_000n });
  }, 60_000);

  test("whose callback comes before the answer is paid once", async () => {
    const { orderId } = await paidPayment(world, shop);
    const early = withRail(world, {
      refund: async (request) => {
        const answer = await world.sandbox.rail.refund?.(request);
        world.clock.advance(3_000);
        await world.sandbox.deliverDue();
        await world.settled();
        expect(await refundOf(request.refundId)).toMatchObject({ status: "paid" });
        return answer ?? { kind: "not_found" };
      },
    });
    await ask(orderId, {}, early);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
    expect(await events(orderId)).toEqual(["order.paid", "order.refunded"]);
  });

  test("is worked on by one of many workers", async () => {
    const { orderId } = await paidPayment(world, shop);
    let calls = 0;
    const counted = withRail(world, {
      refund: async (request) => {
        calls += 1;
        return (await world.sandbox.rail.refund?.(request)) ?? { kind: "not_found" };
      },
    });
    await Promise.all([
      ask(orderId, {}, counted),
      ...Array.from({ length: 6 }, () => workTransfers(counted)),
    ]);
    world.clock.advance(4_000);
    await Promise.all(Array.from({ length: 6 }, () => workTransfers(counted)));
    await world.settled();
    expect(calls).toBe(1);
    expect(await events(orderId)).toEqual(["order.paid", "order.refunded"]);
  });

  test("that has to wait for another at the rail is tried again", async () => {
    const { orderId } = await paidPayment(world, shop);
    let calls = 0;
    const busy = withRail(world, {
      refund: async (request) => {
        calls += 1;
        if (calls === 1) return { kind: "failed", failure: { reason: "payer_busy" } };
        return (await world.sandbox.rail.refund?.(request)) ?? { kind: "not_found" };
      },
    });
    const { id } = await ask(orderId, {}, busy);
    expect(await refundOf(id)).toMatchObject({ status: "sent" });
    world.clock.advance(121_000);
    await workTransfers(busy);
    await later(world, 4_000);
    expect(await refundOf(id)).toMatchObject({ status: "paid" });
  });
});

describe("who and what may be refunded", () => {
  test("owner and admin may; support, developers and viewers may not", async () => {
    const { orderId } = await paidPayment(world, shop);
    for (const role of ["support", "developer", "viewer"] as const) {
      const asking = requestRefund(
        world,
        { ...shop.seller, role },
        { orderId, reason: "x", requestKey: randomUUID() },
      );
      await expect(asking).rejects.toThrow(NotAllowed);
    }
    const admin = { ...shop.seller, role: "admin" as const };
    await requestRefund(world, admin, { orderId, reason: "x", requestKey: randomUUID() });
    const [entry] = await world.db.auditEntry.findMany({ where: { storeId: shop.store.id } });
    expect(entry).toMatchObject({
      action: "order.refund_requested",
      target: `order:${orderId}`,
      reason: "x",
    });
  });

  test("another store's order is not there", async () => {
    const { orderId } = await paidPayment(world, shop);
    const other = await sellingStore(world);
    const asking = requestRefund(world, other.seller, { orderId, reason: "x", requestKey: randomUUID() });
    await expect(asking).rejects.toThrow(NotFound);
  });

  test("an unpaid order, and a free one, have no rail to give money back along", async () => {
    const { id: unpaid } = await paidOrder(world, shop, { paymentStatus: "failed" });
    await expect(ask(unpaid)).rejects.toThrow(/refund_not_paid/);
    const { id } = await paidOrder(world, shop, { paymentStatus: "failed", paymentMethod: "free" });
    await expect(ask(id)).rejects.toThrow(/refund_no_provider/);
  });

  test("a reason is asked for, in one line", async () => {
    const { orderId } = await paidPayment(world, shop);
    for (const reason of [" ", "two\nlines", "x".repeat(256)])
      await expect(
        requestRefund(world, shop.seller, { orderId, reason, requestKey: randomUUID() }),
      ).rejects.toThrow(Invalid);
  });
});

describe("what was paid twice", () => {
  test("goes back from suspense by itself, and the order stays as it is", async () => {
    const { orderId } = await paidPayment(world, shop);
    const before = await wallet();
    await payAgain(orderId);
    expect(await wallet()).toMatchObject({ suspenseMinor: 50_000n });
    await later(world, 0);
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n, refundInFlightMinor: 50_000n });
    await later(world, 4_000);
    const [refund] = await world.db.refund.findMany({ where: { orderId } });
    expect(refund).toMatchObject({ status: "paid", reason: "paid_twice" });
    expect(await wallet()).toEqual(before);
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    expect(await events(orderId)).toEqual(["order.paid"]);
  });
});

/** A second attempt for an order that is paid already, charged at the rail and settled at our side. */
async function payAgain(orderId: number): Promise<void> {
  const id = randomUUID();
  await world.sandbox.rail.charge({
    attemptId: id,
    method: "mobile_money",
    amount: { minor: 50_000n, currency: "UGX" },
    country: "UG",
    payer: { phone: "+256772123789", network: "mtn_ug" },
    description: "Gold",
    returnUrl: "http://localhost/r",
    cancelUrl: "http://localhost/c",
    callbackUrl: "http://localhost/b",
    locale: "en",
    metadata: {},
  });
  const { storeId, rail, method, currency, amountMinor, createdAt } =
    await world.db.paymentAttempt.findFirstOrThrow({ where: { orderId } });
  await world.db.paymentAttempt.create({
    data: {
      id,
      token: id,
      orderId,
      storeId,
      rail,
      method,
      currency,
      amountMinor,
      createdAt,
      status: "pending",
    },
  });
  world.clock.advance(5_000);
  await settle(world, id, await world.sandbox.rail.chargeStatus({ attemptId: id }));
}
