import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { readProductSales } from "@/lib/services/billing/orders/read";
import { changeTax } from "@/lib/services/catalog/stores/update-store";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { discount } from "@/lib/testing/discounts";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { paymentLink, product, sentInvoice } from "@/lib/testing/products";
import { changePlan } from "../checkout/change-plan";
import { readAttemptPage, readReceipt } from "../checkout/pages/read-attempt-page";
import type { PaymentFor } from "../checkout/purchase";
import { requestRefund } from "../out/refunds/request";
import { recordPayment } from "../outside/record";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { acceptSuspense } from "./settle-suspense";

const { world, shop } = await openShop(sellingStore);
afterEach(async () => {
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

const start = (): PaymentFor => ({
  kind: "subscription_start",
  productId: shop.products[0].id,
  ref: "user_1",
});
const vat = () => changeTax(world, shop.seller, { label: "VAT", rate: "18", from: "2026-01-01" });
const buyerPays = () =>
  world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });

/** Of a payment for this only so much came; the seller accepts it. */
async function accepted(paymentFor: PaymentFor, came: bigint, more: { code?: string } = {}) {
  const { id, token } = await press(world, shop, { for: paymentFor, phone: "0772 123 129", ...more });
  await comes(id, came);
  await acceptSuspense(world, shop.seller, id);
  return { id, token, order: await orderOf(id) };
}

function comes(id: string, minor: bigint, receipt?: string) {
  const settlement = {
    ...{ railRef: `sbx_${id}`, amount: { minor, currency: "UGX" }, receipt },
    ...{ paidAt: world.clock.now(), method: "mobile_money" as const },
  };
  return settle(world, id, { kind: "succeeded", settlement });
}

async function orderOf(attemptId: string) {
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const include = { items: { orderBy: { position: "asc" } } } as const;
  return world.db.order.findUniqueOrThrow({ where: { id: orderId }, include });
}

const subscriptions = () => world.db.subscription.findMany({ where: { storeId: shop.store.id } });
const audited = async () =>
  (
    await world.db.auditEntry.findFirstOrThrow({
      where: { action: "suspense.accepted", storeId: shop.store.id },
    })
  ).details;

