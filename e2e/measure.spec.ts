import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { slice } from "@/scripts/lab/testing/slice";
import { enter, openStore, storeOf } from "./backstage";
import { expect, test } from "./fixtures";
import { type Figures, measure } from "./measure";
import { makeCasesOfOperators, makeOneOfEach } from "./one-of-each";
import { pagesOf, type TreePage } from "./tree";

// Every page of Next's tree opens, and what is done every day asks for little. `npm run looks` (LOOKS) measures all pages
// of a demo store with a past, and with PICTURES takes pictures of them.

/** At first sight; the rest is behind one line. */
const most = { fields: 6, words: 60 };
const everyday = {
  product: "/dashboard/products/new",
  plan: "/dashboard/products/new?kind=subscription",
  link: "/dashboard/links/new",
  invoice: "/dashboard/invoices/new",
  customer: "/dashboard/customers/new",
  refund: "/dashboard/orders/[id]/refund",
  payment: "/dashboard/orders/[id]/payment",
  "payment of an invoice": "/dashboard/invoices/[id]/payment",
  member: "/dashboard/team",
  webhook: "/dashboard/developers/endpoints/new",
};
const file = process.env.LOOKS;

for (const area of ["seller", "operator"] as const)
  test(`every page of the tree opens: ${area}`, async ({ page, demo, complaints }) => {
    test.setTimeout(1_800_000);
    // Previews and pictures of a page that is left at once.
    complaints.allow(/net::ERR_ABORTED/);
    const owned = file
      ? { ...(await storeOf(demo.owner.email)), ...demo.owner }
      : await openStore(page.context());
    if (area === "seller" || !file) await makeOneOfEach(owned);
    await makeCasesOfOperators(owned);
    await enter(page.context(), area === "seller" ? owned.email : demo.operator.email);
    const all = await pagesOf(area, owned.world.pool, owned.seller);
    const figures: Record<string, Figures> = {};
    const those = file ? all : slice(`pages of ${area}s`, all, 4, ({ route }) => route);
    for (const one of those) {
      expect.soft((await page.goto(one.address))?.status(), one.route).toBe(200);
      if (!file) continue;
      figures[one.route] = await measure(page);
      if (process.env.PICTURES) await takePictures(page, one);
    }
    if (file) writeFileSync(`${file}.${area}`, JSON.stringify(figures));
  });

test("what is done every day asks for little at first", async ({ page }) => {
  const owned = await openStore(page.context());
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard");
  const entries = await page.locator("aside nav a").filter({ visible: true }).count();
  const seen: Record<string, number[]> = { "side bar": [entries, 0] };
  await makeOneOfEach(owned);
  // A line of every price says what the fee leaves of it.
  const plan = { code: "measured", name: "Measured", includesApi: true, feePpm: 25_000 };
  const where = { id: owned.seller.storeId };
  const only = { where: { code: plan.code }, create: plan };
  await owned.world.db.store.update({ where, data: { plan: { connectOrCreate: only } } });
  const all = await pagesOf("seller", owned.world.pool, owned.seller);
  for (const [act, route] of Object.entries(everyday)) {
    await page.goto(all.find((one) => one.route === route)?.address ?? route);
    const { fields, words } = await measure(page);
    seen[act] = [fields, words];
  }
  const tooMuch = Object.entries(seen)
    .filter(
      ([act, [fields = 0, words = 0]]) =>
        fields > (act === "side bar" ? 9 : most.fields) || words > most.words,
    )
    .map(([act]) => act);
  expect(tooMuch).toEqual([]);
});

/** For people to look at: e2e/screenshots/looks. */
async function takePictures(page: Page, { route }: TreePage): Promise<void> {
  const name = route.replaceAll(/[^\w]+/g, "-").replace(/^-|-$/g, "");
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [320, 360, 768, 1024, 1280, 1600]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const path = `e2e/screenshots/looks/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
}
