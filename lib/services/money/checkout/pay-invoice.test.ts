import { describe, expect, test } from "vitest";
import type { InvoiceRow } from "@/lib/db/rows";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { openShop } from "@/lib/testing/in-paying-world";
import { press, withRail } from "@/lib/testing/payments";
import { sentInvoice } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { readReturned } from "../out/refunds/returned";
import { pollOpenAttempts } from "../settlement/poll";
import { readAttempt } from "../settlement/read-attempt";
import { settle } from "../settlement/settle";
import { acceptSuspense, returnSuspense } from "../tasks/settle-suspense";

const { world, shop } = await openShop(testStore);

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

function payPart(invoice: InvoiceRow, amount: string | null = null, phone = "0772 123 789") {
  return press(world, shop, { for: { kind: "invoice", invoiceId: invoice.id, amount }, phone });
}

/** The rail says that it took the money, whenever it was asked for it. */
function succeed(id: string, minor: bigint) {
  const amount = { minor, currency: "UGX" };
  const settlement = {
    railRef: `sbx_${id}`,
    amount,
    paidAt: world.clock.now(),
    method: "mobile_money" as const,
  };
  return settle(world, id, { kind: "succeeded", settlement });
}

const read = (invoice: InvoiceRow) => world.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } });
const orders = () => world.db.order.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
const refunds = () => world.db.refund.findMany({ where: { storeId: shop.store.id } });
const tasks = async () =>
  (await world.db.task.findMany({ where: { storeId: shop.store.id } })).map(({ kind }) => kind).sort();
/** Of one moment, events of different things have no order: then by type. */
const told = async () =>
  (
    await world.db.event.findMany({
      where: {
        storeId: shop.store.id,
        NOT: [{ objectId: { startsWith: "access/" } }, { objectId: { startsWith: "customer/" } }],
      },
      orderBy: [{ createdAt: "asc" }, { type: "asc" }, { objectId: "asc" }],
    })
  ).map(({ type, sequence }) => `${type} ${sequence}`);

