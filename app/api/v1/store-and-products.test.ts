import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { composeToken } from "@/lib/domain/token";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";

const { world, keyed, ...stage } = await openApi({ store: { currency: "KES", country: "KE" } });
let { shop } = stage;
const live = keyed(() => shop.liveKey);

const get = (path: string) => live("GET", path);

function addProduct(overrides: object) {
  const now = world.clock.now();
  const data = {
    storeId: shop.store.id,
    token: composeToken(world.random.bytes(24)),
    name: "Mug",
    kind: "physical" as const,
    currency: "KES",
    priceMinor: 150_050n,
    createdAt: now,
    updatedAt: now,
    ...overrides,
  };
  return world.db.product.create({ data });
}

test("the store has the members of the spec", async () => {
  const { body } = await get("/store");
  expect(body).toEqual({
    data: {
      id: shop.store.id,
      object: "store",
      name: "Test Store",
      description: null,
      currency: "KES",
      logo_url: "http://localhost:3000/icon.svg",
      url: `http://localhost:3000/store/${shop.store.slug}`,
      status: "active",
      verification_status: "unverified",
      buyer_pays_charges: false,
      ussd_code: "18",
      created_at: "2026-03-02T09:30:00+00:00",
    },
  });
});

test("the picture shown for want of another exists", () => {
  expect(existsSync(new URL("../../../public/icon.svg", import.meta.url))).toBe(true);
});

test("a subscription product says what a period costs and where to subscribe", async () => {
  const product = await addProduct({
    name: "Gold",
    kind: "subscription",
    interval: "quarter",
    salePriceMinor: 99_999n,
    imageUrl: "https://img.example.com/gold.png",
    shortDescription: "All of it.",
  });
  const url = `http://localhost:3000/subscribe/${product.token}`;
  expect((await get(`/products/${product.id}`)).body).toEqual({
    data: {
      id: product.id,
      object: "product",
      name: "Gold",
      short_description: "All of it.",
      kind: "subscription",
      status: "active",
      price: 1500.5,
      sale_price: 999.99,
      currency: "KES",
      image_url: "https://img.example.com/gold.png",
      url,
      delivers: false,
      subscription: {
        interval: "quarter",
        price: 999.99,
        subscribe_url: url,
        trial_days: 0,
        trial_proof: "phone",
      },
    },
  });
});

test("any other product has subscription null", async () => {
  const product = await addProduct({});
  const { data } = (await get(`/products/${product.id}`)).body;
  expect(data).toMatchObject({ kind: "physical", price: 1500.5, sale_price: null, subscription: null });
});

test("the list is filtered by kind and status, newest first, in pages", async () => {
  shop = await newShop(world);
  for (const [kind, status] of [
    ["physical", "draft"],
    ["digital", "draft"],
    ["digital", "archived"],
    ["digital", "active"],
  ]) {
    world.clock.advance(1_000);
    await addProduct({ kind, status, name: `${kind} ${status}` });
  }
  const names = async (query: string) =>
    (await get(`/products?${query}`)).body.data.map((product: { name: string }) => product.name);
  expect(await names("")).toEqual([
    "digital active",
    "digital archived",
    "digital draft",
    "physical draft",
    "Gold, each year",
    "Gold, each month",
  ]);
  expect(await names("kind=digital")).toEqual(["digital active", "digital archived", "digital draft"]);
  expect(await names("status=draft")).toEqual(["digital draft", "physical draft"]);
  expect(await names("status=draft&kind=digital")).toEqual(["digital draft"]);
  expect(await names("per_page=2&page=2")).toEqual(["digital draft", "physical draft"]);
  const { links } = (await get("/products?kind=digital&per_page=1&page=2")).body;
  const url = (page: number) => `http://localhost:3000/api/v1/products?kind=digital&per_page=1&page=${page}`;
  expect(links).toEqual({ first: url(1), last: url(3), prev: url(1), next: url(3) });
  const wrong = (await get("/products?kind=ebook&status=x")).body.errors;
  expect(Object.keys(wrong)).toEqual(["kind", "status"]);
  expect(wrong.status).toEqual(["Use one of: active, draft, archived."]);
});
