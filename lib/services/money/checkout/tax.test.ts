import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { serializeOrder } from "@/lib/resources/order";
import { readOrder } from "@/lib/services/billing/orders/read";
import { changeTax } from "@/lib/services/catalog/stores/update-store";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { discount } from "@/lib/testing/discounts";
import { openShop } from "@/lib/testing/in-paying-world";
import { releaseAll } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { requestRefund } from "../out/refunds/request";
import { sellAtCounter } from "../outside/sell";
import { pollOpenAttempts } from "../settlement/poll";

const { world, shop } = await openShop(testStore);

const seller = () => ({ ...shop.live, userId: shop.owner.id, role: "owner" as const });
const vat = (rate = "16", from = "2026-01-01") => changeTax(world, seller(), { label: "VAT", rate, from });

async function settle(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

const orders = () =>
  world.db.order.findMany({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
    include: { items: { orderBy: { position: "asc" } }, customer: true },
  });
const taxes = async () =>
  (await orders()).map((order) => serializeOrder(order as never, "https://x", null).tax);
const buy = (productId: number, more = {}) =>
  press(world, shop, { for: { kind: "product", productId, quantity: 1 }, ...more });

test("an order says what of its price is the tax, in a currency without decimals too, and the total stays", async () => {
  await vat();
  await buy((await product(world, shop)).id);
  await settle();
  const [order] = await orders();
  expect(order).toMatchObject({ totalMinor: 5_000n, taxMinor: 690n, paymentStatus: "paid" });
  expect(await taxes()).toEqual([
    { label: "VAT", rate: 16, amount: 690, included: true, refunded_amount: 0 },
  ]);
  const event = await world.db.event.findFirstOrThrow({
    where: { storeId: shop.store.id, type: "order.paid" },
  });
  expect(JSON.parse(event.payload).data.tax).toEqual({
    label: "VAT",
    rate: 16,
    amount: 690,
    included: true,
    refunded_amount: 0,
  });
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("a rate that is changed later changes no order, and no order from before the first day says one", async () => {
  const { id } = await product(world, shop);
  const other = await product(world, shop);
  await vat("16", "2026-03-03");
  await buy(id);
  await settle();
  await vat("16", "2026-03-02");
  await buy(other.id, { phone: "0772 123 345" });
  await settle();
  await changeTax(world, seller(), { label: "TVA", rate: "7.5", from: "2026-03-02" });
  await buy((await product(world, shop)).id, { phone: "0772 123 445" });
  await settle();
  await changeTax(world, seller(), { label: "", rate: "", from: "" });
  expect(await taxes()).toEqual([
    null,
    { label: "VAT", rate: 16, amount: 690, included: true, refunded_amount: 0 },
    { label: "TVA", rate: 7.5, amount: 349, included: true, refunded_amount: 0 },
  ]);
});

test("charges that the buyer pays are no part of it", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });
  await vat();
  await buy((await product(world, shop)).id);
  const [order] = await orders();
  expect(order?.totalMinor).toBeGreaterThan(5_000n);
  expect(order).toMatchObject({ taxMinor: 690n, items: [{ taxedMinor: 5_000n }, { taxedMinor: 0n }] });
});

