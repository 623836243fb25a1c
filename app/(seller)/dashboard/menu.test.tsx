import { expect, test } from "vitest";
import { atPages, html, search, signIn } from "@/lib/testing/dashboard";
import { discount } from "@/lib/testing/discounts";
import { paidOrder } from "@/lib/testing/order";
import { testStore, testWorld } from "@/lib/testing/world";
import EventsPage from "./developers/events/page";
import LinksPage from "./links/page";
import MessagesPage from "./messages/page";
import SettingsPage from "./settings/page";

const world = atPages(testWorld());

/** The lines of the menu that stand open, and those under More. */
async function menuOf(page: string): Promise<{ up: string[]; more: string[]; isOpen: boolean }> {
  const nav = /<nav aria-label="Main">.*?<\/nav>/s.exec(page)?.[0] ?? "";
  const [open = "", folded = ""] = nav.split("<details");
  const lines = (part: string) => [...part.matchAll(/<a [^>]*>([^<]+)</g)].map(([, line = ""]) => line);
  return { up: lines(open), more: lines(folded), isOpen: folded.startsWith(' open=""') };
}

test("a new store's menu has nine lines; what is used comes up by itself; a page under More opens it", async () => {
  const shop = await testStore(world);
  await signIn(world, shop);
  const menu = await menuOf(await html(LinksPage(search())));
  expect(menu.up.length + 1).toBeLessThanOrEqual(9);
  expect(menu.more).toEqual(expect.arrayContaining(["Subscriptions", "Discounts", "Webhooks", "Team"]));
  // Who looks for it in the settings finds it there too.
  expect(await html(SettingsPage())).toContain('href="/dashboard/team"');
  expect(menu.isOpen).toBe(false);
  expect((await menuOf(await html(MessagesPage(search())))).isOpen).toBe(true);
  await discount(world, shop, {});
  await paidOrder(world, shop, {});
  const used = await menuOf(await html(LinksPage(search())));
  expect(used.up).toEqual(expect.arrayContaining(["Discounts"]));
  expect(used.more).toContain("Webhooks");
});

test("what can be begun is offered to the roles that may", async () => {
  const shop = await testStore(world);
  await signIn(world, shop);
  expect(await html(LinksPage(search()))).toMatch(/href="\/dashboard\/orders\/sell"[^>]*>Record a sale/);
  await world.db.member.updateMany({ where: { accountId: shop.store.accountId }, data: { role: "viewer" } });
  expect(await html(LinksPage(search()))).not.toContain(">Record a sale<");
});

test("where payers pay with play money, every page says so once; where real money moves, none does", async () => {
  const shop = await testStore(world);
  await signIn(world, shop);
  const said = async (page: Promise<string>) =>
    (await page).split("Play money: no real money moves.").length - 1;
  expect(await said(html(LinksPage(search())))).toBe(1);
  const ofTests = await html(EventsPage(search({ mode: "test" })));
  expect(ofTests).toContain("Nothing here moves money");
  expect(ofTests).not.toContain("Play money");
  const { rails } = world;
  // An account of the store's own moves real money, whatever whoever runs the service plays with.
  const modeOf = (storeId: number) => (storeId === shop.store.id ? "live" : null);
  Object.assign(world, { rails: { ...rails, own: { modeOf } } });
  expect(await said(html(LinksPage(search())))).toBe(0);
  Object.assign(world, { rails: { ...rails, sandbox: null } });
  expect(await said(html(LinksPage(search())))).toBe(0);
  Object.assign(world, { rails });
});
