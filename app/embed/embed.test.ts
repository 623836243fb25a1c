import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as productPage } from "@/app/(pay)/product/[token]/route";
import { doneOf } from "@/app/(pay)/respond";
import { changeSites } from "@/lib/services/catalog/stores/update-store";
import { newSeller } from "@/lib/testing/accounts";
import { product } from "@/lib/testing/products";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET } from "./prices/[file]/route";

vi.mock("@/lib/auth/session", () => ({ currentSession: async () => null }));

const world = testWorld();
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world, { store: { name: "Maji Kwetu" } });
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

async function prices(file: string) {
  const answer = await GET(new Request(`http://localhost:3000/embed/prices/${file}?hl=en`), {
    params: Promise.resolve({ file }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const hostile = [
  "<img src=x onerror=alert(1)>",
  `"><script>alert(1)</script>`,
  "javascript:alert(1)",
  "</div><svg/onload=alert(1)>",
  "\u202Egnp.exe",
];

test("a price table is public for 60 seconds, has 25 products at most and only what the store's page shows", async () => {
  for (const name of hostile) await product(world, shop, { name });
  for (let n = 0; n < 25; n += 1) await product(world, shop, { name: `Tea ${n}` });
  const hidden = await product(world, shop, { name: "Hidden" });
  await world.db.product.update({ where: { id: hidden.id }, data: { status: "draft" } });
  const { status, headers, body } = await prices(`${shop.store.slug}.json`);
  expect(status).toBe(200);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("cache-control")).toBe("public, max-age=60");
  expect(headers.get("set-cookie")).toBeNull();
  expect(body.data).toHaveLength(25);
  const fields = new Set(body.data.flatMap((item: object) => Object.keys(item)));
  expect([...fields]).toEqual(["name", "text", "price", "was", "button", "url"]);
  expect(JSON.stringify(body)).not.toContain("Hidden");
  for (const { url } of body.data)
    expect(url).toMatch(/^http:\/\/localhost:3000\/product\/\w+\?source=embed$/);
});

test("names are texts of JSON, never HTML", async () => {
  const own = await testStore(world, {});
  for (const name of hostile) await product(world, own, { name });
  const { headers, body } = await prices(`${own.store.slug}.json`);
  const names = body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(hostile));
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a suspended store shows nothing, an unknown one is not found, and both are an empty list", async () => {
  const own = await testStore(world, {});
  await product(world, own);
  await world.db.store.update({ where: { id: own.store.id }, data: { status: "suspended" } });
  expect(await prices(`${own.store.slug}.json`)).toMatchObject({ status: 200, body: { data: [] } });
  for (const file of ["nobody.json", own.store.slug, "..%2f.json", ".json"])
    expect(await prices(file)).toMatchObject({ status: 404, body: { data: [] } });
});

test("only listed sites are told that it is paid, and those of the own machine only while no money moves", async () => {
  const seller = await newSeller(world);
  await changeSites(world, seller, "https://shop.example\nhttp://localhost:4000");
  const { sites } = await world.db.store.findUniqueOrThrow({ where: { id: seller.storeId } });
  expect(doneOf({ id: 1, sites }, "order", true)).toEqual({ kind: "order", to: sites });
  Object.assign(globalThis, { senteWorld: { ...world, rails: { all: [], sandbox: null } } });
  expect(doneOf({ id: 1, sites }, "order", false)).toEqual({ kind: "order", to: sites });
  expect(doneOf({ id: 1, sites }, "order", true)).toEqual({ kind: "order", to: ["https://shop.example"] });
  expect(doneOf({ id: 1, sites: [] }, "order", false)).toBeNull();
  Object.assign(globalThis, { senteWorld: world });
  await expect(changeSites(world, seller, "https://shop.example/x")).rejects.toMatchObject({
    errors: { sites: [{ code: "site_origin" }] },
  });
});

test("a product page that a button opened says so in its form, and no other words are taken", async () => {
  const { token } = await product(world, shop);
  const open = async (query: string) => {
    const request = new Request(`http://localhost:3000/product/${token}${query}`);
    return (await productPage(request, { params: Promise.resolve({ token }) })).text();
  };
  expect(await open("?source=embed")).toContain('name="source" value="embed"');
  expect(await open("?source=manual")).not.toContain('name="source"');
  expect(await open("")).not.toContain('name="source"');
});
