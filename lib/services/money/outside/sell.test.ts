import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardLanguages, languageCodes } from "@/lib/domain/languages";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { readOrder } from "@/lib/services/billing/orders/read";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { listCustomers } from "@/lib/services/people/customers/list";
import { checkLedger } from "@/lib/testing/check-ledger";
import { sellingStore } from "@/lib/testing/money";
import { takers } from "@/lib/testing/outbox";
import { product } from "@/lib/testing/products";
import { type TestWorld, testWorld } from "@/lib/testing/world";
import { nameIn } from "@/lib/text/words";
import { undoPayment } from "./record";
import { type CounterSale, sellAtCounter } from "./sell";

let world: TestWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  world = testWorld(takers());
  shop = await sellingStore(world);
});
// Whatever a test did, the books are right after it, and the wallet has nothing of it.
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
  const nothing = { pendingMinor: 0n, availableMinor: 0n, suspenseMinor: 0n, refundInFlightMinor: 0n };
  expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject(nothing);
});

const nobody = { name: "", email: "", phone: "" };
function sale(more: Partial<CounterSale> = {}): CounterSale {
  return {
    id: randomUUID(),
    lines: [{ name: "", quantity: "", price: "2500" }],
    customer: nobody,
    ...{ method: "cash", reference: "" },
    ...more,
  };
}
const sell = (more: Partial<CounterSale> = {}) => sellAtCounter(world, shop.seller, sale(more));
const problems = async (more: Partial<CounterSale>) => {
  const error = await sell(more).catch((thrown: unknown) => thrown);
  if (!(error instanceof Invalid)) throw error;
  return Object.fromEntries(Object.entries(error.errors).map(([name, [first]]) => [name, first?.code]));
};

test("a sale is an order that is paid at once, with nothing to hand over, as the seller's own money", async () => {
  const kettle = await product(world, shop, { name: "Kettle", kind: "physical" });
  const { orderId } = await sell({
    lines: [
      { name: "Kettle", quantity: "2", price: "5000" },
      { name: "Carrying it home", quantity: "", price: "1000" },
    ],
    customer: { name: "Amina", email: "", phone: "0772 123 789" },
    ...{ method: "bank", reference: "TJ7K2" },
  });
  expect(await readOrder(world, shop.live, orderId)).toMatchObject({
    ...{ paymentStatus: "paid", orderStatus: "completed", fulfillmentStatus: "fulfilled", source: "manual" },
    ...{ paymentMethod: "bank", totalMinor: 11_000n, feeMinor: 0n, netMinor: 11_000n },
    customer: { name: "Amina", phone: "+256772123789", prospect: false },
    items: [
      { productId: kettle.id, name: "Kettle", quantity: 2, totalMinor: 10_000n },
      { productId: null, name: "Carrying it home", quantity: 1, totalMinor: 1_000n },
    ],
  });
  const attempt = await world.db.paymentAttempt.findFirstOrThrow({ where: { orderId } });
  expect(attempt).toMatchObject({ rail: "outside", status: "succeeded", receipt: "TJ7K2" });
  const events = await world.db.event.findMany({ where: { storeId: shop.store.id } });
  expect(events.map(({ type }) => type).sort()).toEqual(["customer.created", "order.paid"]);
  const [receipt] = await world.db.message.findMany({ where: { storeId: shop.store.id } });
  expect(receipt).toMatchObject({ template: "receipt_order", recipient: "+256772123789" });
  await undoPayment(world, shop.seller, { orderId, reason: "Typed twice" });
});

