import { beforeEach, expect, test } from "vitest";
import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { transact } from "@/lib/services/core/unit";
import { testInvoice, testPaid } from "@/lib/testing/invoices";
import { outbox } from "@/lib/testing/outbox";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { letterOf } from "./letter";
import { notifyPayout } from "./mail-owners";
import { notifyLateFailure, notifyPaid, notifyRefunded } from "./notify-paid";
import { notifyContactCode } from "./notify-subscriber";

let world: TestWorld;
let shop: TestStore;

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
});

test("a receipt goes by e-mail where there is an address, else by SMS, and to nobody without either", async () => {
  await told(await order({ email: "a@example.com", phone: "+256772000111" }));
  await told(await order({ phone: "+256772000112" }));
  await told(await order({}));
  expect(await outbox(world, shop.store.id)).toEqual(["receipt_order email kept", "receipt_order sms kept"]);
  const [mail, text] = await messages();
  expect(mail).toMatchObject({
    recipient: "a@example.com",
    subject: "Receipt: UGX 50,000 paid to Test Store",
    accountId: shop.accountId,
  });
  expect(mail?.body).toContain("Test Store has received UGX 50,000 for Honey.");
  expect(text?.body).toMatch(
    /^Test Store: UGX 50,000 received for Honey\. Thank you\. Receipt: http:\/\/localhost:3000\/receipt\//,
  );
  expect(mail?.objectId).toMatch(/^order\/\d+$/);
});

test("a receipt is a letter from the seller: what was bought, the order, the contact", async () => {
  await world.db.store.update({
    where: { id: shop.store.id },
    data: { address: "12 Moi Avenue\nNairobi", contactPhone: "+254722000000" },
  });
  await told(await order({ email: "a@example.com" }));
  const [mail] = await messages();
  if (!mail) throw new Error("No mail was written.");
  const letter = await letterOf(world, mail);
  expect(letter).toMatchObject({
    seller: "Test Store",
    logo: null,
    amount: "UGX 50,000",
    lines: [{ name: "Honey", total: "UGX 50,000" }],
    foot: ["12 Moi Avenue", "Nairobi", "+254722000000"],
  });
  expect(letter?.facts).toContainEqual({ label: "Order", value: expect.stringMatching(/^ORD-/) });
  expect(await letterOf(world, { ...mail, template: "new_device" })).toBeNull();
});

test("a customer who is known by an address only is not greeted by it", async () => {
  await told(await order({ email: "a@example.com", name: "a@example.com" }));
  expect((await messages())[0]?.body).toMatch(/^Hello,\n/);
});

test("told twice, it is written once", async () => {
  const paid = await order({ email: "a@example.com" });
  await Promise.all([told(paid), told(paid), told(paid)]);
  expect(await outbox(world, shop.store.id)).toHaveLength(1);
});

test("a subscription's receipt says up to when it is paid", async () => {
  const sub = await paidSubscription(world, shop, { livemode: true, email: "a@example.com" });
  await told(await order({ customerId: sub.customerId, subscriptionId: sub.id }));
  const [mail] = await messages();
  expect(mail?.template).toBe("receipt_subscription");
  expect(mail?.body).toContain(
    "for Gold, each month. You are paid up to 2 April 2026 at 12:30 East Africa Time.",
  );
});

test("an invoice's receipt says what is still owed, to the address on the invoice where the payer gave none", async () => {
  const invoice = await testInvoice(world, shop.live, { customer_email: "bills@example.com" });
  await testPaid(world, invoice, 20_000n);
  await told(await order({ invoiceId: invoice.id, totalMinor: 20_000n }));
  await testPaid(world, invoice, 50_000n);
  await told(await order({ invoiceId: invoice.id, totalMinor: 30_000n }));
  const [part, full] = await messages();
  expect(part).toMatchObject({ template: "invoice_part_paid", recipient: "bills@example.com" });
  expect(part?.body).toContain("UGX 30,000 is still to be paid.");
  expect(full).toMatchObject({ template: "invoice_paid", subject: `Invoice ${invoice.number} is paid` });
});

test("who was told that we wait hears how it ended, on both channels, also from a store that sends no receipts", async () => {
  shop = await testStore(world, { store: { sendsReceipts: false } });
  const late = await order({ email: "a@example.com", phone: "+256772000111" });
  await told(late);
  expect(await messages()).toEqual([]);
  await transact(world, (unit) => notifyPaid(unit, late, { late: true }));
  const failed = await order({ phone: "+256772000112" });
  const attempt = { id: "3f0e", token: "Tok" };
  await transact(world, (unit) => notifyLateFailure(unit, failed, attempt));
  expect(await outbox(world, shop.store.id)).toEqual([
    "payment_came_late email kept",
    "payment_came_late sms kept",
    "payment_failed_late sms kept",
  ]);
  const [, , sms] = await messages();
  expect(sms?.body).toBe(
    "Test Store: your payment of UGX 50,000 did not go through. Nothing was taken. Try again: http://localhost:3000/attempt/Tok",
  );
});

