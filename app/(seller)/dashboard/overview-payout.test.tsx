import { beforeAll, expect, test } from "vitest";
import { atPages, html, search, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, releaseAll, sellingStore } from "@/lib/testing/money";
import OverviewPage from "./page";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
  await paidPayment(world, shop);
  await releaseAll(world);
}, 60_000);

test("a store is offered a payout of what is available, and none while it is suspended", async () => {
  const offer = 'href="/dashboard/wallet/payouts/new"';
  expect(await html(OverviewPage(search()))).toContain(offer);
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  expect(await html(OverviewPage(search()))).not.toContain(offer);
});

test("a store whose developer access is turned off reads so on its first page, with the reason", async () => {
  const { id } = shop.store;
  const title = "Developer access is turned off for this store";
  await world.db.store.update({ where: { id }, data: { status: "active" } });
  expect(await html(OverviewPage(search()))).not.toContain(title);
  const blocked = { developerAccessBlockedAt: world.clock.now(), developerAccessReason: "A key <leaked>" };
  await world.db.store.update({ where: { id }, data: blocked });
  const page = await html(OverviewPage(search()));
  expect(page).toContain(title);
  expect(page).toContain("A key &lt;leaked&gt;");
});
