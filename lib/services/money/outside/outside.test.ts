import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { readOrderHistory } from "@/lib/services/billing/orders/history";
import { readOrder } from "@/lib/services/billing/orders/read";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { readOverview } from "@/lib/services/desk/overview/read";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openShop } from "@/lib/testing/in-paying-world";
import { testDraft } from "@/lib/testing/invoices";
import { later, releaseAll, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { paymentLink, product, sentInvoice } from "@/lib/testing/products";
import type { PaymentFor } from "../checkout/purchase";
import { requestRefund } from "../out/refunds/request";
import { pollOpenAttempts } from "../settlement/poll";
import { listStatement } from "../wallet/statement";
import { openPayments } from "./owed";
import { type OutsidePayment, recordPayment, undoPayment } from "./record";

const { world, shop } = await openShop(sellingStore);
// Whatever a test did, the books are right after it, and the wallet has what rails brought and nothing else.

const empty = { pendingMinor: 0n, availableMinor: 0n, suspenseMinor: 0n, refundInFlightMinor: 0n };
const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const invoiceOf = (id: number) => world.db.invoice.findUniqueOrThrow({ where: { id } });
const today = () => world.clock.now().toISOString().slice(0, 10);
const types = async () =>
  (await world.db.event.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } })).map(
    ({ type }) => type,
  );

function record(of: OutsidePayment["for"], more: Partial<OutsidePayment> = {}) {
  return recordPayment(world, shop.seller, {
    id: randomUUID(),
    for: of,
    method: "cash",
    amount: "",
    day: today(),
    reference: "",
    agrees: false,
    ...more,
  });
}

const onInvoice = (invoiceId: number, more: Partial<OutsidePayment> = {}) =>
  record({ kind: "invoice", invoiceId }, more);
const onOrder = (orderId: number, more: Partial<OutsidePayment> = {}) =>
  record({ kind: "order", orderId }, more);

/** An order for a product whose payer's payment failed. */
async function failedOrder(digits = "139"): Promise<number> {
  const sold = await product(world, shop, { kind: "physical" });
  const id = await begun({ kind: "product", productId: sold.id, quantity: 2 }, digits);
  await later(world, 5_000);
  await pollOpenAttempts(world);
  return id;
}

/** A payer presses Pay; each time another one, for a phone gets few prompts. Without a thing: a subscription. */
async function begun(paymentFor: PaymentFor | null, digits: string): Promise<number> {
  payers += 1;
  const { id } = await press(world, shop, {
    ...(paymentFor ? { for: paymentFor } : {}),
    phone: `0772 ${100 + payers} ${digits}`,
  });
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return orderId;
}

let payers = 0;

