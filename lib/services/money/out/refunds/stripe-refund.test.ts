import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startStripe } from "@/e2e/emulators/stripe";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkLedger } from "@/lib/testing/check-ledger";
import { sellingStore } from "@/lib/testing/money";
import { buyByCard, railWorld } from "@/lib/testing/real-rails";
import { requestRefund } from "./request";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

test("a card refund that Stripe takes at once and fails later is told by its callback: order, wallet and task say so", async () => {
  const world = await railWorld(await startStripe(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/stripe`;
    const { secretKey, webhookSecret, url: baseUrl } = provider;
    return createStripe({ secretKey, webhookSecret, baseUrl, now: clock.now });
  });
  open.push(world);
  const shop = await sellingStore(world, { store: { country: "KE", currency: "KES" } });
  const attemptId = await buyByCard(world, shop, "4000000000005126");
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const before = await readWallet(world.db, shop.store.id, "KES");
  const { id } = await requestRefund(world, shop.seller, {
    orderId,
    reason: "Too late",
    requestKey: randomUUID(),
  });
  const read = () => world.db.refund.findUniqueOrThrow({ where: { id }, include: { order: true } });
  expect(await read()).toMatchObject({ status: "paid", order: { paymentStatus: "refunded" } });
  await world.later(5_000);
  expect(await read()).toMatchObject({
    status: "failed",
    order: { paymentStatus: "paid", refundedMinor: 0n },
  });
  expect(await readWallet(world.db, shop.store.id, "KES")).toEqual(before);
  const tasks = await world.db.task.findMany({ where: { storeId: shop.store.id } });
  expect(tasks).toMatchObject([{ kind: "refund_came_back", subject: id }]);
  expect(await checkLedger(world)).toEqual([]);
});
