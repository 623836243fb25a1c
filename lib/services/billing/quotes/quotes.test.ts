import { beforeEach, expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { listInvoices } from "@/lib/services/billing/invoices/read";
import { testQuote } from "@/lib/testing/invoices";
import { takers } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { answerQuote, invoiceQuote, sendQuote, withdrawQuote } from "./answer";
import { readQuote, statusOfQuote } from "./quotes";

let world: TestWorld;
let shop: TestStore;
beforeEach(async () => {
  world = testWorld(takers());
  shop = await testStore(world);
});

const yes = { accepts: true as const, name: "Amina Okello" };
const no = { accepts: false as const };
const invoicesOf = () => world.db.invoice.findMany({ where: { storeId: shop.store.id } });
const eventTypes = async () =>
  (await world.db.event.findMany({ where: { storeId: shop.store.id }, orderBy: { createdAt: "asc" } }))
    .map(({ type }) => type)
    .sort();
const statusNow = async (id: number) =>
  statusOfQuote(await readQuote(world, shop.live, id), world.clock.now());
const refused = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof Invalid ? Object.keys(error.errors) : error;
};

test("until it is accepted there is no invoice, event or customer of it; then there is one, due from that day", async () => {
  const { id, token, number } = await testQuote(world, shop.live, {
    ...{ customer_email: "amina@example.com", tax_rate: 18, dueDays: 14 },
  });
  expect(number).toBe("QUO-000001");
  await sendQuote(world, shop.live, id, ["email"]);
  expect((await listInvoices(world, shop.live, {}, { skip: 0, take: 10 })).total).toBe(0);
  expect(await world.db.customer.count({ where: { accountId: shop.accountId } })).toBe(0);
  expect(await world.db.event.count({ where: { storeId: shop.store.id } })).toBe(0);
  world.clock.advance(3 * 24 * 60 * 60_000);
  expect(await answerQuote(world, token, yes)).toMatchObject({ did: "accepted" });
  const [invoice, ...others] = await invoicesOf();
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    ...{ number: "INV-000001", totalMinor: 59_000n, customerEmail: "amina@example.com" },
    // Its customer holds it, so it is no draft that could still be changed.
    ...{ dueOn: new Date("2026-03-19T00:00:00Z"), sentAt: world.clock.now() },
  });
  expect(await eventTypes()).toEqual(["customer.created", "invoice.sent"]);
  expect(await readQuote(world, shop.live, id)).toMatchObject({
    ...{ acceptedBy: "Amina Okello", invoice: { id: invoice?.id } },
  });
  const alerts = await world.db.alert.findMany({ where: { storeId: shop.store.id } });
  expect(alerts.map(({ kind }) => kind)).toEqual(["alert_quote_accepted"]);
});

test("however many press at once, a quote gets one answer, and one invoice", async () => {
  const { id, token } = await testQuote(world, shop.live);
  const all = await Promise.all([
    ...[yes, no, yes, no, yes].map((answer) => answerQuote(world, token, answer)),
    ...[1, 2].map(() => invoiceQuote(world, shop.live, id).catch((error: unknown) => error)),
    withdrawQuote(world, shop.live, id).catch((error: unknown) => error),
  ]);
  const answers = all.slice(0, 5).map((answer) => (answer as { did: string }).did);
  expect(answers.filter((did) => did !== "over").length).toBeLessThanOrEqual(1);
  const invoices = await invoicesOf();
  expect(invoices.length).toBeLessThanOrEqual(1);
  const status = await statusNow(id);
  const isInvoiced = status === "accepted" || status === "invoiced";
  expect(invoices).toHaveLength(isInvoiced ? 1 : 0);
  expect((await readQuote(world, shop.live, id)).invoiceId).toBe(invoices[0]?.id ?? null);
});

test("five who accept at once make one invoice", async () => {
  const { token } = await testQuote(world, shop.live);
  const all = await Promise.all(Array.from({ length: 5 }, () => answerQuote(world, token, yes)));
  expect(all.map((answer) => answer?.did).sort()).toEqual(["accepted", "over", "over", "over", "over"]);
  expect(await invoicesOf()).toHaveLength(1);
});

test("it ends at the end of its last day in the store's zone; its seller may still make the invoice", async () => {
  const { id, token } = await testQuote(world, shop.live, { validUntil: "2026-03-04" });
  // 23:59 in Kampala.
  world.clock.set(new Date("2026-03-04T20:59:00Z"));
  expect(await statusNow(id)).toBe("draft");
  world.clock.set(new Date("2026-03-04T21:00:00Z"));
  expect(await statusNow(id)).toBe("expired");
  expect(await answerQuote(world, token, yes)).toEqual({ did: "over" });
  expect(await refused(sendQuote(world, shop.live, id, ["email"]))).toEqual(["channels"]);
  await invoiceQuote(world, shop.live, id);
  await invoiceQuote(world, shop.live, id);
  expect(await invoicesOf()).toHaveLength(1);
  expect(await statusNow(id)).toBe("invoiced");
});

test("withdrawn or declined it cannot be accepted; an acceptance needs a name; a suspended store takes none", async () => {
  const [withdrawn, declined, open] = [
    await testQuote(world, shop.live),
    await testQuote(world, shop.live),
    await testQuote(world, shop.live),
  ];
  await withdrawQuote(world, shop.live, withdrawn.id);
  expect(await answerQuote(world, declined.token, no)).toMatchObject({ did: "declined" });
  for (const { token } of [withdrawn, declined])
    expect(await answerQuote(world, token, yes)).toEqual({ did: "over" });
  expect(await refused(invoiceQuote(world, shop.live, withdrawn.id))).toEqual(["form"]);
  for (const name of ["", "  ", "two\nlines", "x".repeat(256)])
    expect(await answerQuote(world, open.token, { accepts: true, name })).toEqual({ did: "name" });
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  expect(await answerQuote(world, open.token, yes)).toEqual({ did: "over" });
  expect(await answerQuote(world, "nothing", yes)).toBeNull();
  expect(await invoicesOf()).toEqual([]);
});

test("it is refused like an invoice, and belongs to its store alone", async () => {
  expect(await refused(testQuote(world, shop.live, { discount: 60_000 }))).toEqual(["discount"]);
  expect(await refused(testQuote(world, shop.live, { validUntil: "2026-03-01" }))).toEqual(["validUntil"]);
  const { id } = await testQuote(world, shop.live);
  const other = await testStore(world);
  await expect(readQuote(world, other.live, id)).rejects.toThrow();
  await expect(invoiceQuote(world, other.live, id)).rejects.toThrow();
  await expect(withdrawQuote(world, { ...shop.live, role: "viewer" }, id)).rejects.toThrow();
  expect(await refused(sendQuote(world, shop.live, id, ["sms"]))).toEqual(["channels"]);
});

test("sent, the link goes by mail in the words of a quote; pressed twice, once", async () => {
  const { id, token } = await testQuote(world, shop.live, { customer_email: "amina@example.com" });
  await Promise.all([1, 2].map(() => sendQuote(world, shop.live, id, ["email"])));
  const messages = await world.db.message.findMany({ where: { objectId: `quote/${id}` } });
  expect(messages).toMatchObject([{ template: "quote_sent", recipient: "amina@example.com" }]);
  expect(messages[0]?.body).toContain(`/quote/${token}`);
  expect(await statusNow(id)).toBe("sent");
});
