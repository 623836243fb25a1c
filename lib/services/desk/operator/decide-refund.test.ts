import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pollPlanMs } from "@/lib/domain/attempt";
import { NotFound } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { quoteRefund } from "@/lib/services/money/out/refunds/quote";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { checkRefund } from "@/lib/services/money/out/refunds/work";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { returnSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { newOperator } from "@/lib/testing/operator";
import { withRail } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { readOverview } from "./overview";
import {
  askAboutRefund,
  decideRefund,
  listOperatorRefunds,
  type RefundAct,
  type RefundView,
  readOperatorRefund,
  refundHandOf,
} from "./refunds";

const { world, shop } = await openShop(sellingStore, "own");
const operator = await newOperator(world);
const reason = "The provider’s support told us so.";
const evidence = "Ticket 4711, receipt RE240";

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const refundOf = (id: string) => readOperatorRefund(world, operator, id);
const order = (id: number) => world.db.order.findUniqueOrThrow({ where: { id } });
const openTasks = (subject: string) => world.db.task.count({ where: { subject, resolvedAt: null } });
const mute = () =>
  withRail(world, {
    refund: async () => ({ kind: "pending", railRef: "", uncertain: true }),
    refundStatus: async () => ({ kind: "pending", railRef: "" }),
  });

/** A refund of which the rail never says what became, and which nobody asks about any more. */
async function unknown(): Promise<{ id: string; orderId: number }> {
  const { orderId } = await paidPayment(world, shop);
  const wish = { orderId, reason: "They changed their mind", requestKey: randomUUID() };
  const { id } = await requestRefund(mute(), shop.seller, { ...wish, amountMinor: 20_000n });
  await planOver(id);
  return { id, orderId };
}

async function planOver(id: string): Promise<void> {
  const data = { pollsMade: pollPlanMs.length - 1, nextPollAt: world.clock.now() };
  await world.db.refund.update({ where: { id }, data });
  await workTransfers(mute());
  expect(refundHandOf(await refundOf(id))).toBe("unknown");
  expect(await openTasks(id)).toBe(1);
}

const decide = (refundId: string, act: RefundAct, more = {}, by = operator) =>
  decideRefund(world, by, { refundId, act, reason, evidence, ...more });

const form = { errors: { form: expect.anything() } };

describe("a refund of which nobody knows", () => {
  test("is marked as arrived with the receipt that was seen; the owner and the log have the reason", async () => {
    const { id, orderId } = await unknown();
    for (const act of ["arrived", "not_arrived"] as const)
      await refused(decide(id, act, { evidence: " " }), { evidence: expect.anything() });
    await decide(id, "arrived");
    expect(await refundOf(id)).toMatchObject({ status: "paid" });
    expect(await order(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      refundedMinor: 20_000n,
    });
    expect(await wallet()).toMatchObject({ refundInFlightMinor: 0n });
    const [entry] = await world.db.auditEntry.findMany({ where: { target: `refund:${id}`, reason } });
    expect(entry).toMatchObject({
      action: "refund.marked_arrived",
      actor: operator.actor,
      details: expect.objectContaining({ evidence }),
    });
    const mail = await world.db.message.findFirstOrThrow({
      where: { template: "refund.marked_arrived", storeId: shop.store.id },
    });
    expect(mail).toMatchObject({
      recipient: shop.owner.email,
      body: expect.stringContaining(`Why: ${reason}`),
    });
    expect(await openTasks(id)).toBe(0);
  });

  test("marked as arrived by mistake is undone: the money is where it was before", async () => {
    const { id, orderId } = await unknown();
    await decide(id, "arrived");
    await decide(id, "did_come_back");
    expect(await refundOf(id)).toMatchObject({ status: "failed" });
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
    expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, refundInFlightMinor: 0n });
    await expect(decide(id, "did_come_back")).rejects.toMatchObject(form);
  });

  test("is put back once, and the order can be refunded again", async () => {
    const { id, orderId } = await unknown();
    const asked = quoteRefund(world, shop.seller, { orderId, amount: "" });
    await expect(asked).rejects.toThrow(/refund_under_way/);
    const both = await Promise.allSettled([decide(id, "not_arrived"), decide(id, "not_arrived")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, refundInFlightMinor: 0n });
    expect(await quoteRefund(world, shop.seller, { orderId, amount: "" })).toMatchObject({
      leftMinor: 50_000n,
    });
  });

  test("of which the rail speaks after all is decided by that, and nobody has to look any more", async () => {
    const { id, orderId } = await unknown();
    const spoken = withRail(world, {
      refundStatus: async () => ({ kind: "succeeded", railRef: "r1", at: world.clock.now() }),
    });
    await checkRefund(spoken, id);
    expect(await order(orderId)).toMatchObject({ refundedMinor: 20_000n });
    expect(await openTasks(id)).toBe(0);
    expect(await quoteRefund(world, shop.seller, { orderId, amount: "" })).toMatchObject({
      leftMinor: 30_000n,
    });
  });

  test("of money that was set aside is set aside again, with its question", async () => {
    const { attemptId } = await paidPayment(world, shop, "269");
    const { refundId } = await returnSuspense(mute(), shop.seller, attemptId);
    await planOver(refundId);
    await decide(refundId, "not_arrived");
    expect(await wallet()).toMatchObject({ suspenseMinor: 49_999n, refundInFlightMinor: 0n });
    expect(await openTasks(attemptId)).toBe(1);
  });

  test("is counted among what needs a hand, and can be asked about beside the plan", async () => {
    const { id } = await unknown();
    const { hand } = await readOverview(world, operator, world.clock.now());
    expect(hand.find(({ what }) => what === "refunds")?.count).toBeGreaterThan(0);
    expect(await askAboutRefund(mute(), operator, id)).toMatchObject({ status: "sent" });
  });
});

describe("any other refund", () => {
  test("under way is left to the rail, and one that arrived can only have come back", async () => {
    const { orderId } = await paidPayment(world, shop);
    const wish = { orderId, reason: "Too late", requestKey: randomUUID() };
    const { id } = await requestRefund(world, shop.seller, wish);
    for (const act of ["arrived", "not_arrived", "did_come_back"] as const)
      await expect(decide(id, act)).rejects.toMatchObject(form);
    await later(world, 4_000);
    for (const act of ["arrived", "not_arrived"] as const)
      await expect(decide(id, act)).rejects.toMatchObject(form);
    await decide(id, "did_come_back");
    expect(await order(orderId)).toMatchObject({ paymentStatus: "paid" });
  });

  test("needs a reason, and to be there", async () => {
    const { id } = await unknown();
    await refused(decide(id, "arrived", { reason: " " }), { reason: expect.anything() });
    for (const missing of [randomUUID(), "12"])
      await expect(decide(missing, "arrived")).rejects.toBeInstanceOf(NotFound);
    expect(await refundOf(id)).toMatchObject({ status: "sent" });
  });
});

test("the list shows each refund where it stands", async () => {
  const ids = async (view: RefundView) =>
    (
      await listOperatorRefunds(world, operator, { view, storeId: shop.store.id }, { skip: 0, take: 10 })
    ).rows.map(({ id }) => id);
  const { id } = await unknown();
  expect({ hand: await ids("hand"), under_way: await ids("under_way") }).toEqual({
    hand: [id],
    under_way: [],
  });
  await decide(id, "arrived");
  expect({ hand: await ids("hand"), done: await ids("done") }).toEqual({ hand: [], done: [id] });
});