/** The payer's own money comes after all. */
async function comes(): Promise<void> {
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

/** What goes back has arrived. */
async function goesBack(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await later(world, 10_000);
}

describe("a payment recorded on an invoice", () => {
  test("pays it, is the seller's own money, and never in the wallet", async () => {
    const invoice = await sentInvoice(world, shop, { customerEmail: "amina@example.com" });
    const { orderId } = await onInvoice(invoice.id, { reference: "TJ7K2" });
    expect(await invoiceOf(invoice.id)).toMatchObject({ paidMinor: 100_000n, paidAt: world.clock.now() });
    const order = await readOrder(world, shop.live, orderId);
    expect(order).toMatchObject({
      ...{ paymentStatus: "paid", orderStatus: "completed", paymentMethod: "cash", source: "invoice" },
      ...{ totalMinor: 100_000n, feeMinor: 0n, netMinor: 100_000n, invoiceId: invoice.id },
      customer: { name: "Amina", email: "amina@example.com", prospect: false },
    });
    expect(await wallet()).toMatchObject(empty);
    await releaseAll(world);
    expect(await wallet()).toMatchObject(empty);
    expect((await listStatement(world, shop.live, { currency: "UGX" }, { skip: 0, take: 10 })).total).toBe(0);
    expect(await types()).toEqual(expect.arrayContaining(["order.paid", "invoice.paid"]));
    const [receipt] = await world.db.message.findMany({ where: { storeId: shop.store.id } });
    expect(receipt).toMatchObject({ template: "invoice_paid", recipient: "amina@example.com" });
    const overview = await readOverview(world, shop.seller, 30);
    expect(
      JSON.stringify(overview, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).toContain("100000");
  });

  test("pays a part where the invoice takes parts, and no less and no more than it takes", async () => {
    const { id } = await sentInvoice(world, shop, { allowPartPayment: true, minPartPaymentMinor: 20_000n });
    await expect(onInvoice(id, { amount: "19999" })).rejects.toThrow(/payment_under_least/);
    await expect(onInvoice(id, { amount: "100001" })).rejects.toThrow(/payment_over_balance/);
    await expect(onInvoice(id, { amount: "99999999999999" })).rejects.toThrow(/payment_over_balance/);
    await expect(onInvoice(id, { amount: "-5" })).rejects.toThrow(/amount_above_zero|amount_like/);
    await onInvoice(id, { amount: "40000", method: "bank" });
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 40_000n, paidAt: null });
    await expect(onInvoice(id, { amount: "60001" })).rejects.toThrow(/payment_over_balance/);
    await onInvoice(id);
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 100_000n });
    await expect(onInvoice(id)).rejects.toThrow(/invoice_is_paid/);
    expect((await types()).filter((type) => type.startsWith("invoice.")).sort()).toEqual([
      ...["invoice.paid", "invoice.part_paid"],
    ]);
    const whole = await sentInvoice(world, shop);
    await expect(onInvoice(whole.id, { amount: "50000" })).rejects.toThrow(/payment_whole/);
  });

  test("is refused on a draft, on a cancelled invoice, in test mode and on another store's", async () => {
    const draft = await testDraft(world, shop.live);
    await expect(onInvoice(draft.id)).rejects.toThrow(/invoice_is_draft/);
    const invoice = await sentInvoice(world, shop);
    await cancelInvoice(world, shop.live, invoice.id);
    await expect(onInvoice(invoice.id)).rejects.toThrow(/invoice_is_cancelled/);
    const other = await sellingStore(world);
    const owed = await sentInvoice(world, other);
    await expect(onInvoice(owed.id)).rejects.toThrow(NotFound);
    const input: OutsidePayment = {
      ...{ id: randomUUID(), for: { kind: "invoice", invoiceId: owed.id }, method: "cash", amount: "" },
      ...{ day: today(), reference: "", agrees: false },
    };
    const test = { ...other.seller, livemode: false };
    await expect(recordPayment(world, test, input)).rejects.toThrow(NotFound);
    const asOrder: OutsidePayment = { ...input, for: { kind: "order", orderId: await failedOrder() } };
    await expect(recordPayment(world, { ...shop.seller, livemode: false }, asOrder)).rejects.toThrow(
      NotFound,
    );
  });

  test("is recorded once, however often and however fast the form is sent", async () => {
    const { id } = await sentInvoice(world, shop, { allowPartPayment: true });
    const form = { id: randomUUID(), amount: "30000" };
    const pressed = await Promise.all(Array.from({ length: 5 }, () => onInvoice(id, form)));
    expect(pressed.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(pressed.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 30_000n });
    const other = await sentInvoice(world, shop);
    await expect(onInvoice(other.id, form)).rejects.toThrow(/form_incomplete/);
  });

  test("does not take more than is owed when two people record at once", async () => {
    const { id } = await sentInvoice(world, shop);
    const ended = await Promise.allSettled([onInvoice(id), onInvoice(id), onInvoice(id)]);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 100_000n });
  });

  test("takes its day from the seller, but none that is still to come or long gone", async () => {
    const { id } = await sentInvoice(world, shop, { allowPartPayment: true });
    const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    await expect(onInvoice(id, { day: tomorrow })).rejects.toThrow(/payment_day_future/);
    await expect(onInvoice(id, { day: "2019-01-01" })).rejects.toThrow(/payment_day_early/);
    await expect(onInvoice(id, { day: "yesterday" })).rejects.toThrow(/date_shape/);
    await expect(onInvoice(id, { method: "mobile_money" })).rejects.toThrow(/method_missing/);
    await expect(onInvoice(id, { reference: "two\nlines" })).rejects.toThrow(/reference/);
    const yesterday = new Date(world.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const { orderId } = await onInvoice(id, { day: yesterday });
    expect((await readOrder(world, shop.live, orderId)).paidAt).toEqual(new Date(`${yesterday}T09:00:00Z`));
  });
});