test("pressed twice, or five times at once, it is one sale", async () => {
  const once = sale();
  const pressed = await Promise.all(Array.from({ length: 5 }, () => sellAtCounter(world, shop.seller, once)));
  expect(new Set(pressed.map(({ orderId }) => orderId)).size).toBe(1);
  expect(pressed.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(1);
  // The form of another store's sale.
  const other = await sellingStore(world);
  await expect(sellAtCounter(world, other.seller, once)).rejects.toThrow(/form_incomplete/);
});

test("buyers whom nobody named are one customer of the store, until it gets a contact", async () => {
  const buyers = [];
  for (const { orderId } of await Promise.all([sell(), sell(), sell()]))
    buyers.push((await readOrder(world, shop.live, orderId)).customer);
  expect(new Set(buyers.map(({ id }) => id)).size).toBe(1);
  expect(buyers[0]).toMatchObject({ name: "Walk-in customer", email: null, phone: null });
  const id = Number(buyers[0]?.id);
  await world.db.customer.update({ where: { id }, data: { phone: "+256772555001" } });
  const { orderId } = await sell();
  expect((await readOrder(world, shop.live, orderId)).customer.id).not.toBe(id);
});

test("what nobody typed is stored in one language, and said in the reader's", async () => {
  const { orderId } = await sell();
  const { items, customer } = await readOrder(world, shop.live, orderId);
  expect([items[0]?.name, customer.name]).toEqual(["Counter sale", "Walk-in customer"]);
  const said = languageCodes.map((language) => [
    nameIn(language, "Counter sale"),
    nameIn(language, customer.name),
  ]);
  expect(new Set(said.flat()).size).toBe(2 * languageCodes.length);
  // Such rows were stored in the language of whoever sold, once.
  for (const [line, buyer] of said.filter((_said, at) =>
    dashboardLanguages.includes(languageCodes[at] ?? "en"),
  ))
    expect([nameIn("ha", String(line)), nameIn("ha", String(buyer))]).toEqual(
      said[languageCodes.indexOf("ha")],
    );
  expect(nameIn("fr", "Amina Okello")).toBe("Amina Okello");
});

test("a buyer who is known by phone or e-mail stays the same customer", async () => {
  const first = await sell({ customer: { ...nobody, phone: "0772123789" } });
  const second = await sell({ customer: { name: "Somebody", email: "", phone: "+256 772 123 789" } });
  const [one, two] = [
    await readOrder(world, shop.live, first.orderId),
    await readOrder(world, shop.live, second.orderId),
  ];
  expect(two.customer).toEqual(one.customer);
  expect((await listCustomers(world, shop.live, {}, { skip: 0, take: 10 })).total).toBe(1);
});

test("what cannot be sold is told line by line, and nothing is written", async () => {
  await product(world, shop, { name: "Gym", kind: "subscription", interval: "month" });
  expect(await problems({ lines: [] })).toEqual({ "lines.0.price": "sale_empty" });
  expect(
    await problems({
      lines: [
        { name: "Gym", quantity: "1", price: "5000" },
        { name: "Rope", quantity: "1.5", price: "" },
        { name: "Bar", quantity: "1000", price: "0" },
        { name: "x".repeat(256), quantity: "0", price: "12.5" },
      ],
      customer: { name: "", email: "amina", phone: "12" },
      ...{ method: "cheque", reference: "x".repeat(101) },
    }),
  ).toMatchObject({
    "lines.0.name": "sale_subscription",
    ...{ "lines.1.quantity": "sale_quantity", "lines.1.price": "amount_like" },
    ...{ "lines.2.quantity": "sale_quantity", "lines.2.price": "amount_above_zero" },
    ...{ "lines.3.quantity": "sale_quantity", "lines.3.price": "small_part" },
    "lines.3.name": expect.any(String),
    ...{ customerEmail: "email", customerPhone: expect.any(String) },
    ...{ method: "method_missing", reference: expect.any(String) },
  });
  const most = { name: "Gold", quantity: "999", price: "99999999999" };
  expect(await problems({ lines: [most, most] })).toEqual({ "lines.0.price": "amount_too_large" });
  expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(0);
  expect((await world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } })).nextOrderNumber).toBe(1);
});

test("a phone is asked for all of it at once, one prompt for one number; nothing is paid until it answers", async () => {
  const lines = [
    { name: "Kettle", quantity: "2", price: "5000" },
    { name: "", quantity: "", price: "500" },
  ];
  const customer = { ...nobody, phone: "0772 123 789" };
  const once = sale({ lines, customer, method: "mobile_money" });
  const pressed = await Promise.all([1, 2].map(() => sellAtCounter(world, shop.seller, once)));
  expect(new Set(pressed.map(({ orderId }) => orderId)).size).toBe(1);
  const order = await readOrder(world, shop.live, Number(pressed[0]?.orderId));
  expect(order).toMatchObject({ source: "manual", paymentStatus: "pending", totalMinor: 10_500n });
  expect(order.items.map(({ quantity, totalMinor }) => [quantity, totalMinor])).toEqual([
    [2, 10_000n],
    [1, 500n],
  ]);
  const { id } = await world.db.paymentAttempt.findFirstOrThrow({ where: { orderId: order.id } });
  expect(id).toBe(once.id);
  expect(await problems({ customer, method: "mobile_money" })).toEqual({ customerPhone: "prompt_open" });
  expect(await problems({ method: "mobile_money" })).toEqual({ customerPhone: "phone_missing" });
});

test("it is for owners and admins, and for live money alone", async () => {
  for (const role of ["support", "developer", "viewer"] as const)
    await expect(sellAtCounter(world, { ...shop.seller, role }, sale())).rejects.toThrow(NotAllowed);
  const test = { ...shop.seller, livemode: false };
  await expect(sellAtCounter(world, test, sale())).rejects.toThrow(NotFound);
});
