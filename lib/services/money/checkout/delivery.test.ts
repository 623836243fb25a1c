import { expect, test } from "vitest";
import { readDeliveries } from "@/lib/services/billing/orders/downloads";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";
import { readAttemptPage } from "./pages/read-attempt-page";
import type { DeliveryInput } from "./purchase";

const { world, shop } = await openShop(testStore);

const dayMs = 24 * 60 * 60_000;
const browser = "thepayersownbrowser000";
const there = { place: "Kisementi, the blue gate\r\nbehind the church", contact: null };
const home = {
  name: "Amina Okello",
  phone: "+256772123789",
  place: "Kisementi, the blue gate\nbehind the church",
};

const jar = () => product(world, shop, { kind: "physical", asksPlace: true });
const buy = (productId: number, delivery?: DeliveryInput, more = {}) =>
  press(world, shop, {
    for: { kind: "product", productId, quantity: 1, ...(delivery && { delivery }) },
    name: "Amina Okello",
    ...more,
  });

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

async function kept() {
  const orders = await world.db.order.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
  const found = await readDeliveries(
    world,
    shop.live,
    orders.map(({ id }) => id),
  );
  return orders.map(({ id }) => found.get(id));
}

test("where to bring it is kept with the order, sealed; the phone that pays serves where no other is given", async () => {
  await buy((await jar()).id, there);
  expect(await kept()).toEqual([home]);
  const [row] = await world.db.orderDelivery.findMany({ where: { storeId: shop.store.id } });
  expect(Buffer.from(row?.sealed ?? []).toString("latin1")).not.toMatch(/Amina|772123789|Kisementi/);
});

test("it is its own store's alone", async () => {
  await buy((await jar()).id, there);
  const [order] = await world.db.order.findMany({ where: { storeId: shop.store.id } });
  const other = await testStore(world);
  expect(await readDeliveries(world, other.live, [order?.id ?? 0])).toEqual(new Map());
  expect(await readDeliveries(world, shop.test, [order?.id ?? 0])).toEqual(new Map());
});

test("another phone for the delivery is kept, and the customer's stays the one that pays", async () => {
  await buy((await jar()).id, { ...there, contact: "0701 555 444" });
  expect(await kept()).toEqual([{ ...home, phone: "+256701555444" }]);
  const customers = await world.db.customer.findMany({
    where: { accountId: shop.accountId, livemode: true },
  });
  expect(customers.map(({ phone }) => phone)).toContain("+256772123789");
});

test.each<[string, DeliveryInput | undefined, object, object[]]>([
  ["nothing said", undefined, {}, [{ field: "place", code: "place_missing" }]],
  ["spaces only", { place: " \r\n ", contact: null }, {}, [{ field: "place", code: "place_missing" }]],
  [
    "201 characters",
    { place: "x".repeat(201), contact: null },
    {},
    [{ field: "place", code: "place_too_long", values: { max: "200" } }],
  ],
  ["no name", there, { name: "" }, [{ field: "name", code: "name_missing" }]],
  [
    "a phone that is none",
    { ...there, contact: "12" },
    {},
    [{ field: "contact", code: "phone_too_short", values: { country: "UG", example: expect.any(String) } }],
  ],
  ["a card and no phone", there, { method: "card" }, [{ field: "contact", code: "contact_missing" }]],
])("%s is refused on its field, and nothing is written", async (_, delivery, more, problems) => {
  const { id } = await jar();
  await expect(buy(id, delivery, more)).rejects.toMatchObject({ problems });
  expect(await kept()).toEqual([]);
});

test("all of it is said at once, with what else is wrong", async () => {
  const { id } = await jar();
  const wrong = press(world, shop, { for: { kind: "product", productId: id, quantity: 0 }, method: "card" });
  await expect(wrong).rejects.toMatchObject({
    problems: [
      { field: "quantity", code: "quantity_unreadable" },
      { field: "name", code: "name_missing" },
      { field: "contact", code: "contact_missing" },
      { field: "place", code: "place_missing" },
    ],
  });
});

test("200 characters fit, signs of two units too", async () => {
  await buy((await jar()).id, { place: "🏠".repeat(200), contact: null });
  expect(await kept()).toMatchObject([{ place: "🏠".repeat(200) }]);
});

test("a product that does not ask keeps nothing, whatever the form says", async () => {
  await buy((await product(world, shop, { kind: "physical" })).id, there);
  expect(await kept()).toEqual([undefined]);
});

test("what is said last counts: while the request is open, and when the order is taken up again", async () => {
  const { id } = await jar();
  const failing = { phone: "0772 123 139" };
  await buy(id, there, failing);
  await buy(id, { ...there, place: "The market" }, failing);
  expect(await kept()).toMatchObject([{ place: "The market" }]);
  await pass(10_000);
  await buy(id, { ...there, place: "The school" }, failing);
  expect(await kept()).toMatchObject([{ place: "The school" }]);
});

test("the page of the payment says it once paid, in the browser that paid and in no other", async () => {
  const { token } = await buy((await jar()).id, there);
  expect(await readAttemptPage(world, token, browser)).toMatchObject({ state: "waiting", delivery: null });
  await pass(5_000);
  expect(await readAttemptPage(world, token, browser)).toMatchObject({ state: "paid", delivery: home });
  expect(await readAttemptPage(world, token, "anotherbrowser00000000")).toMatchObject({ delivery: null });
  expect(await readAttemptPage(world, token, null)).toMatchObject({ delivery: null });
});

test("of what was never paid it goes after 90 days; of a paid order it stays", async () => {
  const { id } = await jar();
  await buy(id, there);
  await pass(5_000);
  await buy(id, there, { phone: "0772 123 139" });
  await pass(10_000);
  expect(await kept()).toEqual([home, { ...home, phone: "+256772123139" }]);
  world.clock.advance(89 * dayMs);
  await forgetOld(world);
  expect(await kept()).toMatchObject([{}, {}]);
  world.clock.advance(2 * dayMs);
  await forgetOld(world);
  expect(await kept()).toEqual([home, undefined]);
});

test("the database takes no such question of a product that nobody brings", async () => {
  await expect(product(world, shop, { kind: "service", asksPlace: true })).rejects.toThrow(
    /products_place_of_goods/,
  );
});