describe("a payer's own payment in the air", () => {
  test("is told first; recorded all the same, what still comes goes back to the payer", async () => {
    const { id } = await sentInvoice(world, shop);
    const theirs = await begun({ kind: "invoice", invoiceId: id, amount: null }, "789");
    expect(await openPayments(world, world.db, { invoiceId: id })).toEqual([
      expect.objectContaining({
        amountMinor: 100_000n,
        currency: "UGX",
        phone: expect.stringContaining("789"),
      }),
    ]);
    await expect(onInvoice(id)).rejects.toThrow(/payment_is_open/);
    const { orderId } = await onInvoice(id, { agrees: true });
    await comes();
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 100_000n });
    expect(await readOrder(world, shop.live, orderId)).toMatchObject({ paymentStatus: "paid" });
    const attempt = await world.db.paymentAttempt.findFirstOrThrow({ where: { orderId: theirs } });
    expect(attempt).toMatchObject({ status: "succeeded", suspenseReason: "paid_twice" });
    await goesBack();
    expect(await world.db.refund.findFirst({ where: { orderId: theirs } })).toMatchObject({ status: "paid" });
    expect(await wallet()).toMatchObject(empty);
  });

  test("goes back whole when the same order was paid by hand, and in part when a part was", async () => {
    const sold = await product(world, shop);
    const orderId = await begun({ kind: "product", productId: sold.id, quantity: 1 }, "789");
    await expect(onOrder(orderId)).rejects.toThrow(/payment_is_open/);
    await onOrder(orderId, { agrees: true });
    await comes();
    await goesBack();
    expect(await world.db.refund.findFirst({ where: { orderId } })).toMatchObject({
      ...{ status: "paid", amountMinor: 5_000n },
    });
    expect(await readOrder(world, shop.live, orderId)).toMatchObject({
      refundedMinor: 0n,
      paymentStatus: "paid",
    });
    const { id } = await sentInvoice(world, shop, { allowPartPayment: true });
    await begun({ kind: "invoice", invoiceId: id, amount: "80000" }, "789");
    await onInvoice(id, { amount: "50000", agrees: true });
    await comes();
    await goesBack();
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 100_000n });
    const back = await world.db.refund.findFirst({ where: { storeId: shop.store.id, amountMinor: 30_000n } });
    expect(back).toMatchObject({ status: "paid" });
  });
});

describe("a payment recorded on an order", () => {
  test("pays an order whose own payment failed, without the charges and the fee of a rail", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });
    const orderId = await failedOrder();
    expect(await readOrder(world, shop.live, orderId)).toMatchObject({ paymentStatus: "failed" });
    await onOrder(orderId, { method: "bank", reference: "QWE123" });
    const order = await readOrder(world, shop.live, orderId);
    expect(order).toMatchObject({
      ...{ paymentStatus: "paid", orderStatus: "processing", paymentMethod: "bank" },
      ...{ totalMinor: 10_000n, feeMinor: 0n, netMinor: 10_000n },
    });
    await expect(onOrder(orderId)).rejects.toThrow(/order_is_paid/);
    expect((await types()).sort()).toEqual(["customer.created", "order.paid"]);
    const [entry] = (await readOrderHistory(world, shop.live, order)).filter(
      ({ what }) => what.did === "order_payment_recorded",
    );
    expect(entry?.by).toEqual({ name: "Olive Owner" });
  });

  test("starts the subscription, and counts for the link, that the order is for", async () => {
    const begins = await begun(null, "139");
    const link = await paymentLink(world, shop, { maxPayments: 1 });
    const byLink = await begun({ kind: "payment_link", linkId: link.id, amount: null, answer: null }, "139");
    await comes();
    await onOrder(begins);
    await onOrder(byLink);
    expect(await world.db.subscription.findFirst({ where: { storeId: shop.store.id } })).toMatchObject({
      paymentsCount: 1,
    });
    expect(await world.db.paymentLink.findUnique({ where: { id: link.id } })).toMatchObject({
      paymentsCount: 1,
    });
  });

  test("is refused on an invoice's order and on a cancelled one", async () => {
    const { id } = await sentInvoice(world, shop);
    const theirs = await begun({ kind: "invoice", invoiceId: id, amount: null }, "139");
    await comes();
    await expect(onOrder(theirs)).rejects.toThrow(/record_on_invoice/);
    const orderId = await failedOrder();
    await world.db.order.update({ where: { id: orderId }, data: { orderStatus: "cancelled" } });
    await expect(onOrder(orderId)).rejects.toThrow(/order_is_cancelled/);
  });

  test("is for owners and admins, and is in the audit log", async () => {
    const orderId = await failedOrder();
    for (const role of ["support", "developer", "viewer"] as const)
      await expect(
        recordPayment(
          world,
          { ...shop.seller, role },
          {
            ...{ id: randomUUID(), for: { kind: "order", orderId }, method: "cash", amount: "" },
            ...{ day: today(), reference: "", agrees: false },
          },
        ),
      ).rejects.toThrow(NotAllowed);
    await onOrder(orderId);
    await undoPayment(world, shop.seller, { orderId, reason: "Wrong order" });
    const acts = await world.db.auditEntry.findMany({
      where: { target: `order:${orderId}`, storeId: shop.store.id },
      orderBy: { id: "asc" },
    });
    expect(acts.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
      ["order.payment_recorded", `user:${shop.owner.id}`, null],
      ["order.payment_undone", `user:${shop.owner.id}`, "Wrong order"],
    ]);
  });
});

