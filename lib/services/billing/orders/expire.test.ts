import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { settle } from "@/lib/services/money/settlement/settle";
import { returnSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { paymentLink } from "@/lib/testing/products";
import { awaitsMoney, expireOrders } from "./unpaid";

const { world, shop } = await openShop(sellingStore);

const hour = 3_600_000;

/** A press on a link, by a number with these last digits, and what became of it within five seconds. */
async function pay(linkId: number, digits: string) {
  const paymentFor = { kind: "payment_link" as const, linkId, amount: null, answer: null };
  const { id } = await press(world, shop, { id: randomUUID(), for: paymentFor, phone: `0772 123 ${digits}` });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { attemptId: id, orderId: attempt.orderId };
}

const order = (id: number) => world.db.order.findUniqueOrThrow({ where: { id } });
const link = (id: number) => world.db.paymentLink.findUniqueOrThrow({ where: { id } });

/** Orders that are pending and have nobody to wait for. */
async function forgotten(): Promise<string[]> {
  const { rows } = await world.pool.query<{ number: string }>(
    `SELECT o.number FROM orders o
     WHERE o.store_id = $1 AND o.payment_status = 'pending' AND NOT ${awaitsMoney("o.id")}`,
    [shop.store.id],
  );
  return rows.map(({ number }) => number);
}

describe("money that was set aside and is given back", () => {
  test("ends its order and frees its place: the next payer gets in", async () => {
    const { id } = await paymentLink(world, shop, { maxPayments: 1 });
    const short = await pay(id, "269");
    expect(await link(id)).toMatchObject({ slotsReserved: 1 });
    expect(await forgotten()).toEqual([]);
    await returnSuspense(world, shop.seller, short.attemptId);
    expect(await order(short.orderId)).toMatchObject({ paymentStatus: "failed", holdsSlot: false });
    expect(await link(id)).toMatchObject({ slotsReserved: 0 });
    await later(world, 4_000);
    const next = await pay(id, "789");
    expect(await order(next.orderId)).toMatchObject({ paymentStatus: "paid" });
    expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
  });

  test("leaves the order open while another payment of it is under way, which then ends it", async () => {
    const { id } = await paymentLink(world, shop, { maxPayments: 1 });
    const short = await pay(id, "269");
    const paymentFor = { kind: "payment_link" as const, linkId: id, amount: null, answer: null };
    const second = await press(world, shop, { for: paymentFor, phone: "0772 123 269" });
    expect(second.isNew).toBe(true);
    await returnSuspense(world, shop.seller, short.attemptId);
    expect(await order(short.orderId)).toMatchObject({ paymentStatus: "pending", holdsSlot: true });
    expect(await forgotten()).toEqual([]);
    await settle(world, second.id, { kind: "failed", failure: { reason: "cancelled_by_payer" } });
    expect(await order(short.orderId)).toMatchObject({ paymentStatus: "failed", holdsSlot: false });
  });
});

describe("orders that nobody paid", () => {
  test("one that cannot be ended now keeps no other from ending", async () => {
    const orders: number[] = [];
    for (const digits of ["129", "129", "129"]) {
      const { id } = await paymentLink(world, shop, { maxPayments: 1 });
      orders.push((await pay(id, digits)).orderId);
    }
    await world.db.paymentAttempt.updateMany({
      where: { orderId: { in: orders } },
      data: { status: "failed", nextPollAt: null },
    });
    world.clock.advance(74 * hour);
    const [first = 0, ...rest] = orders;
    const holder = await world.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM orders WHERE id = $1 FOR UPDATE", [first]);
      expect(await expireOrders(world)).toMatchObject({ expired: expect.any(Number) });
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    for (const id of rest)
      expect(await order(id)).toMatchObject({ paymentStatus: "expired", holdsSlot: false });
    expect(await order(first)).toMatchObject({ paymentStatus: "pending" });
    await expireOrders(world);
    expect(await order(first)).toMatchObject({ paymentStatus: "expired" });
  }, 60_000);
});
