import fc from "fast-check";
import { expect, test } from "vitest";
import { invoiceStatuses } from "@/lib/domain/invoice";
import { NotFound, Refusal, say } from "@/lib/domain/refusal";
import { Invoice, invoiceStatusOf, serializeInvoice } from "@/lib/resources/invoice";
import type { Caller } from "@/lib/services/core/world";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { testDraft, testInvoice, testPaid } from "@/lib/testing/invoices";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { type InvoiceFilters, listInvoices, readInvoice, readInvoicePage } from "./read";
import { cancelInvoice } from "./record";
import { publishOverdueInvoices, switchReminders } from "./remind";
import { markInvoiceViewed } from "./sent";

const world = testWorld();
const page = { skip: 0, take: 100 };
const hourMs = 60 * 60 * 1000;

async function eventsOf(caller: Caller, id: number): Promise<string[]> {
  const rows = await world.db.event.findMany({
    where: { storeId: caller.storeId, objectId: `invoice/${id}` },
    orderBy: { sequence: "asc" },
  });
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ type }) => type);
}

test("an invoice adds up: lines rounded one by one, tax on what is left after the discount", async () => {
  const { live } = await testStore(world, { store: { currency: "KES", country: "KE" } });
  const row = await testDraft(world, live, {
    items: [
      { description: "Hours", quantity: 1.333, unit_price: 99.99 },
      { description: "Transport", quantity: 2, unit_price: 0 },
    ],
    discount: 33.29,
    tax_label: "VAT",
    tax_rate: 16,
  });
  expect(serializeInvoice(row, world.clock.now(), "https://pay.example")).toMatchObject({
    ...{ status: "draft", subtotal: 133.29, discount: 33.29, tax_rate: 16, tax_amount: 16, total: 116 },
    ...{ amount_paid: 0, balance: 116, currency: "KES", tax_label: "VAT", issued_on: null, sent_at: null },
    items: [
      { description: "Hours", quantity: 1.333, unit_price: 99.99 },
      { description: "Transport", quantity: 2, unit_price: 0 },
    ],
  });
  expect(() => Invoice.parse(serializeInvoice(row, world.clock.now(), "https://pay.example"))).not.toThrow();
});

test("all problems of a body are told at once, each under its field", async () => {
  const { live } = await testStore(world);
  const bad = testDraft(world, live, {
    items: [{ description: "x", quantity: 1.2345, unit_price: 10.5 }],
    tax_rate: 101,
    due_on: "2026-03-01",
    customer_phone: "12",
  });
  await expect(bad).rejects.toMatchObject({
    errors: {
      "items.0.quantity": [expect.objectContaining({ code: expect.any(String) })],
      "items.0.unit_price": [say("too_many_decimals", { currency: "UGX" })],
      tax_rate: [expect.objectContaining({ code: expect.any(String) })],
      due_on: [say("day_passed")],
      customer_phone: [expect.objectContaining({ code: expect.any(String) })],
    },
  });
});

test.each([
  [{ items: [{ description: "x", quantity: 1, unit_price: 0 }] }, "items"],
  [{ discount: 50_000 }, "items"],
  [{ discount: 50_001 }, "discount"],
  [{ items: [{ description: "x", quantity: 999_999_999, unit_price: 10_000_000 }] }, "items"],
  [{ customer_id: 2_000_000_000 }, "customer_id"],
  [{ customer_id: 9_007_199_254_740_991 }, "customer_id"],
  [{ send: ["email"] }, "customer_email"],
  [{ send: ["email", "sms"], customer_email: "a@example.com" }, "customer_phone"],
])("%j is refused on %s, and its number is not used up", async (body, field) => {
  const { live, store } = await testStore(world);
  await expect(testDraft(world, live, body)).rejects.toMatchObject({
    errors: { [field]: [expect.objectContaining({ code: expect.any(String) })] },
  });
  expect(await world.db.invoice.count({ where: { storeId: store.id } })).toBe(0);
  expect((await testDraft(world, live)).number).toBe("INV-000001");
});

