import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startStripe } from "@/e2e/emulators/stripe";
import type { TransferResult } from "@/lib/providers/rails/port";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import { readOrder } from "@/lib/services/billing/orders/read";
import { downloadUrl, downloadUrlOf } from "@/lib/services/core/download-token";
import type { World } from "@/lib/services/core/world";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { later, sellingStore } from "@/lib/testing/money";
import { payingWorld, press, withRail } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { railWorld } from "@/lib/testing/real-rails";
import { findDownload, readDownloadPage } from "./download";
import { addPool } from "./save";
import { takeFile } from "./upload";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const day = 24 * 60 * 60_000;
type Shop = Awaited<ReturnType<typeof sellingStore>>;

/** A product with a file and a code, which costs 500. */
async function sold(world: World, shop: Shop, currency: string): Promise<{ id: number; fileId: number }> {
  // Safe: these stores are of test worlds.
  const { id } = await product(world as never, shop, { kind: "digital", priceMinor: 50_000n, currency });
  await addPool(world, shop.seller, id, { name: "Key", codes: "AAA\nBBB" });
  async function* bytes() {
    yield new Uint8Array(100);
  }
  const file = async () => ({ name: "guide.pdf", type: "application/pdf", bytes: bytes() });
  const { id: fileId } = await takeFile(world, shop.seller, { productId: id, replaces: null }, 100, file);
  return { id, fileId };
}

/** What the buyer's link, as it was sent to them, opens now. */
async function linkOf(world: World, shop: Shop, attemptId: string, fileId: number) {
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const token = downloadUrl(world, { kind: "order", id: orderId, version: 1 }).split("/").at(-1) ?? "";
  const opens = async () => {
    const page = await readDownloadPage(world, token);
    const file = await findDownload(world, token, fileId);
    const url = downloadUrlOf(world, await readOrder(world, shop.live, orderId));
    const codes = page?.items.filter(({ kind }) => kind === "codes").map(({ content }) => content);
    return {
      over: page?.over,
      codes,
      file: file && ("over" in file ? file.over : file.name),
      url: url !== null,
    };
  };
  const right = async () => expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
  return { orderId, opens, right };
}

const isOpen = { over: null, codes: ["AAA"], file: "guide.pdf", url: true };
const isOver = { over: "refunded", codes: [], file: "refunded", url: false };

async function paidByPhone() {
  const world = await payingWorld();
  open.push(world);
  const shop = await sellingStore(world);
  const { id: productId, fileId } = await sold(world, shop, "UGX");
  const { id } = await press(world, shop, { for: { kind: "product", productId, quantity: 1 } });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const link = await linkOf(world, shop, id, fileId);
  const refund = (amountMinor?: bigint) =>
    requestRefund(world, shop.seller, {
      ...{ orderId: link.orderId, reason: "They changed their mind", requestKey: randomUUID() },
      ...(amountMinor === undefined ? {} : { amountMinor }),
    });
  return { world, productId, refund, ...link };
}

test("a refund of a part leaves the link open, and one of all that is left ends it", async () => {
  const { world, refund, opens, right } = await paidByPhone();
  expect(await opens()).toEqual(isOpen);
  await refund(20_000n);
  await later(world, 4_000);
  expect(await opens()).toEqual(isOpen);
  await right();
  await refund();
  await later(world, 4_000);
  expect(await opens()).toEqual(isOver);
  await right();
});

test("a refund that comes back opens the link again, with the same code, which nobody else had meanwhile", async () => {
  const { world, refund, opens, right, productId } = await paidByPhone();
  await refund();
  await later(world, 4_000);
  expect(await opens()).toEqual(isOver);
  const free = { deliverable: { productId }, orderId: null };
  expect(await world.db.deliverableCode.count({ where: free })).toBe(1);
  const failed: TransferResult = { kind: "failed", failure: { reason: "unknown", railCode: "lost" } };
  world.clock.advance(day);
  await workTransfers(withRail(world, { refundStatus: async () => failed }));
  expect(await opens()).toEqual(isOpen);
  await right();
});

async function paidByCard() {
  const world = await railWorld(await startStripe(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/stripe`;
    const { secretKey, webhookSecret, url: baseUrl } = provider;
    return createStripe({ secretKey, webhookSecret, baseUrl, now: clock.now });
  });
  open.push(world);
  const shop = await sellingStore(world, { store: { country: "KE", currency: "KES" } });
  const { id: productId, fileId } = await sold(world, shop, "KES");
  const { id } = await startPayment(world, shop.live, {
    ...{ id: randomUUID(), browser: "thepayersownbrowser000", method: "card", email: "ann@example.com" },
    for: { kind: "product", productId, quantity: 1 },
  });
  await world.provider.pay(id, "4242424242424242");
  await world.settled();
  const link = await linkOf(world, shop, id, fileId);
  const disputed = async (amount?: number) => {
    await world.provider.dispute(id, amount === undefined ? {} : { amount });
    await world.settled();
  };
  const decided = async (how: "won" | "lost") => {
    await world.provider.decide(how);
    await world.settled();
  };
  return { disputed, decided, ...link };
}

test("an open dispute leaves the link open, and so does one that is won", async () => {
  const { disputed, decided, opens, right } = await paidByCard();
  expect(await opens()).toEqual(isOpen);
  await disputed();
  expect(await opens()).toEqual(isOpen);
  await decided("won");
  expect(await opens()).toEqual(isOpen);
  await right();
});

test("a dispute that is lost ends the link", async () => {
  const { disputed, decided, opens, right } = await paidByCard();
  await disputed();
  await decided("lost");
  expect(await opens()).toEqual(isOver);
  await right();
});

test("a dispute of a part that is lost leaves the link open, and one of the rest ends it", async () => {
  const { disputed, decided, opens, right } = await paidByCard();
  await disputed(20_000);
  await decided("lost");
  expect(await opens()).toEqual(isOpen);
  await disputed(30_000);
  await decided("lost");
  expect(await opens()).toEqual(isOver);
  await right();
});