describe("less than was asked for, accepted,", () => {
  test("is a discount of that one period: the price of the subscription stays", async () => {
    const { order } = await accepted(start(), 10_000n);
    expect(order).toMatchObject({ subtotalMinor: 50_000n, discountMinor: 40_000n, totalMinor: 10_000n });
    expect(order.items).toMatchObject([
      { unitPriceMinor: 50_000n, totalMinor: 50_000n, discountMinor: 40_000n },
    ]);
    expect(await subscriptions()).toMatchObject([{ amountMinor: 50_000n, totalPaidMinor: 10_000n }]);
    const periods = await world.db.subscriptionPeriod.findMany({ where: { storeId: shop.store.id } });
    expect(periods).toMatchObject([{ listMinor: 50_000n, discountMinor: 40_000n, paidMinor: 10_000n }]);
    expect(await audited()).toMatchObject({ amountMinor: "10000", shortMinor: "40000" });
    const sold = await readProductSales(world, shop.live);
    expect(sold.get(shop.products[0].id)).toEqual({ orders: 1, revenueMinor: 10_000n });
  });

  test("leaves the price of a plan that was chosen for this payment", async () => {
    await paidPayment(world, shop);
    const [row] = await subscriptions();
    const small = await product(world, shop, {
      kind: "subscription",
      interval: "month",
      priceMinor: 20_000n,
    });
    const subscriptionId = row?.id ?? "";
    await changePlan(world, shop.live, subscriptionId, small.id);
    await accepted({ kind: "subscription_renewal", subscriptionId }, 5_000n);
    expect(await subscriptions()).toMatchObject([{ productId: small.id, amountMinor: 20_000n }]);
  });

  test("for another plan, after the subscription was ended meanwhile, begins that plan where access ended", async () => {
    const first = await paidPayment(world, shop);
    const subscriptionId = (await subscriptions())[0]?.id ?? "";
    const { id: productId } = shop.products[1];
    const change = { kind: "subscription_change", subscriptionId, productId } as const;
    const { id } = await press(world, shop, { for: change, phone: "0772 123 129" });
    await comes(id, 10_000n);
    await later(world, 30_000);
    const asked = { orderId: first.orderId, reason: "Sorry", requestKey: randomUUID(), ends: true };
    await requestRefund(world, shop.seller, asked);
    await later(world, 5_000);
    await pollOpenAttempts(world);
    await world.settled();
    const endedAt = (await subscriptions())[0]?.endedAt;
    expect(endedAt).toBeInstanceOf(Date);
    await acceptSuspense(world, shop.seller, id);
    expect(await subscriptions()).toMatchObject([
      { productId, status: "active", endedAt: null, currentPeriodStart: endedAt },
    ]);
  });

  test("lowers the tax in it and in its lines at the same time", async () => {
    await vat();
    const { order } = await accepted(start(), 10_000n);
    // 10,000 × 18 ÷ 118; it was 7,627 of 50,000.
    expect(order).toMatchObject({ taxMinor: 1_525n, items: [{ taxedMinor: 10_000n }] });
  });

  test("of several pieces says each line's share of what is missing", async () => {
    await vat();
    const { id: productId } = await product(world, shop);
    const { order } = await accepted({ kind: "product", productId, quantity: 3 }, 12_000n);
    expect(order).toMatchObject({ subtotalMinor: 15_000n, discountMinor: 3_000n, taxMinor: 1_831n });
    expect(order.items).toMatchObject([
      { unitPriceMinor: 5_000n, discountMinor: 3_000n, taxedMinor: 12_000n },
    ]);
  });

  test("where the buyer pays the charges, the charges shrink with it and take no part of the discount", async () => {
    await buyerPays();
    await vat();
    const { order } = await accepted(start(), 10_150n);
    expect(order).toMatchObject({ totalMinor: 10_150n, feeMinor: 150n, netMinor: 10_000n, taxMinor: 1_525n });
    expect(order.items).toMatchObject([
      { totalMinor: 50_000n, discountMinor: 40_000n, taxedMinor: 10_000n },
      { totalMinor: 150n, discountMinor: 0n, taxedMinor: 0n },
    ]);
    expect(await audited()).toMatchObject({ shortMinor: "40000" });
  });

  test("pays exactly that of an invoice: the rest stays owed, so it is no discount", async () => {
    await buyerPays();
    const invoice = await sentInvoice(world, shop);
    const { order } = await accepted({ kind: "invoice", invoiceId: invoice.id, amount: null }, 20_300n);
    expect(order).toMatchObject({
      discountMinor: 0n,
      totalMinor: 20_300n,
      feeMinor: 300n,
      netMinor: 20_000n,
    });
    expect(await world.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } })).toMatchObject({
      paidMinor: 20_000n,
    });
    expect(await audited()).toMatchObject({ shortMinor: "0" });
  });

  test("may leave a rest that no network moves: by phone it is refused, and the seller may record it", async () => {
    const invoice = await sentInvoice(world, shop);
    const whole: PaymentFor = { kind: "invoice", invoiceId: invoice.id, amount: null };
    await accepted(whole, 99_900n);
    await expect(press(world, shop, { for: whole, phone: "0772 123 789" })).rejects.toMatchObject({
      problems: [{ code: "network_too_small" }],
    });
    await recordPayment(world, shop.seller, {
      ...{ id: randomUUID(), for: { kind: "invoice", invoiceId: invoice.id }, method: "cash" },
      ...{ amount: "", day: world.clock.now().toISOString().slice(0, 10), reference: "", agrees: false },
    });
    expect(await world.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } })).toMatchObject({
      paidMinor: 100_000n,
    });
  });

  test("is what a payment link counts", async () => {
    const link = await paymentLink(world, shop);
    await accepted({ kind: "payment_link", linkId: link.id, amount: null, answer: null }, 15_000n);
    expect(await world.db.paymentLink.findUniqueOrThrow({ where: { id: link.id } })).toMatchObject({
      ...{ paymentsCount: 1, totalPaidMinor: 15_000n },
    });
  });

  test("is on its pages as what was paid, and no code is said to have taken it off", async () => {
    await discount(world, shop);
    const { token, order } = await accepted(start(), 10_000n, { code: "SAVE20" });
    expect(order).toMatchObject({ discountCode: "SAVE20", discountMinor: 40_000n });
    const receipt = await readReceipt(world, order.receiptToken, null);
    expect(receipt?.order).toMatchObject({ discountCode: null, discountMinor: 40_000n });
    const page = await readAttemptPage(world, token, null);
    expect(page).toMatchObject({ state: "paid", amountMinor: 10_000n, order: { discountCode: null } });
  });
});

test("more than one payment's worth: what the order does not take leaves suspense for its payer", async () => {
  const { id } = await press(world, shop, { id: randomUUID(), phone: "0772 123 129" });
  await comes(id, 50_700n, "tx-1");
  await acceptSuspense(world, shop.seller, id);
  expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject({
    ...{ suspenseMinor: 700n, pendingMinor: 49_250n },
  });
  expect(await world.db.refund.findMany({ where: { attemptId: id } })).toMatchObject([
    { amountMinor: 700n, reason: "overpaid", status: "queued" },
  ]);
});