describe("a payment recorded by mistake", () => {
  test("is taken back: the invoice is owed again and the books have nothing of it", async () => {
    const { id } = await sentInvoice(world, shop);
    const { orderId } = await onInvoice(id);
    await expect(undoPayment(world, shop.seller, { orderId, reason: " " })).rejects.toThrow(/undo_reason/);
    const undo = () => undoPayment(world, shop.seller, { orderId, reason: "Wrong invoice" });
    const ended = await Promise.all([undo(), undo(), undo()]);
    expect(ended.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 0n, paidAt: null });
    const order = await readOrder(world, shop.live, orderId);
    expect(order).toMatchObject({ paymentStatus: "refunded", refundedMinor: 100_000n });
    expect((await types()).filter((type) => type === "order.refunded")).toHaveLength(1);
    expect(await balances()).toEqual({ seller_cash: 0n, sales_outside: 0n });
    await onInvoice(id);
    expect(await invoiceOf(id)).toMatchObject({ paidMinor: 100_000n });
    expect(await balances()).toEqual({ seller_cash: 100_000n, sales_outside: 100_000n });
  });

  test("ends the access that it gave, where a reversal ends it", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { endsAccessOnReversal: true } });
    const orderId = await begun(null, "139");
    await comes();
    await onOrder(orderId);
    await undoPayment(world, shop.seller, { orderId, reason: "It never came" });
    const sub = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
    expect(sub.endedAt).not.toBeNull();
  });

  test("is not there where a rail brought the money", async () => {
    const orderId = await begun(null, "789");
    await comes();
    const asking = undoPayment(world, shop.seller, { orderId, reason: "x" });
    await expect(asking).rejects.toThrow(/nothing_recorded/);
    await expect(
      undoPayment(world, { ...shop.seller, role: "support" }, { orderId, reason: "x" }),
    ).rejects.toThrow(NotAllowed);
  });
});

describe("money given back by hand", () => {
  const giveBack = (orderId: number, amountMinor?: bigint, requestKey: string = randomUUID()) =>
    requestRefund(world, shop.seller, {
      ...{ orderId, reason: "Too small", requestKey },
      ...(amountMinor ? { amountMinor } : {}),
    });

  test("is recorded and never sent to a rail", async () => {
    const orderId = await failedOrder();
    await onOrder(orderId);
    const key = randomUUID();
    await Promise.all([giveBack(orderId, 4_000n, key), giveBack(orderId, 4_000n, key)]);
    expect(await readOrder(world, shop.live, orderId)).toMatchObject({
      ...{ paymentStatus: "partially_refunded", refundedMinor: 4_000n },
    });
    const [refund] = await world.db.refund.findMany({ where: { orderId } });
    expect(refund).toMatchObject({ status: "paid", railRef: null, nextPollAt: null });
    expect(await balances()).toEqual({ seller_cash: 6_000n, sales_outside: 6_000n });
    expect(await wallet()).toMatchObject(empty);
    await expect(giveBack(orderId, 6_001n)).rejects.toThrow(/refund_left/);
    await giveBack(orderId);
    expect(await balances()).toEqual({ seller_cash: 0n, sales_outside: 0n });
    await expect(giveBack(orderId)).rejects.toThrow(/refund_all_gone/);
    const undo = undoPayment(world, shop.seller, { orderId, reason: "x" });
    await expect(undo).rejects.toThrow(/refund_all_gone/);
  });

  test("leaves the rest to be taken back", async () => {
    const orderId = await failedOrder();
    await onOrder(orderId);
    await giveBack(orderId, 4_000n);
    await undoPayment(world, shop.seller, { orderId, reason: "The rest never came" });
    expect(await balances()).toEqual({ seller_cash: 0n, sales_outside: 0n });
    expect(await readOrder(world, shop.live, orderId)).toMatchObject({ refundedMinor: 10_000n });
  });
});

async function balances(): Promise<Record<string, bigint | undefined>> {
  const rows = await world.db.ledgerAccount.findMany({
    where: { storeId: shop.store.id, kind: { in: ["seller_cash", "sales_outside"] } },
    include: { balance: true },
    orderBy: { kind: "desc" },
  });
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance?.balanceMinor]));
}