test("money back is told once for each refund", async () => {
  const paid = await order({ email: "a@example.com" });
  const refund = { id: "r1", amountMinor: 10_000n, currency: "UGX" };
  for (const id of ["r1", "r1", "r2"])
    await transact(world, (unit) => notifyRefunded(unit, paid, { ...refund, id }));
  expect((await messages()).map(({ subject }) => subject)).toEqual([
    "Test Store has sent UGX 10,000 back to you",
    "Test Store has sent UGX 10,000 back to you",
  ]);
});

test("a code goes to just the new address, and to nobody in test mode", async () => {
  const request = {
    ...{ id: 7n, storeId: shop.store.id, livemode: true, objectId: "sub_1", channel: "sms" as const },
    ...{ recipient: "+256772000113", code: "482913", minutes: 10, language: "sw" },
  };
  await transact(world, (unit) => notifyContactCode(unit, request));
  await transact(world, (unit) => notifyContactCode(unit, { ...request, id: 8n, livemode: false }));
  const all = await messages();
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({ recipient: "+256772000113", channel: "sms" });
  expect(all[0]?.body).toMatch(/^482913 ni msimbo wako wa Test Store/);
});

test("a payout is told to every owner in the owner's language, once for each step", async () => {
  const other = await world.db.user.create({
    data: { email: `fr-${shop.owner.email}`, name: "Awa", language: "fr", createdAt: world.clock.now() },
  });
  for (const [userId, role] of [[other.id, "owner"]] as const)
    await world.db.member.create({
      data: { accountId: shop.accountId, userId, role, createdAt: world.clock.now() },
    });
  const payout = {
    ...{ id: "p1", storeId: shop.store.id, currency: "UGX", amountMinor: 90_000n },
    destinationLabel: "MTN 0772 •••456",
  };
  for (const kind of ["payout_sent", "payout_sent", "payout_returned"] as const)
    await transact(world, (unit) => notifyPayout(unit, kind, payout));
  expect((await messages()).map(({ subject }) => subject)).toEqual([
    "UGX 90,000 is on its way to you",
    "UGX 90\u00a0000 sont en route vers vous",
    "A payout of UGX 90,000 came back",
    "Un reversement de UGX 90\u00a0000 est revenu",
  ]);
});

function told(row: OrderRow): Promise<void> {
  return transact(world, (unit) => notifyPaid(unit, row));
}

function messages() {
  return world.db.message.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
}

let orders = 0;

/** A paid order, as far as messages look at it. */
async function order(of: {
  name?: string;
  email?: string;
  phone?: string;
  customerId?: number;
  subscriptionId?: string;
  invoiceId?: number;
  totalMinor?: bigint;
}): Promise<OrderRow> {
  orders += 1;
  const now = world.clock.now();
  const { accountId } = shop;
  const storeId = shop.store.id;
  const times = { createdAt: now, updatedAt: now };
  const contact = { email: of.email ?? null, phone: of.phone ?? null };
  const customerId =
    of.customerId ??
    (
      await world.db.customer.create({
        data: {
          accountId,
          livemode: true,
          name: of.name ?? "",
          ...contact,
          source: "api",
          customerSince: now,
          ...times,
        },
      })
    ).id;
  const totalMinor = of.totalMinor ?? 50_000n;
  const { id } = await world.db.order.create({
    data: {
      ...{ storeId, accountId, customerId, totalMinor, subtotalMinor: totalMinor, netMinor: totalMinor },
      ...{ number: `ORD-${orders}`, shortNumber: `A${orders}`, receiptToken: `receipt${storeId}x${orders}` },
      ...{ paymentStatus: "paid", paymentMethod: "mobile_money", currency: "UGX", paidAt: now, ...times },
      source: of.invoiceId ? "invoice" : "storefront",
      invoiceId: of.invoiceId ?? null,
      subscriptionId: of.subscriptionId ?? null,
    },
  });
  const line = { storeId, orderId: id, position: 0, name: "Honey", quantity: 1 };
  await world.db.orderItem.create({ data: { ...line, unitPriceMinor: totalMinor, totalMinor } });
  return world.db.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}
