import { beforeAll, expect, test } from "vitest";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { chooseLanguage } from "@/lib/services/people/accounts/person";
import { atPages, html, search, signIn } from "@/lib/testing/dashboard";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET } from "./numbers/export/route";
import NumbersPage from "./numbers/page";
import SubscriptionsPage from "./page";

const world = atPages(testWorld());
let shop: TestStore;

/** A month and a year in January, one by the month that is lost in February, and one that is cancelled; one of test data. */
beforeAll(async () => {
  shop = await testStore(world);
  await signIn(world, shop);
  const begin = (ref: string, at: string, product: 0 | 1 = 0, livemode = true) =>
    paidSubscription(world, shop, { livemode, ref, product, at: new Date(at) });
  await begin("year", "2026-01-10T08:00:00Z", 1);
  await begin("lost", "2026-01-20T08:00:00Z");
  await begin("grace", "2026-01-28T10:00:00Z");
  const { id } = await begin("leaving", "2026-02-10T08:00:00Z");
  await cancelSubscription(world, shop.live, id);
  await begin("due", "2026-02-15T08:00:00Z");
  await begin("test", "2026-02-15T08:00:00Z", 0, false);
});

const page = (asked: Record<string, string> = {}) => html(NumbersPage(search(asked)));

test("each figure is there with the sentence that says how it is counted", async () => {
  const shown = await page();
  // 500,000 a year is 41,667 a month; three pay 50,000: one of them is in grace.
  expect(shown).toMatch(/Recurring revenue a month.*UGX 191,667/s);
  expect(shown).toMatch(/Paying subscriptions.*>4<.*1 of them in grace, UGX 50,000 a month/s);
  for (const said of [
    "weekly one 52 weeks",
    "New: the first payment",
    "Churn: of those who paid",
    "The next 30 days: paid time",
  ])
    expect(shown).toContain(said);
  expect(shown).toMatch(
    /February 2026.*New" class="text-end">2<.*Lost" class="text-end">1<.*>33%<.*>UGX 191,667</s,
  );
  // Due on 15 March, of which two of three renewed before; the cancelled one is not.
  expect(shown).toMatch(/Expected in 30 days.*UGX/s);
  expect(shown).toMatch(
    /February 2026.*New" class="text-end">2<.*Lost" class="text-end">1<.*>33%<.*>UGX 191,667</s,
  );
});

test("the file has every figure, plain numbers in the currency's own units, and every month of a cohort", async () => {
  const answer = await GET(new Request("http://localhost/dashboard/subscriptions/numbers/export?months=6"));
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="numbers-${shop.store.slug}.csv"`,
  );
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines[0]?.replace("\ufeff", "")).toBe("currency,part,of,figure,count,amount");
  for (const line of [
    "UGX,now,,paying,4,191667",
    "UGX,month,2026-01,new,3,141667",
    "UGX,month,2026-02,lost,1,50000",
    "UGX,month,2026-02,churn_percent,33.3,35.3",
    "UGX,cohort,2026-01,after_0_months,3,",
    "UGX,forecast,2026-03-15,due,1,50000",
  ])
    expect(lines).toContain(line);
});

test("test data have their own numbers, under the yellow bar", async () => {
  const shown = await page({ mode: "test" });
  expect(shown).toMatch(/Recurring revenue a month.*UGX 50,000/s);
  expect(shown).toContain("See live data");
});

test("the list leads to the page", async () => {
  expect(await html(SubscriptionsPage({ searchParams: search().searchParams }))).toContain("See the numbers");
});

test("who reads no money sees neither the page nor its file", async () => {
  await world.db.member.updateMany({ where: { accountId: shop.accountId }, data: { role: "support" } });
  expect(await page()).toContain("Your role");
  expect((await GET(new Request("http://localhost/"))).status).toBe(403);
  await world.db.member.updateMany({ where: { accountId: shop.accountId }, data: { role: "viewer" } });
  expect(await page()).toContain("UGX 191,667");
  await world.db.member.updateMany({ where: { accountId: shop.accountId }, data: { role: "owner" } });
});

test("in a store without subscriptions one sentence says so, in the person's language", async () => {
  const other = await testStore(world);
  await signIn(world, other);
  await chooseLanguage(world, { userId: other.owner.id }, "fr");
  expect(await page()).toContain("Personne n’a payé d’abonnement pendant ces mois.");
  await signIn(world, shop);
});