test("due today is not in the past, and today is the day it is in the store's zone", async () => {
  const { live } = await testStore(world, { store: { timeZone: "Pacific/Auckland" } });
  // 2 March 09:30 UTC is 2 March 22:30 there; five hours later it is 3 March.
  const later = testWorld();
  later.clock.advance(5 * hourMs);
  expect((await testDraft(world, live, { due_on: "2026-03-02" })).dueOn).toEqual(
    new Date("2026-03-02T00:00:00Z"),
  );
  await expect(testDraft(later, live, { due_on: "2026-03-02" })).rejects.toMatchObject({
    errors: { due_on: [say("day_passed")] },
  });
});

test("numbers have no gaps, also when twelve are made at once and some of them fail", async () => {
  const { live } = await testStore(world);
  const made = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      testDraft(world, live, index % 3 === 0 ? { discount: 1e9 } : {}),
    ),
  );
  const numbers = made.flatMap((one) => (one.status === "fulfilled" ? [one.value.number] : []));
  expect(numbers.sort()).toEqual(Array.from({ length: 8 }, (_, index) => `INV-00000${index + 1}`));
});

test("the customer is found by id, e-mail or phone, else made and told; a name alone makes none", async () => {
  const { live, accountId, store } = await testStore(world);
  const byEmail = await testDraft(world, live, { customer_email: " Amina@Example.com " });
  expect(byEmail.customerEmail).toBe("amina@example.com");
  const again = await testDraft(world, live, {
    customer_email: "amina@example.com",
    customer_phone: "0772123456",
  });
  expect(again).toMatchObject({ customerId: byEmail.customerId, customerPhone: "+256772123456" });
  const byPhone = await testDraft(world, live, { customer_name: "Ben", customer_phone: "0772 999 888" });
  expect(byPhone.customerId).not.toBe(byEmail.customerId);
  const byId = await testDraft(world, live, { customer_id: byEmail.customerId });
  expect(byId).toMatchObject({ customerId: byEmail.customerId, customerEmail: "amina@example.com" });
  expect((await testDraft(world, live, { customer_name: "Nobody" })).customerId).toBeNull();
  const customers = await world.db.customer.findMany({ where: { accountId } });
  expect(customers.map(({ source }) => source)).toEqual(["invoice", "invoice"]);
  expect(await world.db.event.count({ where: { storeId: store.id, type: "customer.created" } })).toBe(2);
});

test("a customer of another account is none", async () => {
  const { live } = await testStore(world);
  const stranger = await testStore(world);
  const { customerId } = await testDraft(world, stranger.live, { customer_email: "a@example.com" });
  await expect(testDraft(world, live, { customer_id: customerId })).rejects.toMatchObject({
    errors: { customer_id: [say("not_customer")] },
  });
});

test("the page exists from the moment the invoice does; a wrong token and another store's id lead nowhere", async () => {
  const { live } = await testStore(world);
  const { live: stranger } = await testStore(world);
  const draft = await testDraft(world, live);
  expect((await readInvoicePage(world, draft.token))?.invoice.number).toBe("INV-000001");
  const sent = await testInvoice(world, live);
  expect((await readInvoicePage(world, sent.token))?.invoice.number).toBe("INV-000002");
  expect(await readInvoicePage(world, "x".repeat(22))).toBeNull();
  await expect(readInvoice(world, stranger, sent.id)).rejects.toBeInstanceOf(NotFound);
  await expect(cancelInvoice(world, stranger, sent.id)).rejects.toBeInstanceOf(NotFound);
});

