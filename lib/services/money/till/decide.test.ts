import { afterEach, beforeEach, expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { booksOf, tillStore } from "@/lib/testing/till";
import { assignTillPayment, sealTillTask, sellTillPayment } from "./decide";

const world = await openStage();
let shop: Awaited<ReturnType<typeof tillStore>>;

beforeEach(async () => {
  shop = await tillStore(world);
});
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

/** Money at the till that waits, and the token of the page that shows it. */
async function waiting(more: Parameters<typeof shop.pay>[0] = {}) {
  const outcome = await shop.pay({ at: world.clock.now(), ...more });
  if (outcome.kind !== "asked") throw new Error(`It was ${outcome.kind}.`);
  const task = await world.db.task.findFirstOrThrow({ where: { subject: String(outcome.id) } });
  return { id: outcome.id, task, by: { ...shop.seller, seen: sealTillTask(world, task) } };
}
const open = () =>
  world.db.task.count({ where: { storeId: shop.store.id, kind: "till_payment", resolvedAt: null } });

test("one press takes it for the order that was suggested: the prompt's page turns green", async () => {
  const attempt = await press(world, shop, { phone: "0772 123 789" });
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const { id, by } = await waiting({ minor: order.totalMinor });
  expect(await assignTillPayment(world, by, id)).toEqual({ orderId: order.id });
  const row = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } });
  expect(row).toMatchObject({ status: "succeeded", suspenseReason: null });
  expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 50_000n, sales_direct: 50_000n });
  expect(await open()).toBe(0);
  await expect(assignTillPayment(world, by, id)).rejects.toThrow(Invalid);
});

test("another press makes it a sale to nobody in particular; two of them share one such customer", async () => {
  const one = await waiting({ minor: 7_000n });
  const other = await waiting({ minor: 3_000n, phone: null, name: null });
  const { orderId } = await sellTillPayment(world, one.by, one.id);
  const second = await sellTillPayment(world, other.by, other.id);
  const orders = await world.db.order.findMany({
    where: { id: { in: [orderId, second.orderId] } },
    include: { items: true, customer: true },
  });
  expect(
    orders.map(({ source, paymentStatus, ownAccount }) => ({ source, paymentStatus, ownAccount })),
  ).toEqual([1, 2].map(() => ({ source: "manual", paymentStatus: "paid", ownAccount: shop.key })));
  expect(new Set(orders.map(({ customerId }) => customerId)).size).toBe(1);
  expect(orders[0]?.items[0]?.name).toBe("Counter sale");
  expect(await booksOf(world, shop.store.id)).toMatchObject({ own_account: 10_000n });
  await expect(sellTillPayment(world, one.by, one.id)).rejects.toThrow(Invalid);
});

test("without a suggestion it is assigned to nothing; a member who may not, and another store's, decide nothing", async () => {
  const { id, by } = await waiting();
  await expect(assignTillPayment(world, by, id)).rejects.toThrow(Invalid);
  await expect(sellTillPayment(world, { ...by, role: "viewer" }, id)).rejects.toThrow(NotAllowed);
  const foreign = await tillStore(world);
  await expect(sellTillPayment(world, foreign.seller, id)).rejects.toThrow(Invalid);
  expect(await booksOf(world, shop.store.id)).toEqual({});
  expect(await open()).toBe(1);
});