test("a mixed cart: only what has the tax counts", async () => {
  await vat();
  const free = await product(world, shop, { name: "Maize flour", isTaxFree: true });
  const lines = [
    { name: "Maize flour", quantity: "2", price: "3000" },
    { name: "Soap", quantity: "3", price: "333" },
  ];
  const { orderId } = await sellAtCounter(world, seller(), {
    ...{
      id: randomUUID(),
      lines,
      customer: { name: "", email: "", phone: "" },
      method: "cash",
      reference: "",
    },
  });
  const order = await readOrder(world, shop.live, orderId);
  expect(order.items[0]?.productId).toBe(free.id);
  // 999 × 16 / 116 = 137.79
  expect(order).toMatchObject({ totalMinor: 6_999n, taxMinor: 138n });
  await buy(free.id);
  expect((await taxes()).at(-1)).toBeNull();
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("a discount lowers it, and what costs nothing names none", async () => {
  await vat();
  const { id } = await product(world, shop);
  await discount(world, shop, { code: "TEN", type: "percent", percent: 10 });
  await discount(world, shop, { code: "ALL", type: "percent", percent: 100 });
  await buy(id, { code: "TEN" });
  await settle();
  expect((await orders()).at(-1)).toMatchObject({
    totalMinor: 4_500n,
    taxMinor: 621n,
    items: [{ taxedMinor: 4_500n }],
  });
  const free = { for: { kind: "product" as const, productId: id, quantity: 1 }, code: "ALL" };
  await press(world, shop, { ...free, phone: "0772 123 445" }).catch(() => null);
  expect((await orders()).at(-1)).toMatchObject({ totalMinor: 0n, paymentMethod: "free", taxLabel: null });
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("a payment link has it", async () => {
  await vat();
  const link = await paymentLink(world, shop);
  await press(world, shop, { for: { kind: "payment_link", linkId: link.id, amount: null, answer: null } });
  expect(await taxes()).toEqual([
    { label: "VAT", rate: 16, amount: 2759, included: true, refunded_amount: 0 },
  ]);
});

test("an order whose tax is not what its lines say is found", async () => {
  await vat();
  await buy((await product(world, shop)).id);
  const [order] = await orders();
  await world.db.order.update({ where: { id: order?.id ?? 0 }, data: { taxMinor: 691n } });
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([
    expect.stringMatching(/^57 The tax of an order is not what its lines say: ORD-/),
  ]);
  await world.db.order.update({ where: { id: order?.id ?? 0 }, data: { taxMinor: 690n } });
});

test.each([
  [{ label: "VAT", rate: "", from: "" }, ["rate", "from"]],
  [{ label: "", rate: "16", from: "2026-01-01" }, ["label"]],
  [{ label: "VAT", rate: "0", from: "2026-01-01" }, ["rate"]],
  [{ label: "VAT", rate: "50.1", from: "2026-01-01" }, ["rate"]],
  [{ label: "VAT", rate: "16", from: "2026-02-30" }, ["from"]],
  [{ label: "V".repeat(21), rate: "x", from: "today" }, ["label", "rate", "from"]],
])("%j is no tax", async (typed, fields) => {
  const error = await changeTax(world, seller(), typed).catch((thrown: { errors: object }) => thrown);
  expect(Object.keys((error as { errors: object }).errors)).toEqual(fields);
});

test("what of it went back with refunds is said, and all of it once all went back", async () => {
  await vat();
  await buy((await product(world, shop)).id);
  await settle();
  await releaseAll(world);
  const [order] = await orders();
  const parts = [];
  for (const amountMinor of [1_000n, 1_000n, 3_000n]) {
    const asked = { orderId: order?.id ?? 0, amountMinor, reason: "broken", requestKey: randomUUID() };
    await requestRefund(world, seller(), asked);
    await settle();
    const tax = (await taxes())[0];
    parts.push(tax?.refunded_amount);
    expect(tax?.amount).toBe(690);
  }
  expect(parts).toEqual([138, 276, 690]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("the receipt by e-mail says it, and what it is not; an SMS has no room", async () => {
  await vat();
  await buy((await product(world, shop)).id, { email: "achieng@example.com" });
  await settle();
  const sent = await world.db.message.findMany({ where: { storeId: shop.store.id } });
  const mail = sent.find(({ recipient }) => recipient === "achieng@example.com");
  expect(mail?.body).toMatch(/Of which VAT 16\s%: UGX\s690\./);
  expect(mail?.body).toContain("This receipt is not a URA EFRIS invoice. The seller issues it separately.");
  for (const { body } of sent.filter(({ channel }) => channel === "sms")) expect(body).not.toContain("VAT");
});
