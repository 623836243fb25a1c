import sharp from "sharp";
import { expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { whateverShown } from "@/lib/services/core/shown";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { newSeller } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { problemTexts } from "@/lib/text/problem";
import { listProductsForDashboard } from "./list";
import { createProduct, updateProduct } from "./save";

const world = testWorld();
const gold = {
  name: "Gold",
  description: "All of it",
  kind: "subscription",
  price: "1,500.50",
  salePrice: "",
  interval: "month",
};

test("a plan is for sale at once at a page of its own, in the store's currency", async () => {
  const seller = await newSeller(world);
  const product = await createProduct(world, seller, gold);
  expect(product).toMatchObject({
    kind: "subscription",
    status: "active",
    currency: "KES",
    priceMinor: 150_050n,
    interval: "month",
  });
  expect(await listProductsForDashboard(world, seller)).toMatchObject([
    {
      id: product.id,
      activeSubscribers: 0,
      payUrl: `http://localhost:3000/subscribe/${product.token}`,
    },
  ]);
});

test.each([
  ["", "digits"],
  ["abc", "digits"],
  ["1.500", "digits"],
  ["1,50,000", "digits"],
  ["0", "more than zero"],
  ["-5", "more than zero"],
  ["10.005", "digits"],
  ["10.0055", "fewer decimals"],
  ["99999999999999999", "more than one payment"],
])("the price %j is refused in words", async (price, words) => {
  const refusal = await createProduct(world, await newSeller(world), { ...gold, price }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Invalid);
  expect(problemTexts("en", (refusal as Invalid).errors).price?.[0]).toContain(words);
});

test("who may only look cannot sell", async () => {
  await expect(createProduct(world, await newSeller(world, "viewer"), gold)).rejects.toThrow(NotAllowed);
});

test("a store sees its own plans only", async () => {
  await createProduct(world, await newSeller(world), gold);
  expect(await listProductsForDashboard(world, await newSeller(world))).toEqual([]);
});

test("a thing that is bought once has a product page and no interval, whatever the form still said", async () => {
  const seller = await newSeller(world);
  const jar = { ...gold, kind: "physical", salePrice: "1,200" };
  const product = await createProduct(world, seller, jar);
  expect(product).toMatchObject({ kind: "physical", interval: null, salePriceMinor: 120_000n });
  const [listed] = await listProductsForDashboard(world, seller);
  expect(listed?.payUrl).toBe(`http://localhost:3000/product/${product.token}`);
});

test("only what is sent asks where to bring it; a change that says nothing leaves it", async () => {
  const seller = await newSeller(world);
  const typed = { ...gold, interval: "", asksPlace: true };
  const jar = await createProduct(world, seller, { ...typed, kind: "physical" });
  const work = await createProduct(world, seller, { ...typed, kind: "service" });
  const quiet = await createProduct(world, seller, { ...gold, kind: "physical" });
  expect([jar.asksPlace, work.asksPlace, quiet.asksPlace]).toEqual([true, false, false]);
  const { kind: _, interval: __, ...change } = { ...gold, status: "active" };
  expect(await updateProduct(world, seller, jar.id, change)).toMatchObject({ asksPlace: true });
  const off = { ...change, asksPlace: false };
  expect(await updateProduct(world, seller, jar.id, off)).toMatchObject({ asksPlace: false });
});

test.each([
  [{ kind: "spaceship" }, "kind"],
  [{ interval: "day" }, "interval"],
  [{ salePrice: "1,500.50" }, "salePrice"],
  [{ salePrice: "x" }, "salePrice"],
  [{ name: " " }, "name"],
  [{ name: "Gold\nSilver" }, "name"],
])("%j is refused at that field, and nothing is made", async (change, field) => {
  const seller = await newSeller(world);
  const refused = await createProduct(world, seller, { ...gold, ...change }).catch((error: unknown) => error);
  expect(Object.keys((refused as Invalid).errors)).toEqual([field]);
  expect(await listProductsForDashboard(world, seller)).toEqual([]);
});

test("a changed price holds from now on; the kind and the interval stay; another store's product is not found", async () => {
  const seller = await newSeller(world);
  const { id } = await createProduct(world, seller, gold);
  const change = { name: "Gold II", description: "", price: "2000", salePrice: "", status: "archived" };
  expect(await updateProduct(world, seller, id, change)).toMatchObject({
    name: "Gold II",
    priceMinor: 200_000n,
    status: "archived",
    kind: "subscription",
    interval: "month",
  });
  await expect(updateProduct(world, await newSeller(world), id, change)).rejects.toThrow(NotFound);
  await expect(updateProduct(world, seller, id, { ...change, status: "gone" })).rejects.toThrow(Invalid);
});

test("a product is made with its picture, changed with another one, and not made with what is none", async () => {
  const seller = await newSeller(world);
  const drawn = (background: string) =>
    sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer();
  const { id, imageUrl } = await createProduct(world, seller, gold, await drawn("#ff0000"));
  expect(imageUrl).toContain("/images/");
  const change = { ...gold, status: "active" };
  const shown = whateverShown(seller);
  expect((await updateProduct(world, shown, id, change, new Uint8Array())).imageUrl).toBe(imageUrl);
  const changed = await updateProduct(world, shown, id, change, await drawn("#00ff00"));
  expect(changed.imageUrl).not.toBe(imageUrl);
  const { storeId } = seller;
  expect(await world.db.image.count({ where: { storeId } })).toBe(1);
  const none = createProduct(world, seller, gold, new Uint8Array([1, 2, 3]));
  await expect(none).rejects.toMatchObject({ errors: { picture: [{ code: "picture_unreadable" }] } });
  expect(await world.db.product.count({ where: { storeId } })).toBe(1);
});
