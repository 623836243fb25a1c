import { beforeAll, expect, test } from "vitest";
import { GET as storePreview } from "@/app/(pay)/pay/preview/store/route";
import { atPages, html, signIn } from "@/lib/testing/dashboard";
import { requestHeaders } from "@/lib/testing/request";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import LookPage from "./look/page";
import SettingsPage from "./page";

const world = atPages(testWorld());
let shop: TestStore;

beforeAll(async () => {
  shop = await testStore(world, { store: { brandColour: "#14532d" } });
  await signIn(world, shop);
});

async function preview(query: Record<string, string>): Promise<Response> {
  const asked = new URLSearchParams({ store: String(shop.store.id), example: "An example", ...query });
  const request = new Request(`http://localhost:3000/pay/preview/store?${asked}`);
  return storePreview(request, { params: Promise.resolve({}) });
}

test("how a store looks stands beside the page that payers see; without script a button shows it", async () => {
  const page = await html(LookPage());
  expect(page).toMatch(/<iframe[^>]*name="preview"/);
  expect(page).toContain(`src="/pay/preview/store?store=${shop.store.id}&amp;example=An+example"`);
  expect(page).toMatch(/<button[^>]*formAction="\/pay\/preview\/store"[^>]*formMethod="get"/);
});

test("the pages of one subject say which it is", async () => {
  requestHeaders({ "x-pathname": "/dashboard/settings" });
  expect(await html(SettingsPage())).toMatch(/<nav aria-label="Shop"[^>]*><span[^>]*>Shop<\/span><a/);
});

test("the preview shows what is typed and keeps nothing; half a colour leaves the one that is kept", async () => {
  const typed = await (await preview({ name: "Maji & Sons", brandColour: "#AA1155" })).text();
  for (const part of ["Maji &amp; Sons", "An example", "UGX 1,500", "#aa1155"]) expect(typed).toContain(part);
  const half = await (await preview({ name: "", brandColour: "#AA" })).text();
  for (const part of ["Test Store", "#14532d"]) expect(half).toContain(part);
  const kept = await world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
  expect(kept).toMatchObject({ name: "Test Store", brandColour: "#14532d" });
});

test("the preview is in a frame of ours only, and for the store's own people only", async () => {
  expect((await preview({})).headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  const stranger = await testStore(world);
  expect((await preview({ store: String(stranger.store.id) })).status).toBe(404);
});
