import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { choosableEventTypes, isEventType } from "@/lib/domain/event-types";
import { webhookBody } from "@/lib/resources/webhook-event";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { publishOverdueInvoices } from "@/lib/services/billing/invoices/remind";
import { markInvoiceViewed } from "@/lib/services/billing/invoices/sent";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/change";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import type { NewPayment } from "@/lib/services/money/checkout/open-attempt";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { checkRefund } from "@/lib/services/money/out/refunds/work";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { saveCustomer } from "@/lib/services/people/customers/save";
import { discount } from "@/lib/testing/discounts";
import { openStage } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";

const day = 86_400_000;
const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  shop = await sellingStore(world);
});

test("every type of event that can be chosen is told by somebody, as its description says", async () => {
  await renewsByItself();
  await subscribeAndLeave();
  await moneyBackAndOut();
  await links();
  await invoices();
  const input = { name: "Amina", email: "amina@example.com", phone: null };
  const rest = { company: null, country: null, city: null, address: null };
  await saveCustomer(world, shop.live, { ...input, ...rest });
  await saveCustomer(world, shop.live, { ...input, ...rest, city: "Jinja" });
  const events = await world.db.event.findMany({ where: { storeId: shop.store.id } });
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([...choosableEventTypes].sort());
  for (const { type, payload } of events) {
    if (!isEventType(type)) throw new Error(`${type} is no type.`);
    expect(webhookBody(type).strict().safeParse(JSON.parse(payload)).error, type).toBeUndefined();
  }
}, 60_000);

/** It renews by itself, and its payer's phone has no money in it when it is asked. */
async function renewsByItself(): Promise<void> {
  const paymentFor = {
    kind: "subscription_start" as const,
    productId: shop.products[0].id,
    ref: "by_itself",
  };
  const renews = { text: () => "Ask my phone by itself.", language: "en" };
  await press(world, shop, { for: paymentFor, phone: "0772 123 786", email: "by@example.com", renews });
  await settled();
  const where = { storeId: shop.store.id, ref: "by_itself" };
  const renewalPhoneSealed = new Uint8Array(world.secrets.seal("+256772123049"));
  await world.db.subscription.updateMany({ where, data: { renewalPhoneSealed } });
  const { nextRenewalTryAt } = await world.db.subscription.findFirstOrThrow({ where });
  world.clock.set(nextRenewalTryAt ?? world.clock.now());
  await renewDue(world);
  await settled();
}

/** Paid, reminded, renewed, lapsed to the end; another one cancelled. */
async function subscribeAndLeave(): Promise<void> {
  await discount(world, shop);
  await press(world, shop, {
    code: "SAVE20",
    phone: "0772 321 789",
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "coded" },
  });
  const { orderId } = await paidPayment(world, shop);
  const { subscriptionId } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  await pay({ kind: "subscription_renewal", subscriptionId: subscriptionId ?? "" }, "789");
  const other = await paidPayment(world, shop, "788");
  const { subscriptionId: otherId } = await world.db.order.findUniqueOrThrow({
    where: { id: other.orderId },
  });
  await extendSubscription(world, shop.live, otherId ?? "", { days: 7, reason: "Goodwill" });
  await changePlan(world, shop.live, otherId ?? "", await cheaperYear());
  await cancelSubscription(world, shop.live, otherId ?? "");
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { trialDays: 10 } });
  const tries = { ref: "trier", name: null, email: null, phone: "0772 123 777" };
  await startFreeDays(world, shop.live, { productId: shop.products[0].id, ...tries });
  for (let week = 0; week < 10; week += 1) {
    world.clock.advance(7 * day);
    await remindDueSubscriptions(world);
    await advanceDueSubscriptions(world);
  }
}

/** Longer, and cheaper than what is left of a month: the change costs nothing. */
async function cheaperYear(): Promise<number> {
  const facts = { kind: "subscription" as const, interval: "year" as const, priceMinor: 10_000n };
  return (await product(world, shop, facts)).id;
}

async function moneyBackAndOut(): Promise<void> {
  const { orderId } = await paidPayment(world, shop, "787");
  const wish = { orderId, reason: "Too late", requestKey: randomUUID() };
  const { id: refundId } = await requestRefund(world, shop.seller, wish);
  await later(world, 10_000);
  const failing = withRail(world, { refundStatus: async () => ({ kind: "reversed", railRef: "r" }) });
  await checkRefund(failing, refundId);
  await releaseAll(world);
  for (const digits of ["789", "099"]) {
    const { id: destinationId } = await addDestination(world, shop.seller, {
      kind: "mobile_money",
      phone: `0772 000 ${digits}`,
      network: "",
      name: "Achieng Otieno",
      password: testPassword,
    });
    // A second account gets nothing on its first day.
    await world.db.payoutDestination.update({
      where: { id: destinationId },
      data: { createdAt: new Date(0) },
    });
    await requestPayout(world, shop.seller, {
      id: randomUUID(),
      destinationId,
      amount: "10000",
      password: testPassword,
    });
    await later(world, 10_000);
  }
}

async function links(): Promise<void> {
  const once = await paymentLink(world, shop, { isReusable: false });
  await pay({ kind: "payment_link", linkId: once.id, amount: null, answer: null }, "786");
  await paymentLink(world, shop, { expiresAt: new Date(world.clock.now().getTime() + day) });
  world.clock.advance(2 * day);
  await expireDueLinks(world);
}

async function invoices(): Promise<void> {
  const due = new Date(world.clock.now().getTime() + day).toISOString().slice(0, 10);
  const body = { allow_part_payment: true, min_part_payment: 1_000, due_on: due };
  const invoice = await testInvoice(world, shop.live, body);
  await markInvoiceViewed(world, invoice.token);
  await pay({ kind: "invoice", invoiceId: invoice.id, amount: "20000" }, "785");
  world.clock.advance(3 * day);
  await publishOverdueInvoices(world);
  await pay({ kind: "invoice", invoiceId: invoice.id, amount: null }, "785");
  const other = await testInvoice(world, shop.live);
  await cancelInvoice(world, shop.live, other.id);
}

async function pay(paymentFor: NewPayment["for"], digits: string): Promise<void> {
  await press(world, shop, { for: paymentFor, phone: `0772 123 ${digits}` });
  await settled();
}

async function settled(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}
