import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import { createFlutterwave } from "@/lib/providers/rails/flutterwave/flutterwave";
import { readWallet } from "@/lib/services/core/ledger/read-wallet";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { railWorld } from "@/lib/testing/real-rails";
import { testStore } from "@/lib/testing/world";
import { startPayment } from "../../checkout/start-payment";
import { pollOpenAttempts } from "../poll";
import { findNewDisputes } from "./find-new";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

test("a chargeback that no callback tells of is found, keeps its amount back, and takes it when it is lost", async () => {
  const world = await railWorld(await startFlutterwave(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/flutterwave`;
    const { secretKey, webhookHash, url: baseUrl } = provider;
    const own = { mailDomain: "payers.example.com", senderName: "Sente" };
    return createFlutterwave({ secretKey, webhookHash, baseUrl, ...own, now: clock.now });
  });
  open.push(world);
  const shop = await testStore(world, { store: { country: "KE", currency: "KES" } });
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
  const { id } = await startPayment(world, shop.live, {
    id: randomUUID(),
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    method: "card",
    browser: "thepayersownbrowser000",
    email: "ann@example.com",
  });
  await world.provider.pay(id, "5531886652142950");
  await world.settled();
  const wallet = () => readWallet(world.db, shop.store.id, "KES");
  const before = await wallet();
  expect(await findNewDisputes(world)).toEqual({ found: 0 });
  world.provider.dispute(id, 200);
  expect(await findNewDisputes(world)).toEqual({ found: 1 });
  expect(await findNewDisputes(world)).toEqual({ found: 0 });
  const dispute = () => world.db.dispute.findFirstOrThrow({ where: { attemptId: id } });
  expect(await dispute()).toMatchObject({
    ...{ state: "open", amountMinor: 20_000n, currency: "KES", reason: "Product/service not received" },
    dueAt: new Date(world.clock.now().getTime() + 2 * 86_400_000),
  });
  expect(await wallet()).toMatchObject({ reservedMinor: 19_700n });
  world.provider.decide("lost");
  await world.later(86_400_000);
  await pollOpenAttempts(world);
  expect(await dispute()).toMatchObject({ state: "lost", reservedPendingMinor: 0n });
  expect(await wallet()).toMatchObject({ pendingMinor: before.pendingMinor - 19_700n, reservedMinor: 0n });
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(order).toMatchObject({ paymentStatus: "partially_refunded", refundedMinor: 20_000n });
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});
