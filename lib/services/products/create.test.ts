import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { NotAllowed } from "../accounts/seller";
import { newSeller } from "../accounts/testing";
import { testWorld } from "../testing/world";
import { createSubscriptionProduct } from "./create";
import { listSubscriptionProducts } from "./list-for-dashboard";

const world = testWorld();
const gold = { name: "Gold", description: "All of it", price: "1,500.50", interval: "month" };

test("a plan is for sale at once at a page of its own, in the store's currency", async () => {
  const seller = await newSeller(world);
  const product = await createSubscriptionProduct(world, seller, gold);
  expect(product).toMatchObject({
    kind: "subscription",
    status: "active",
    currency: "KES",
    priceMinor: 150_050n,
    interval: "month",
  });
  expect(await listSubscriptionProducts(world, seller)).toMatchObject([
    {
      id: product.id,
      activeSubscribers: 0,
      subscribeUrl: `http://localhost:3000/subscribe/${product.token}`,
    },
  ]);
});

test.each([
  ["", "digits"],
  ["abc", "digits"],
  ["1,5", "digits"],
  ["0", "more than zero"],
  ["-5", "more than zero"],
  ["10.005", "fewer decimals"],
  ["99999999999999999", "more than one payment"],
])("the price %j is refused in words", async (price, words) => {
  const refusal = await createSubscriptionProduct(world, await newSeller(world), { ...gold, price }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Invalid);
  expect((refusal as Invalid).errors.price?.[0]).toContain(words);
});

test("who may only look cannot sell", async () => {
  await expect(createSubscriptionProduct(world, await newSeller(world, "viewer"), gold)).rejects.toThrow(
    NotAllowed,
  );
});

test("a store sees its own plans only", async () => {
  await createSubscriptionProduct(world, await newSeller(world), gold);
  expect(await listSubscriptionProducts(world, await newSeller(world))).toEqual([]);
});
