import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { quoteRefund } from "@/lib/services/money/out/refunds/quote";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { checkOrder } from "@/lib/services/money/settlement/poll";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { paidOrder } from "@/lib/testing/order";
import { press } from "@/lib/testing/payments";
import { createEndpoint } from "../../hooks/webhooks/save-endpoint";
import { fulfilOrder } from "./fulfil";
import { readOrderHistory } from "./history";
import { readOrder } from "./read";
import { callOffOrder } from "./unpaid";

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  shop = await sellingStore(world);
});

async function working(): Promise<number> {
  const { id } = await paidOrder(world, shop);
  const data = { orderStatus: "processing", fulfillmentStatus: "unfulfilled" } as const;
  await world.db.order.update({ where: { id }, data });
  return id;
}

describe("an order that the seller works on", () => {
  test("is handed over in part, then whole, and then completed; again changes nothing", async () => {
    const id = await working();
    expect(await fulfilOrder(world, shop.seller, id, "partially_fulfilled")).toMatchObject({
      orderStatus: "processing",
      fulfillmentStatus: "partially_fulfilled",
    });
    for (let count = 0; count < 2; count += 1)
      expect(await fulfilOrder(world, shop.seller, id, "fulfilled")).toMatchObject({
        orderStatus: "completed",
        fulfillmentStatus: "fulfilled",
      });
    const where = { target: `order:${id}` };
    expect(await world.db.auditEntry.count({ where })).toBe(2);
    await expect(fulfilOrder(world, shop.seller, id, "partially_fulfilled")).rejects.toThrow(Invalid);
  });

  test("is called off once; what is completed can only be refunded", async () => {
    const id = await working();
    for (let count = 0; count < 2; count += 1)
      expect(await callOffOrder(world, shop.seller, id)).toMatchObject({
        orderStatus: "cancelled",
        paymentStatus: "paid",
      });
    const done = await paidOrder(world, shop);
    await expect(callOffOrder(world, shop.seller, done.id)).rejects.toThrow(/order_completed/);
    await expect(fulfilOrder(world, shop.seller, id, "fulfilled")).rejects.toThrow(Invalid);
  });

  test("is not changed by who may only look, nor by another store", async () => {
    const id = await working();
    const viewer = { ...shop.seller, role: "viewer" as const };
    await expect(fulfilOrder(world, viewer, id, "fulfilled")).rejects.toThrow(NotAllowed);
    await expect(callOffOrder(world, viewer, id)).rejects.toThrow(NotAllowed);
    const other = await sellingStore(world);
    await expect(fulfilOrder(world, other.seller, id, "fulfilled")).rejects.toThrow(NotFound);
    await expect(callOffOrder(world, other.seller, id)).rejects.toThrow(NotFound);
  });

  test("is asked for at the provider when the seller wants to know", async () => {
    const { id } = await press(world, shop, { id: randomUUID() });
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    world.clock.advance(5_000);
    const deaf = { ...world, rails: { all: world.rails.all, sandbox: null } };
    expect(await checkOrder(deaf, shop.live, orderId)).toBe(1);
    expect(await readOrder(world, shop.live, orderId)).toMatchObject({ paymentStatus: "paid" });
    expect(await checkOrder(deaf, shop.live, orderId)).toBe(0);
    await expect(checkOrder(world, (await sellingStore(world)).live, orderId)).rejects.toThrow(NotFound);
  });
});

describe("the history of an order", () => {
  test("tells what happened, when and by whom, without the payer's number", async () => {
    await createEndpoint(world, shop.live, {
      url: "https://app.example.com/hooks",
      types: ["order.paid", "order.refunded"],
    });
    const { orderId } = await paidPayment(world, shop);
    await requestRefund(world, shop.seller, {
      orderId,
      amountMinor: 10_000n,
      reason: "Late delivery",
      requestKey: randomUUID(),
    });
    await later(world, 4_000);
    const order = await readOrder(world, shop.live, orderId);
    const history = await readOrderHistory(world, shop.live, order);
    const lines = history.map(({ what, by }) => ({ by, ...what }));
    const values = { amount: { minor: 50_000n, currency: "UGX" }, way: "MTN MoMo, 0772 •••789" };
    expect(lines[0]).toEqual({ by: "payer", did: "asked", values });
    const back = { amount: { minor: 10_000n, currency: "UGX" } };
    expect(lines).toEqual(
      expect.arrayContaining([
        { by: "provider", did: "paid_receipt", values: { receipt: expect.stringMatching(/^SBX/) } },
        { by: "provider", did: "callback_payment" },
        { by: null, did: "event", values: { type: "order.paid" } },
        { by: { name: "Olive Owner" }, did: "refund_asked", values: { ...back, why: "Late delivery" } },
        { by: "provider", did: "refund_arrived", values: back },
        { by: "provider", did: "callback_refund" },
        { by: null, did: "event", values: { type: "order.refunded" } },
      ]),
    );
    expect(inspect(lines, { depth: null })).not.toContain("772123");
    expect(history.map(({ at }) => at.getTime())).toEqual(
      history.map(({ at }) => at.getTime()).sort((a, b) => a - b),
    );
  });

  test("tells of a report only where somebody took it", async () => {
    const lonely = await sellingStore(world);
    const { orderId } = await paidPayment(world, lonely);
    const told = async () => {
      const history = await readOrderHistory(
        world,
        lonely.live,
        await readOrder(world, lonely.live, orderId),
      );
      return history.map(({ what }) => what.did);
    };
    expect(await told()).toContain("paid_receipt");
    expect(await told()).not.toContain("event");
  });

  test("says why a payment did not come", async () => {
    const { orderId } = await paidPayment(world, shop, "149");
    const history = await readOrderHistory(world, shop.live, await readOrder(world, shop.live, orderId));
    expect(history.map(({ what }) => what)).toContainEqual({ did: "not_paid", reason: "cancelled_by_payer" });
  });
});

describe("a refund that is looked at first", () => {
  test("says what leaves the wallet and what the service gives back", async () => {
    const { orderId } = await paidPayment(world, shop);
    expect(await quoteRefund(world, shop.live, { orderId, amount: "10,000" })).toMatchObject({
      amountMinor: 10_000n,
      sellerMinor: 9_850n,
      feeBackMinor: 150n,
      leftMinor: 50_000n,
    });
    expect(await quoteRefund(world, shop.live, { orderId, amount: "" })).toMatchObject({
      amountMinor: 50_000n,
    });
    for (const amount of ["0", "x", "10.5", "50001"])
      await expect(quoteRefund(world, shop.live, { orderId, amount })).rejects.toThrow(Invalid);
  });
});