describe("paying an invoice", () => {
  test("whole: an order for its balance, and it is paid", async () => {
    const invoice = await sentInvoice(world, shop);
    const { token } = await payPart(invoice);
    await pass(5_000);
    expect(await readAttempt(world, token)).toMatchObject({
      state: "paid",
      amountMinor: 100_000n,
      invoice: { id: invoice.id, paidMinor: 100_000n },
    });
    expect(await orders()).toMatchObject([
      { source: "invoice", invoiceId: invoice.id, totalMinor: 100_000n, orderStatus: "completed" },
    ]);
    expect(await read(invoice)).toMatchObject({
      paidMinor: 100_000n,
      paidAt: expect.any(Date),
      nextDueAt: null,
    });
    expect(await told()).toEqual(["invoice.paid 1", "order.paid 1"]);
  });

  test("in parts: each is an order with its receipt, and the events count on", async () => {
    const invoice = await sentInvoice(world, shop, { allowPartPayment: true, minPartPaymentMinor: 30_000n });
    for (const amount of ["30,000", "60000", null]) {
      await payPart(invoice, amount);
      await pass(5_000);
    }
    expect((await orders()).map(({ totalMinor }) => totalMinor)).toEqual([30_000n, 60_000n, 10_000n]);
    expect(await read(invoice)).toMatchObject({ paidMinor: 100_000n });
    const types = (await told()).filter((line) => line.startsWith("invoice"));
    expect(types).toEqual(["invoice.part_paid 1", "invoice.part_paid 2", "invoice.paid 3"]);
  });

  test.each([
    ["29999", "amount_too_small", { min: { minor: 30_000n, currency: "UGX" } }],
    ["100001", "amount_over_balance", { max: { minor: 100_000n, currency: "UGX" } }],
    // Less than 500 is taken by no network of Uganda, so nobody could pay what is left.
    [
      "99901",
      "amount_leaves_too_little",
      { max: { minor: 100_000n, currency: "UGX" }, most: { minor: 99_500n, currency: "UGX" } },
    ],
    ["all", "amount_unreadable", undefined],
    ["", "amount_missing", undefined],
  ])("a part of %j is refused as %s", async (amount, code, values) => {
    const invoice = await sentInvoice(world, shop, { allowPartPayment: true, minPartPaymentMinor: 30_000n });
    await expect(payPart(invoice, amount)).rejects.toMatchObject({
      problems: [{ field: "amount", code, ...(values ? { values } : {}) }],
    });
    expect(await orders()).toEqual([]);
  });

  test("a part that leaves as little as a network takes is taken; where no part leaves that much, only all is", async () => {
    const open = await sentInvoice(world, shop, { allowPartPayment: true, minPartPaymentMinor: 30_000n });
    await payPart(open, "99500");
    const more = { allowPartPayment: true, minPartPaymentMinor: 30_000n, totalMinor: 30_300n };
    const narrow = await sentInvoice(world, shop, { ...more, subtotalMinor: 30_300n });
    await expect(payPart(narrow, "30000", "0772 124 789")).rejects.toMatchObject({
      problems: [{ code: "amount_only_whole", values: { max: { minor: 30_300n, currency: "UGX" } } }],
    });
    await payPart(narrow, "30300", "0772 124 789");
    expect((await orders()).map(({ totalMinor }) => totalMinor)).toEqual([99_500n, 30_300n]);
  });

  test("where no parts are allowed, only the whole balance is taken", async () => {
    const invoice = await sentInvoice(world, shop);
    await expect(payPart(invoice, "50000")).rejects.toMatchObject({
      problems: [{ code: "amount_too_small" }],
    });
    await payPart(invoice, "100000");
  });

  test("that is a draft is paid like every other by whoever was given its link", async () => {
    const draft = await sentInvoice(world, shop, { sentAt: null });
    await payPart(draft);
    await pass(5_000);
    expect(await world.db.invoice.findUnique({ where: { id: draft.id } })).toMatchObject({
      ...{ paidMinor: draft.totalMinor, sentAt: null, issuedOn: expect.any(Date) },
    });
  });

  test("that is paid or cancelled is refused, each in its own words", async () => {
    const paid = await sentInvoice(world, shop);
    await payPart(paid);
    await pass(5_000);
    const cancelled = await sentInvoice(world, shop, { cancelledAt: world.clock.now() });
    await expect(payPart(paid)).rejects.toMatchObject({ code: "invoice_paid" });
    await expect(payPart(cancelled)).rejects.toMatchObject({ code: "invoice_cancelled" });
  });

  test("by whoever: the order is the customer's whom it names", async () => {
    const now = world.clock.now();
    const customer = await world.db.customer.create({
      data: {
        accountId: shop.accountId,
        livemode: true,
        name: "Amina",
        email: "amina@example.com",
        source: "manual",
        customerSince: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    const invoice = await sentInvoice(world, shop, { customerId: customer.id });
    await payPart(invoice);
    expect(await orders()).toMatchObject([{ customerId: customer.id }]);
  });

  test("is asked of one payer at a time; another is told of the amount and the phone, and given no token", async () => {
    const invoice = await sentInvoice(world, shop, { allowPartPayment: true });
    await payPart(invoice, "40000");
    const paymentFor = { kind: "invoice" as const, invoiceId: invoice.id, amount: "60000" };
    const second = press(world, shop, {
      for: paymentFor,
      phone: "0772 124 789",
      browser: "anotherbrowser00000000",
    });
    await expect(second).rejects.toMatchObject({
      open: {
        kind: "invoice",
        token: null,
        amount: { minor: 40_000n, currency: "UGX" },
        phone: expect.stringContaining("•••"),
        endsAt: expect.any(Date),
      },
    });
    expect(await orders()).toHaveLength(1);
  });
});

describe("money that is more than what is owed by now", () => {
  async function twoPrompts(first: string, second: string | null) {
    const invoice = await sentInvoice(world, shop, { allowPartPayment: true });
    const early = await payPart(invoice, first, "0772 123 129");
    await pass(10 * 60_000);
    const later = await payPart(invoice, second, "0772 124 129");
    expect(later.isNew).toBe(true);
    return { invoice, early, later };
  }

  test("is returned as far as it is over; the order is made as small as what it paid", async () => {
    const { invoice, early, later } = await twoPrompts("60000", "70000");
    await succeed(later.id, 70_000n);
    await succeed(early.id, 60_000n);
    expect(await read(invoice)).toMatchObject({ paidMinor: 100_000n });
    expect(await orders()).toMatchObject([
      { paymentStatus: "paid", totalMinor: 30_000n, feeMinor: 450n, netMinor: 29_550n },
      { paymentStatus: "paid", totalMinor: 70_000n, feeMinor: 1_050n },
    ]);
    expect(await refunds()).toMatchObject([{ amountMinor: 30_000n, reason: "overpaid", status: "queued" }]);
    expect(await tasks()).toEqual(["suspense"]);
    expect(await readAttempt(world, early.token)).toMatchObject({ state: "paid", amountMinor: 30_000n });
    expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject({ suspenseMinor: 30_000n });
    // The same news again is nothing new.
    await succeed(early.id, 60_000n);
    expect(await refunds()).toHaveLength(1);
    const where = { attemptId: early.id };
    const rest = await world.db.refund.findFirstOrThrow({ where, include: { attempt: true } });
    const whole = { amount: { minor: 60_000n }, back: { minor: 0n } };
    expect(await readReturned(world.db, rest)).toMatchObject(whole);
  });

  test("has its fee rounded half up, and the event says its line as it is now", async () => {
    const { early, later } = await twoPrompts("60000", "69966");
    await succeed(later.id, 69_966n);
    await succeed(early.id, 60_000n);
    // 900 × 30,034 ÷ 60,000 = 450.51: down it would be 450.
    const [order] = await orders();
    expect(order).toMatchObject({ totalMinor: 30_034n, feeMinor: 451n, netMinor: 29_583n });
    const { payload } = await world.db.event.findFirstOrThrow({
      where: { type: "order.paid", objectId: `order/${order?.id}` },
    });
    expect(JSON.parse(payload).data).toMatchObject({ total: 30_034, items: [{ total: 30_034 }] });
  });

  test("where the buyer pays the charges, the charges shrink with it", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });
    const { early, later } = await twoPrompts("60000", "70000");
    await succeed(later.id, 71_050n);
    await succeed(early.id, 60_900n);
    const [order] = await orders();
    expect(order).toMatchObject({ totalMinor: 30_450n, feeMinor: 450n, netMinor: 30_000n });
    expect(await refunds()).toMatchObject([{ amountMinor: 30_450n }]);
  });

  test("is returned whole when nothing is owed any more", async () => {
    const { invoice, early, later } = await twoPrompts("100000", null);
    await succeed(later.id, 100_000n);
    await succeed(early.id, 100_000n);
    expect(await read(invoice)).toMatchObject({ paidMinor: 100_000n });
    expect(await refunds()).toMatchObject([{ amountMinor: 100_000n, reason: "paid_twice" }]);
    expect(await readAttempt(world, early.token)).toMatchObject({ state: "paid_twice" });
  });

  test("taken back by the rail, both parts are undone and the invoice is owed again", async () => {
    const { invoice, early, later } = await twoPrompts("60000", "70000");
    await succeed(later.id, 70_000n);
    await succeed(early.id, 60_000n);
    const amount = { minor: 60_000n, currency: "UGX" };
    const paidAt = world.clock.now();
    await settle(world, early.id, {
      kind: "reversed",
      settlement: { railRef: `sbx_${early.id}`, amount, paidAt, method: "mobile_money" },
    });
    expect(await read(invoice)).toMatchObject({ paidMinor: 70_000n, paidAt: null });
    expect(await orders()).toMatchObject([{ paymentStatus: "refunded", refundedMinor: 30_000n }, {}]);
    expect(await refunds()).toMatchObject([{ status: "failed" }]);
    expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject({
      suspenseMinor: 0n,
      pendingMinor: 68_950n,
    });
  });
});

