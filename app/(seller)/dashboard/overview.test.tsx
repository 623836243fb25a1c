import { expect, test } from "vitest";
import { markSetup } from "@/lib/services/catalog/stores/update-store";
import { chooseLanguage } from "@/lib/services/people/accounts/person";
import { atPages, html, search, signedIn, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { testStore, testWorld } from "@/lib/testing/world";
import EventsPage from "./developers/events/page";
import RequestsPage from "./developers/requests/page";
import MessagesPage from "./messages/page";
import OverviewPage from "./page";
import SearchPage from "./search/page";

const world = atPages(testWorld());
const shop = signedIn(world);

test("a new store sees its first steps and no chart: those of the shop, and folded those of its programmer", async () => {
  const page = await html(OverviewPage(search()));
  expect(page).toContain("of 6 done");
  expect(page).toContain("Give your shop a face");
  expect(page).toMatch(/<details.*For programmers.*href="\/docs".*Create a test key/s);
  // One next step is large, and what will stand here is an example that nobody hears or presses.
  expect(page).toMatch(
    /Your next step.*<h2[^>]*>Pay it yourself.*An example.*<div aria-hidden="true" inert/s,
  );
  const [example = ""] =
    /<figure[^>]*>.*?An example.*?<div aria-hidden="true" inert.*?<\/section>/s.exec(page) ?? [];
  expect(example).toContain("UGX");
  // Browsers that do not know inert would follow them.
  expect(example).not.toMatch(/<a [^>]*href/);
});

test("the first steps survive the first order, until they are put away", async () => {
  const other = await testStore(world);
  await signIn(world, other);
  await paidOrder(world, other, { name: "Amina" });
  expect(await html(OverviewPage(search()))).toContain("of 6 done");
  const seller = { ...other.live, userId: other.owner.id, role: "owner" as const };
  await markSetup(world, seller, "away");
  expect(await html(OverviewPage(search()))).not.toContain("of 6 done");
  await signIn(world, shop);
});

test("days that somebody chose are shown beside as many before them, whichever way round they are given", async () => {
  const other = await testStore(world);
  await signIn(world, other);
  await paidOrder(world, other, { name: "Amina", productId: other.products[0].id });
  const today = "2026-03-02";
  for (const [from, to] of [
    ["2026-02-20", today],
    [today, "2026-02-20"],
  ] as const) {
    const page = await html(OverviewPage(search({ from, to })));
    expect(page).toContain("UGX 50,000 more than the 11 days before");
    expect(page).toMatch(/<details open.*name="from".*value="2026-02-20".*name="to".*value="2026-03-02"/s);
    expect(page).toMatch(/What brought most.*Gold/s);
  }
  const before = await html(OverviewPage(search({ from: "2026-02-01", to: "2026-02-03" })));
  expect(before).toContain("Nothing was paid in these 3 days.");
  const odd: Record<string, string>[] = [
    { from: "soon" },
    { from: "2026-02-31", to: "2026-02-31" },
    { days: "8" },
  ];
  for (const query of odd) {
    const page = await html(OverviewPage(search(query)));
    expect(page).toContain(`more than the ${"from" in query ? 30 : 7} days before`);
    expect(page.includes("One of these days does not exist")).toBe("from" in query);
  }
  const future = await html(OverviewPage(search({ from: "2031-01-01", to: "2032-01-01" })));
  expect(future).toContain("more than the day before");
  expect(future).toContain("These are the days from 2 Mar 2026 to 2 Mar 2026.");
  const long = await html(OverviewPage(search({ from: "2019-01-01", to: today })));
  expect(long).toContain("No more than 731 days are shown at once. These are the days from 2 Mar 2024");
  expect(long).toContain("2 Mar 2024</span>");
  expect(await html(OverviewPage(search()))).not.toMatch(/not shown|left out|does not exist/);
  await signIn(world, shop);
});

test("a running store sees money by day as a picture and as a table, and in the language of its reader", async () => {
  await paidOrder(world, shop, { name: "Amina" });
  const english = await html(OverviewPage(search({ days: "7" })));
  for (const part of ["UGX 50,000 more than the 7 days before", "2 Mar: UGX 50,000", "2 Mar 2026"])
    expect(english).toContain(part);
  const today = await html(OverviewPage(search()));
  for (const part of ["12:00: UGX 50,000", "Mon 2: UGX 50,000; a week before: UGX 0", "Amina", "Paid"])
    expect(today).toContain(part);
  // Each bar is read by those who cannot see it.
  expect(today).not.toMatch(/<ol aria-hidden="true"/);
  expect(today).toMatch(/<li[^>]*><span[^>]*sr-only[^>]*>12:00: UGX 50,000<\/span><\/li>/);
  expect(english).toContain('aria-label="UGX collected each day, 24 Feb to 2 Mar"');
  const seller = { ...shop.live, userId: shop.owner.id, role: "viewer" as const };
  await chooseLanguage(world, seller, "fr");
  const french = await html(OverviewPage(search({ days: "7" })));
  for (const part of ["Encaissé", "UGX 50\u00a0000 de plus que les 7 jours d’avant", "2 mars", 'lang="fr"'])
    expect(french).toContain(part);
  expect(french).not.toContain("Collected");
  const found = await html(SearchPage(search({ q: "amina" })));
  expect(found).toContain("Clients");
  expect(await html(SearchPage(search({ q: "<b>nobody" })))).toContain(
    "«\u00a0<bdi>&lt;b&gt;nobody</bdi>\u00a0»",
  );
  await chooseLanguage(world, seller, "en");
});

test("a page past the end of messages, events and requests says so, not that nothing ever happened", async () => {
  for (const page of [MessagesPage, EventsPage, RequestsPage])
    expect(await html(page(search({ page: "7" })))).toContain("There are not so many pages.");
});
