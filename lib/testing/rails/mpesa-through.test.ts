import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { checkLedger } from "../check-ledger";
import { giveTestPassword } from "../money";
import { testClock, testStore, testWorld } from "../world";
import { callbackAt, openStub, paidCallback, paths, samples } from "./mpesa-stub";

// M-PESA through checkout, callbacks and refunds, as far as the samples of its documents go.

const checkoutId = "ws_CO_28112026130000712345678";

async function town() {
  const stub = await openStub();
  stub.answers[paths.push] = {
    body: { ...samples.push.answer, CheckoutRequestID: checkoutId + randomUUID() },
  };
  stub.answers[paths.query] = { body: samples.query.openToo };
  const clock = testClock(stub.clock.at);
  const world = { ...testWorld({ clock }), rails: { all: [stub.rail], sandbox: null } };
  const store = { country: "KE", currency: "KES", verificationStatus: "verified" } as const;
  const shop = await testStore(world, { store });
  await giveTestPassword(world, shop.owner.id);
  const price = { currency: "KES", priceMinor: 50_000n };
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: price });
  const { id } = await startPayment(world, shop.live, {
    ...{ id: randomUUID(), browser: "thepayersownbrowser000", method: "mobile_money", phone: "0712 345 678" },
    ...{
      name: "Ann Payer",
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
    },
  });
  const hear = async (address: string | undefined, body: unknown) => {
    const received = await receiveCallback(world, "kenya", callbackAt(address, body));
    await received.work();
    return received.status;
  };
  const attempt = () => world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { ...stub, world, shop, hear, attempt, pushed: () => stub.sent(paths.push)[0]?.CallBackURL };
}

test("a callback makes us ask: paid by the query, with its receipt; and back by a reversal whose result is believed", async () => {
  const { world, shop, answers, sent, hear, attempt, pushed } = await town();
  const { railRef, orderId } = await attempt();
  const callback = paidCallback(railRef ?? "");
  expect(await hear(pushed(), callback)).toBe(200);
  expect(await attempt()).toMatchObject({ status: "pending" });
  answers[paths.query] = { body: { ...samples.query.paid, CheckoutRequestID: railRef } };
  await hear(pushed(), { ...callback, again: true });
  expect(await attempt()).toMatchObject({ status: "succeeded", receipt: "NLJ7RT61SV", suspenseReason: null });
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const { id } = await requestRefund(world, seller, {
    orderId,
    reason: "Wrong size",
    requestKey: randomUUID(),
  });
  const refund = () => world.db.refund.findUniqueOrThrow({ where: { id } });
  expect(await refund()).toMatchObject({ status: "sent" });
  const [asked] = sent(paths.reversal);
  expect(asked).toMatchObject({ TransactionID: "NLJ7RT61SV", Amount: "500" });
  await hear(asked?.QueueTimeOutURL, samples.reversal.invalid);
  expect(await refund()).toMatchObject({ status: "sent" });
  await hear(asked?.ResultURL, samples.reversal.done);
  expect(await refund()).toMatchObject({ status: "paid" });
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(order).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
  expect(await checkLedger(world)).toEqual([]);
});

test("a poll that is faster than the callback pays, and the callback adds the receipt", async () => {
  const { world, again, answers, hear, attempt, pushed } = await town();
  const { railRef } = await attempt();
  answers[paths.query] = { body: { ...samples.query.paid, CheckoutRequestID: railRef } };
  world.clock.advance(5_000);
  // Another process, which sent nothing and heard nothing.
  await pollOpenAttempts({ ...world, rails: { all: [again()], sandbox: null } });
  expect(await attempt()).toMatchObject({ status: "succeeded", receipt: null });
  await hear(pushed(), paidCallback(railRef ?? ""));
  expect(await attempt()).toMatchObject({ status: "succeeded", receipt: "NLJ7RT61SV", suspenseReason: null });
  expect(await checkLedger(world)).toEqual([]);
});

test("a forged callback at a guessed address changes nothing", async () => {
  const { hear, attempt, answers } = await town();
  const { id, railRef } = await attempt();
  answers[paths.query] = { body: { ...samples.query.paid, CheckoutRequestID: railRef } };
  const address = `https://pay.example.com/api/rails/kenya?op=charge&ref=${id}&seal=${"0".repeat(32)}`;
  expect(await hear(address, paidCallback(railRef ?? ""))).toBe(401);
  expect(await attempt()).toMatchObject({ status: "pending" });
});