describe("cancelling an invoice while its payer is asked", () => {
  async function asked() {
    const invoice = await sentInvoice(world, shop);
    const prompt = await payPart(invoice);
    await cancelInvoice(world, shop.live, invoice.id);
    return { invoice, prompt };
  }

  test("voids the prompt: its page says so, and nobody can pay it afterwards", async () => {
    const { invoice, prompt } = await asked();
    expect(await readAttempt(world, prompt.token)).toMatchObject({ state: "cancelled", prompt: null });
    expect(await orders()).toMatchObject([{ orderStatus: "cancelled" }]);
    await expect(payPart(invoice)).rejects.toMatchObject({ code: "invoice_cancelled" });
  });

  test("what comes all the same goes back by itself, whatever came; the invoice stays cancelled and unpaid", async () => {
    const { invoice } = await asked();
    await pass(5_000);
    expect(await orders()).toMatchObject([{ paymentStatus: "failed", orderStatus: "cancelled" }]);
    expect(await read(invoice)).toMatchObject({ paidMinor: 0n, cancelledAt: expect.any(Date) });
    expect(await refunds()).toMatchObject([{ amountMinor: 100_000n, reason: "cancelled" }]);
    expect(await tasks()).toEqual([]);
    expect(await told()).not.toContain("order.paid 1");
  });

  test("money that was set aside for it before can only be given back", async () => {
    const invoice = await sentInvoice(world, shop);
    const { id } = await payPart(invoice);
    await succeed(id, 99_999n);
    await cancelInvoice(world, shop.live, invoice.id);
    const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
    await expect(acceptSuspense(world, owner, id)).rejects.toThrow(/invoice_called_off/);
    await returnSuspense(world, owner, id);
    expect(await orders()).toMatchObject([{ paymentStatus: "failed", orderStatus: "cancelled" }]);
  });

  test("also when less came than was asked for, and when the cancel came after a failed payment", async () => {
    const { prompt } = await asked();
    await succeed(prompt.id, 99_999n);
    expect(await refunds()).toMatchObject([{ amountMinor: 99_999n, reason: "cancelled" }]);
    const second = await sentInvoice(world, shop);
    const failed = await payPart(second);
    await settle(world, failed.id, { kind: "failed", failure: { reason: "cancelled_by_payer" } });
    await cancelInvoice(world, shop.live, second.id);
    await succeed(failed.id, 100_000n);
    expect(await read(second)).toMatchObject({ paidMinor: 0n });
    expect((await refunds()).map(({ reason }) => reason)).toEqual(["cancelled", "cancelled"]);
  });
});

test("a price that changed between the look and the press is looked at again", async () => {
  const invoice = await sentInvoice(world, shop, { allowPartPayment: true });
  const racing = withRail(world, {
    networks: async (query) => {
      // Somebody else pays a part while this payer's form is read.
      await world.db.invoice.update({ where: { id: invoice.id }, data: { paidMinor: 40_000n } });
      return (await world.sandbox.rail.networks(query)) ?? [];
    },
  });
  const paymentFor = { kind: "invoice" as const, invoiceId: invoice.id, amount: null };
  await expect(press(racing, shop, { for: paymentFor, shownMinor: 100_000n })).rejects.toMatchObject({
    problems: [
      { field: "amount", code: "amount_changed", values: { total: { minor: 60_000n, currency: "UGX" } } },
    ],
  });
  await world.db.invoice.update({ where: { id: invoice.id }, data: { paidMinor: 0n } });
});
