import { expect, test } from "vitest";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";
import { readAttempt } from "../settlement/read-attempt";

const { world, shop } = await openShop(testStore);

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

const buy = (productId: number, quantity = 1, more = {}) =>
  press(world, shop, { for: { kind: "product", productId, quantity }, ...more });
const orders = () =>
  world.db.order.findMany({ where: { storeId: shop.store.id }, include: { items: true, customer: true } });

test("three of a product are one line of three, from the storefront, and no subscription", async () => {
  const guide = await product(world, shop);
  const { token } = await buy(guide.id, 3, { email: "amina@example.com", language: "sw" });
  await pass(5_000);
  const page = await readAttempt(world, token);
  expect(page).toMatchObject({ state: "paid", subscription: null, link: null, invoice: null });
  const [order] = await orders();
  expect(order).toMatchObject({
    source: "storefront",
    totalMinor: 15_000n,
    paymentStatus: "paid",
    orderStatus: "completed",
    fulfillmentStatus: "fulfilled",
    subscriptionId: null,
    items: [{ productId: guide.id, quantity: 3, unitPriceMinor: 5_000n, totalMinor: 15_000n }],
    customer: { source: "storefront", language: "sw" },
  });
  const where = { storeId: shop.store.id };
  const events = await world.db.event.findMany({ where, orderBy: [{ createdAt: "asc" }, { type: "asc" }] });
  // Whom nobody knew is made by the press; the phone that paid is theirs from then on.
  expect(events.map(({ type }) => type)).toEqual(["customer.created", "customer.updated", "order.paid"]);
});

test.each([
  ["physical", "processing", "unfulfilled"],
  ["service", "processing", "unfulfilled"],
  ["bookings", "processing", "unfulfilled"],
  ["bundle", "processing", "unfulfilled"],
  ["course", "completed", "fulfilled"],
  ["webinar", "completed", "fulfilled"],
] as const)("what is %s is %s and %s once paid", async (kind, orderStatus, fulfillmentStatus) => {
  const { id } = await product(world, shop, { kind });
  await buy(id);
  await pass(5_000);
  expect(await orders()).toMatchObject([{ paymentStatus: "paid", orderStatus, fulfillmentStatus }]);
});

test("the sale price is what is asked", async () => {
  const { id } = await product(world, shop, { salePriceMinor: 4_000n });
  await buy(id, 2, { shownMinor: 8_000n });
  expect(await orders()).toMatchObject([{ totalMinor: 8_000n }]);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "a quantity of %s cannot be read",
  async (quantity) => {
    const { id } = await product(world, shop);
    await expect(buy(id, quantity)).rejects.toMatchObject({
      problems: [{ field: "quantity", code: "quantity_unreadable" }],
    });
    expect(await orders()).toEqual([]);
  },
);

test("999 may be bought at once and 1,000 may not", async () => {
  const { id } = await product(world, shop, { priceMinor: 500n });
  await expect(buy(id, 1_000)).rejects.toMatchObject({
    problems: [{ field: "quantity", code: "quantity_too_large", values: { max: "999" } }],
  });
  await buy(id, 999);
  expect(await orders()).toMatchObject([{ totalMinor: 499_500n }]);
});

test("what is a draft, archived, of another store or a subscription cannot be bought here", async () => {
  const draft = await product(world, shop, { status: "draft" });
  const archived = await product(world, shop, { status: "archived" });
  const other = await product(world, await testStore(world));
  await expect(buy(draft.id)).rejects.toMatchObject({ code: "not_on_sale" });
  await expect(buy(archived.id)).rejects.toMatchObject({ code: "not_on_sale" });
  await expect(buy(other.id)).rejects.toThrow(/not_found/);
  await expect(buy(shop.products[0].id)).rejects.toThrow(/not_found/);
  expect(await orders()).toEqual([]);
});

test("all that is wrong on the form is said at once, each by its code and field", async () => {
  const { id } = await product(world, shop);
  await expect(buy(id, 0, { phone: "12", email: "nobody" })).rejects.toMatchObject({
    problems: [
      { field: "phone", code: "phone_too_short", values: { country: "UG", example: expect.any(String) } },
      { field: "email", code: "email_unreadable" },
      { field: "quantity", code: "quantity_unreadable" },
    ],
  });
});

test("what the network cannot move is said with its limits", async () => {
  const cheap = await product(world, shop, { priceMinor: 400n });
  await expect(buy(cheap.id)).rejects.toMatchObject({
    problems: [
      {
        field: "network",
        code: "network_too_small",
        values: { min: { minor: 500n, currency: "UGX" }, network: "MTN MoMo" },
      },
    ],
  });
});

test("one payer's presses for one product are one attempt; another payer has one of their own", async () => {
  const { id } = await product(world, shop);
  const [first, second] = await Promise.all([buy(id), buy(id)]);
  expect(first.token).toBe(second.token);
  const other = await buy(id, 1, { phone: "0772 124 789" });
  expect(other.token).not.toBe(first.token);
  expect(await orders()).toHaveLength(2);
});

test("after a failure the same order is taken up again, but not for another quantity", async () => {
  const { id } = await product(world, shop);
  await buy(id, 2, { phone: "0772 123 139" });
  await pass(10_000);
  await buy(id, 2, { phone: "0772 123 139" });
  expect(await orders()).toHaveLength(1);
  await pass(10_000);
  await buy(id, 3, { phone: "0772 123 139" });
  expect(await orders()).toHaveLength(2);
});

test("what a button on the seller's own site sells is of the source embed, and stays with where it began", async () => {
  const guide = await product(world, shop);
  const ask = (isEmbedded: boolean) =>
    press(world, shop, { for: { kind: "product", productId: guide.id, quantity: 1, isEmbedded } });
  await ask(true);
  await pass(5_000);
  expect(await orders()).toMatchObject([
    { source: "embed", paymentStatus: "paid", orderStatus: "completed", customer: { source: "embed" } },
  ]);
});

test("an unpaid order of the store's page is paid in the window of a button, and there is one order", async () => {
  const guide = await product(world, shop);
  const ask = (isEmbedded: boolean, phone?: string) =>
    press(world, shop, {
      for: { kind: "product", productId: guide.id, quantity: 1, isEmbedded },
      email: "amina@example.com",
      ...(phone && { phone }),
    });
  await ask(false, "0772 123 049");
  await pass(5_000);
  expect(await orders()).toMatchObject([{ source: "storefront", paymentStatus: "failed" }]);
  await ask(true);
  await pass(5_000);
  expect(await orders()).toMatchObject([{ source: "storefront", paymentStatus: "paid" }]);
});
