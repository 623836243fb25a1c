import { describe, expect, test } from "vitest";
import type { PaymentLinkRow } from "@/lib/db/rows";
import type { Money } from "@/lib/domain/money";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { paymentLink } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";
import { readAttempt } from "../settlement/read-attempt";

const { world, shop } = await openShop(testStore);

const hour = 3_600_000;

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

interface Typed {
  amount?: string | null;
  answer?: string | null;
  phone?: string;
  email?: string;
}

function payLink(link: PaymentLinkRow, { amount = null, answer = null, ...input }: Typed = {}) {
  return press(world, shop, { for: { kind: "payment_link", linkId: link.id, amount, answer }, ...input });
}

const read = (link: PaymentLinkRow) => world.db.paymentLink.findUniqueOrThrow({ where: { id: link.id } });
const orders = () =>
  world.db.order.findMany({
    where: { storeId: shop.store.id },
    include: { items: true },
    orderBy: { id: "asc" },
  });
const tasks = async () =>
  (await world.db.task.findMany({ where: { storeId: shop.store.id } })).map(({ kind }) => kind);
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
  ).map(({ type, objectId, sequence }) => `${type} ${objectId.replace(/\d+/, "n")} ${sequence}`);

describe("a payment to a link", () => {
  test("is an order of the link, counted once, with its answer", async () => {
    const link = await paymentLink(world, shop, { customQuestion: "Which class?" });
    const { token } = await payLink(link, { answer: " Tuesday\u0007class " });
    expect(await read(link)).toMatchObject({ slotsReserved: 1, paymentsCount: 0 });
    await pass(5_000);
    expect(await readAttempt(world, token)).toMatchObject({ state: "paid", link: { id: link.id } });
    expect(await orders()).toMatchObject([
      {
        source: "payment_link",
        paymentLinkId: link.id,
        answer: "Tuesday class",
        paymentStatus: "paid",
        orderStatus: "completed",
        fulfillmentStatus: "fulfilled",
        holdsSlot: true,
        items: [{ name: "Swimming lessons", productId: null, quantity: 1 }],
      },
    ]);
    expect(await read(link)).toMatchObject({ slotsReserved: 1, paymentsCount: 1, totalPaidMinor: 20_000n });
    expect(await told()).toEqual(["order.paid order/n 1"]);
  });

  test("counts what was asked, not the charges that its payer bears", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });
    const link = await paymentLink(world, shop);
    await payLink(link);
    await pass(5_000);
    expect(await orders()).toMatchObject([{ totalMinor: 20_300n, netMinor: 20_000n }]);
    expect(await read(link)).toMatchObject({ totalPaidMinor: 20_000n });
  });

  test("of any amount is what was typed; a suggestion is none", async () => {
    const link = await paymentLink(world, shop, { amountType: "custom", minAmountMinor: 1_000n });
    await payLink(link, { amount: "UGX 12,500" });
    expect(await orders()).toMatchObject([{ totalMinor: 12_500n }]);
  });

  test.each<[string | null, string, Record<string, string | Money>?]>([
    [null, "amount_missing"],
    ["  ", "amount_missing"],
    ["lots", "amount_unreadable"],
    ["0", "amount_too_small", { min: { minor: 1_000n, currency: "UGX" } }],
    ["999", "amount_too_small", { min: { minor: 1_000n, currency: "UGX" } }],
    ["10.5", "amount_too_many_decimals", { currency: "UGX", decimals: "0" }],
    ["99999999999999999999", "amount_too_large", { max: { minor: 10_000_000_000_000n, currency: "UGX" } }],
  ])("of %j is refused as %s", async (amount, code, values) => {
    const link = await paymentLink(world, shop, { amountType: "custom", minAmountMinor: 1_000n });
    await expect(payLink(link, { amount })).rejects.toMatchObject({
      problems: [{ field: "amount", code, ...(values ? { values } : {}) }],
    });
    expect(await orders()).toEqual([]);
    expect(await read(link)).toMatchObject({ slotsReserved: 0 });
  });

  test("needs an answer and an e-mail address where the link asks for them", async () => {
    const link = await paymentLink(world, shop, { customQuestion: "Which class?", collectEmail: true });
    await expect(payLink(link)).rejects.toMatchObject({
      problems: [
        { field: "answer", code: "answer_missing" },
        { field: "email", code: "email_missing" },
      ],
    });
    await expect(payLink(link, { answer: "x".repeat(501), email: "a@example.com" })).rejects.toMatchObject({
      problems: [{ field: "answer", code: "answer_too_long", values: { max: "500" } }],
    });
    await payLink(link, { answer: "Tuesday", email: "a@example.com" });
  });

  test.each([
    ["deleted", { deletedAt: new Date("2026-01-01T00:00:00Z") }],
    ["expired", { expiresAt: new Date("2026-01-01T00:00:00Z") }],
    ["paused", { isActive: false }],
  ])("to one that is %s is refused and says so", async (reason, more) => {
    const link = await paymentLink(world, shop, more);
    await expect(payLink(link)).rejects.toMatchObject({ code: "link_closed", reason });
    expect(await orders()).toEqual([]);
  });

  test.each([
    ["completed", { maxPayments: 2 }, ["0772 124 789", "0772 125 789"]],
    ["completed", { isReusable: false }, ["0772 124 789"]],
    ["places_taken", { maxPayments: 2 }, ["0772 124 789", "0772 125 129"]],
  ])("to one that is %s by other payers is refused and says so", async (reason, more, phones) => {
    const link = await paymentLink(world, shop, more);
    for (const phone of phones) await payLink(link, { phone });
    await pass(5_000);
    await expect(payLink(link)).rejects.toMatchObject({ code: "link_closed", reason });
    expect(await orders()).toHaveLength(phones.length);
  });

  test("is honoured when it began before the link was paused, expired or deleted", async () => {
    const link = await paymentLink(world, shop);
    await payLink(link);
    const data = { isActive: false, expiresAt: world.clock.now(), deletedAt: world.clock.now() };
    await world.db.paymentLink.update({ where: { id: link.id }, data });
    await pass(5_000);
    expect(await orders()).toMatchObject([{ paymentStatus: "paid" }]);
    expect(await read(link)).toMatchObject({ paymentsCount: 1 });
  });
});