test("loading the picture marks it viewed once; a draft too, but no cancelled and no paid one", async () => {
  const { live } = await testStore(world);
  const sent = await testInvoice(world, live);
  await Promise.all([markInvoiceViewed(world, sent.token), markInvoiceViewed(world, sent.token)]);
  await markInvoiceViewed(world, sent.token);
  expect(await eventsOf(live, sent.id)).toEqual(["invoice.sent", "invoice.viewed"]);
  expect(invoiceStatusOf(await readInvoice(world, live, sent.id), world.clock.now())).toBe("viewed");
  const draft = await testDraft(world, live);
  const paid = await testInvoice(world, live);
  await testPaid(world, paid, paid.totalMinor);
  const gone = await testInvoice(world, live);
  await cancelInvoice(world, live, gone.id);
  for (const { token } of [draft, paid, gone]) await markInvoiceViewed(world, token);
  const seen = await world.db.invoice.count({ where: { storeId: live.storeId, viewedAt: { not: null } } });
  expect(seen).toBe(2);
  const opened = await readInvoice(world, live, draft.id);
  expect(invoiceStatusOf(opened, world.clock.now())).toBe("viewed");
  expect(opened).toMatchObject({ sentAt: null, issuedOn: new Date("2026-03-02") });
  expect(await eventsOf(live, draft.id)).toEqual(["invoice.viewed"]);
});

test("cancelling is told once, again changes nothing, and a paid one is refused with invoice_paid", async () => {
  const { live } = await testStore(world);
  const sent = await testInvoice(world, live);
  const first = await cancelInvoice(world, live, sent.id);
  const later = testWorld();
  later.clock.advance(hourMs);
  expect((await cancelInvoice(later, live, sent.id)).cancelledAt).toEqual(first.cancelledAt);
  expect(await eventsOf(live, sent.id)).toEqual(["invoice.sent", "invoice.cancelled"]);
  const paid = await testInvoice(world, live);
  await testPaid(world, paid, paid.totalMinor);
  await expect(cancelInvoice(world, live, paid.id)).rejects.toThrow(new Refusal("invoice_paid"));
});

test("a part-paid invoice that is cancelled keeps its money and asks about a refund", async () => {
  const { live } = await testStore(world);
  const sent = await testInvoice(world, live);
  await testPaid(world, sent, 20_000n);
  expect(await cancelInvoice(world, live, sent.id)).toMatchObject({ paidMinor: 20_000n });
  const task = await world.db.task.findFirst({ where: { storeId: live.storeId } });
  expect(task).toMatchObject({
    kind: "cancelled_invoice_was_part_paid",
    subject: `invoice/${sent.id}`,
    details: { number: "INV-000001", paid: "UGX 20000" },
  });
});

test("whoever may only look can neither make nor cancel an invoice", async () => {
  const { live, owner } = await testStore(world);
  const viewer = { ...live, userId: owner.id, role: "viewer" as const };
  await expect(testDraft(world, viewer)).rejects.toBeInstanceOf(NotAllowed);
  const sent = await testInvoice(world, live);
  await expect(cancelInvoice(world, viewer, sent.id)).rejects.toBeInstanceOf(NotAllowed);
});

test("an invoice becomes overdue by itself the day after it was due, and that is told once, at that instant", async () => {
  const { live } = await testStore(world);
  const sent = await testInvoice(world, live, { due_on: "2026-03-03" });
  await testInvoice(world, live);
  const later = testWorld();
  later.clock.set(new Date("2026-03-03T20:59:59Z"));
  await publishOverdueInvoices(later);
  expect(await eventsOf(live, sent.id)).toEqual(["invoice.sent"]);
  expect(invoiceStatusOf(await readInvoice(world, live, sent.id), later.clock.now())).toBe("sent");
  later.clock.set(new Date("2026-03-05T08:00:00Z"));
  await Promise.all([publishOverdueInvoices(later), publishOverdueInvoices(later)]);
  await publishOverdueInvoices(later);
  expect(await eventsOf(live, sent.id)).toEqual(["invoice.sent", "invoice.overdue"]);
  const event = await world.db.event.findFirstOrThrow({
    where: { storeId: live.storeId, type: "invoice.overdue" },
  });
  // Midnight in Kampala.
  expect(event.occurredAt).toEqual(new Date("2026-03-03T21:00:00Z"));
  expect(JSON.parse(event.payload).data).toMatchObject({
    object: "invoice",
    status: "overdue",
    balance: 50_000,
  });
});