describe("the places of a limited link", () => {
  test("twenty payers at once get exactly the two that there are", async () => {
    const link = await paymentLink(world, shop, { maxPayments: 2 });
    const phones = Array.from({ length: 20 }, (_, index) => `0772 ${100 + index} 789`);
    const results = await Promise.allSettled(phones.map((phone) => payLink(link, { phone })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "link_closed" });
    expect(await read(link)).toMatchObject({ slotsReserved: 2 });
    await pass(5_000);
    expect(await read(link)).toMatchObject({ slotsReserved: 2, paymentsCount: 2 });
    expect(await told()).toContain("payment_link.completed payment_link/n 1");
    await expect(payLink(link)).rejects.toMatchObject({ code: "link_closed", reason: "completed" });
  });

  test("pressing again holds one place, also in another tab", async () => {
    const link = await paymentLink(world, shop, { isReusable: false });
    const [first, second] = [await payLink(link), await payLink(link)];
    expect(second).toEqual({ ...first, isNew: false });
    expect(await read(link)).toMatchObject({ slotsReserved: 1 });
  });

  test("a failure gives its place back, and trying again takes one anew", async () => {
    const link = await paymentLink(world, shop, { isReusable: false });
    await payLink(link, { phone: "0772 123 139" });
    await pass(10_000);
    expect(await read(link)).toMatchObject({ slotsReserved: 0 });
    expect(await orders()).toMatchObject([{ paymentStatus: "failed", holdsSlot: false }]);
    await payLink(link, { phone: "0772 123 139" });
    expect(await orders()).toHaveLength(1);
    expect(await read(link)).toMatchObject({ slotsReserved: 1 });
    await expect(payLink(link, { phone: "0772 124 789" })).rejects.toMatchObject({ reason: "places_taken" });
  });

  test("what nobody hears of holds its place for 72 hours and not longer", async () => {
    const link = await paymentLink(world, shop, { isReusable: false });
    await payLink(link, { phone: "0772 123 129" });
    await pass(71 * hour);
    await expireOrders(world);
    expect(await read(link)).toMatchObject({ slotsReserved: 1 });
    for (let count = 0; count < 3; count += 1) await pass(hour);
    await expireOrders(world);
    expect(await read(link)).toMatchObject({ slotsReserved: 0 });
    expect(await orders()).toMatchObject([{ paymentStatus: "expired", holdsSlot: false }]);
  });

  test("a late success takes a place anew, is counted over the limit, and a person is told", async () => {
    const link = await paymentLink(world, shop, { isReusable: false });
    const late = await payLink(link, { phone: "0772 123 139" });
    await pass(10_000);
    await payLink(link, { phone: "0772 124 789" });
    await pass(5_000);
    expect(await read(link)).toMatchObject({ slotsReserved: 1, paymentsCount: 1 });
    await world.sandbox.controls.resolve(late.id, { word: "succeeded" });
    await world.sandbox.controls.deliverCallback(late.id, { times: 1, order: "planned" });
    await world.settled();
    expect(await read(link)).toMatchObject({ slotsReserved: 2, paymentsCount: 2 });
    expect(await tasks()).toContain("link_over_limit");
    expect((await told()).filter((line) => line.startsWith("payment_link"))).toHaveLength(1);
  });
});

test("an amount with cents that no wallet pays is taken by a card, and a payer with a phone is told why not", async () => {
  const kenya = await testStore(world, { store: { country: "KE", currency: "KES" } });
  const { id } = await paymentLink(world, kenya, { amountMinor: 110n, currency: "KES" });
  const paymentFor = { kind: "payment_link" as const, linkId: id, amount: null, answer: null };
  await expect(press(world, kenya, { for: paymentFor, phone: "0712 345 678" })).rejects.toMatchObject({
    problems: [{ code: "network_whole_amounts" }],
  });
  const byCard = { for: paymentFor, method: "card" as const, phone: "", email: "ann@example.com" };
  expect(await press(world, kenya, byCard)).toMatchObject({ isNew: true });
});