test("the clock looks again at nine on the due day, or only at midnight after it when reminders are off", async () => {
  const { live } = await testStore(world);
  const sent = await testInvoice(world, live, { due_on: "2026-03-04" });
  expect(sent.nextDueAt).toEqual(new Date("2026-03-04T06:00:00Z"));
  const off = await switchReminders(world, live, sent.id, false);
  expect(off).toMatchObject({ sendsReminders: false, nextDueAt: new Date("2026-03-04T21:00:00Z") });
  expect((await switchReminders(world, live, sent.id, true)).nextDueAt).toEqual(sent.nextDueAt);
  expect((await cancelInvoice(world, live, sent.id)).nextDueAt).toBeNull();
});

test("the list by status finds exactly the invoices that have that status, whatever their dates and money", async () => {
  const shop = await testStore(world, { store: { timeZone: "Africa/Kampala" } });
  await manyInvoices(shop);
  const moments = [0, 9, 11, 12, 40].map((hours) => new Date(world.clock.now().getTime() + hours * hourMs));
  for (const now of moments) {
    const then = testWorld();
    then.clock.set(now);
    const { rows, total } = await listInvoices(then, shop.live, {}, page);
    expect(total).toBe(90);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => b - a));
    for (const status of invoiceStatuses) {
      const found = await listInvoices(then, shop.live, { status }, page);
      const wanted = rows.filter((row) => invoiceStatusOf(row, now) === status);
      expect([status, found.rows.map(({ id }) => id)]).toEqual([status, wanted.map(({ id }) => id)]);
    }
  }
});

test("the list filters by e-mail, customer, number and time of making", async () => {
  const { live } = await testStore(world);
  const first = await testDraft(world, live, { customer_email: "a@example.com" });
  const later = testWorld();
  later.clock.advance(hourMs);
  const second = await testDraft(later, live, { customer_email: "b@example.com" });
  const ids = async (filters: InvoiceFilters) =>
    (await listInvoices(world, live, filters, page)).rows.map(({ id }) => id);
  expect(await ids({ email: "a@example.com" })).toEqual([first.id]);
  expect(await ids({ customerId: second.customerId ?? 0 })).toEqual([second.id]);
  expect(await ids({ number: "INV-000002" })).toEqual([second.id]);
  expect(await ids({ createdAfter: second.createdAt })).toEqual([second.id]);
  expect(await ids({ createdBefore: second.createdAt })).toEqual([first.id]);
});

/** Ninety invoices with any mixture of what decides the status. Written as rows: no verb leads to all of them. */
async function manyInvoices(shop: TestStore): Promise<void> {
  const now = world.clock.now();
  const date = fc.option(fc.constantFrom(now), { nil: null });
  const facts = fc.record({
    paidMinor: fc.constantFrom(0n, 0n, 40n, 100n),
    dueOn: fc.constantFrom(null, "2026-03-01", "2026-03-02", "2026-03-03"),
    sentAt: fc.constantFrom(now, now, null),
    viewedAt: date,
    cancelledAt: fc.constantFrom(null, null, null, now),
  });
  const samples = fc.sample(facts, { numRuns: 90, seed: 7 });
  for (const [index, { dueOn, ...fact }] of samples.entries())
    await world.db.invoice.create({
      data: {
        ...fact,
        dueOn: dueOn === null ? null : new Date(`${dueOn}T00:00:00Z`),
        storeId: shop.store.id,
        accountId: shop.accountId,
        token: Buffer.from(world.random.bytes(11)).toString("hex"),
        number: `INV-${index}`,
        customerName: "Any",
        currency: "UGX",
        subtotalMinor: 100n,
        totalMinor: 100n,
        createdAt: now,
        updatedAt: now,
      },
    });
}
