import { beforeEach, expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { isUnpaidTrial } from "@/lib/domain/trial";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { manageToken } from "@/lib/services/core/manage-token";
import { openPages } from "@/lib/testing/in-paying-world";
import { PayerBrowser } from "@/lib/testing/payer-browser";
import { seenIn } from "@/lib/testing/seen";
import { type TestStore, testStore } from "@/lib/testing/world";
import { GET as managePage } from "./manage/[token]/route";
import { POST as paySubscribe, GET as subscribePage } from "./subscribe/[token]/route";
import { GET as trialPage, POST as tryIt } from "./subscribe/[token]/trial/route";

const world = await openPages();
let shop: TestStore;
let mary: PayerBrowser;

beforeEach(async () => {
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await testStore(world, { store: { testModeSince: world.clock.now() } });
  await change({ trialDays: 7, trialProof: "phone" });
  mary = new PayerBrowser(`10.1.0.${shop.store.id}`);
});

const change = (data: object) => world.db.product.update({ where: { id: shop.products[0].id }, data });
const plan = () => `/subscribe/${shop.products[0].token}`;
const trial = (query = "ref=user_1&hl=en") => `${plan()}/trial?${query}`;
const leadsTo = (response: Response) => response.headers.get("location") ?? "";
const code = async () => {
  const where = { storeId: shop.store.id, template: "contact_code" };
  const { body } = await world.db.message.findFirstOrThrow({ where, orderBy: { id: "desc" } });
  return /\d{6}/.exec(body)?.[0] ?? "";
};
const fields = (more: Record<string, string>) => ({ ref: "user_1", ...more });
const ask = (browser = mary, value = "0772 123 789") =>
  browser.post(tryIt, trial(), fields({ act: "ask", try: value }));
const begin = async (typed: string, browser = mary) => {
  const seen = seenIn(await browser.read(trialPage, trial()));
  return browser.post(tryIt, trial(), fields({ act: "confirm", code: typed, seen }));
};

test("the subscribe page offers the free days in every language, where the product has them", async () => {
  for (const hl of languageCodes) {
    const page = await mary.read(subscribePage, `${plan()}?ref=user_1&hl=${hl}`);
    expect(page).toContain(`action="${plan()}/trial"`);
    expect(page).toContain('name="ref" value="user_1"');
    expect(page.slice(page.indexOf("<main>"))).not.toContain("{");
  }
  const page = await mary.read(subscribePage, `${plan()}?ref=user_1&hl=en`);
  expect(page).toContain("7 days free, then UGX 50,000 every month");
  expect(page).toContain("No payment now");
  await change({ trialProof: "none" });
  expect(await mary.read(subscribePage, `${plan()}?hl=en`)).not.toContain("/trial");
  expect(leadsTo(await mary.open(trialPage, trial()))).toBe(`${plan()}?ref=user_1`);
  await change({ trialDays: 0, trialProof: "phone" });
  expect(await mary.read(subscribePage, `${plan()}?hl=en`)).not.toContain("/trial");
});

test("a phone, a code, and the subscriber's own page says until when it is free, and what then", async () => {
  const asked = await ask();
  expect([asked.status, leadsTo(asked)]).toEqual([303, `${plan()}/trial?ref=user_1`]);
  expect(asked.headers.get("set-cookie")).not.toContain("772");
  const page = await mary.read(trialPage, trial());
  expect(page).toContain("0772 123789");
  expect(page).not.toContain(await code());
  const wrong = await begin("000000" === (await code()) ? "111111" : "000000");
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Tries left: 4");
  const begun = await begin(await code());
  expect(begun.status).toBe(303);
  const own = leadsTo(begun).replace("http://localhost:3000", "");
  expect(own).toMatch(/^\/manage\/.*done=started$/);
  const manage = await mary.read(managePage, `${own}&hl=en`);
  expect(manage).toContain("Free until");
  expect(manage).toContain("Go on, UGX 50,000");
  expect(manage).not.toContain("Paid until");
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect([row.ref, row.paymentsCount, isUnpaidTrial(row)]).toEqual(["user_1", 0, true]);
  for (const answer of [asked, begun]) expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("another browser does not see where the code went, and its guesses have no code to be tried on", async () => {
  await ask();
  const eve = new PayerBrowser("10.9.9.9");
  const page = await eve.read(trialPage, trial());
  expect(page).not.toContain("123789");
  expect(leadsTo(await begin(await code(), eve))).toBe(`${plan()}/trial?ref=user_1`);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(0);
});

test("whoever had them reads it after the code, and is led to the payment", async () => {
  const whole = {
    productId: shop.products[0].id,
    ref: "user_0",
    name: null,
    email: null,
    phone: "+256772123789",
  };
  await startFreeDays(world, shop.live, whole);
  await ask();
  const answer = await begin(await code());
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain("You have had the free days. Pay to go on.");
  expect(page).toContain(`href="${plan()}?ref=user_1"`);
  expect(page).not.toContain("user_0");
});

test("a number that is none stands in its field again, and another address can be chosen", async () => {
  const wrong = await ask(mary, "12");
  expect(wrong.status).toBe(422);
  const page = await wrong.text();
  expect(page).toContain('value="12"');
  expect(page).toContain('aria-invalid="true"');
  await ask();
  await mary.post(tryIt, trial(), fields({ act: "another" }));
  expect(await mary.read(trialPage, trial())).toContain('name="try"');
  expect((await mary.post(tryIt, trial(), fields({ act: "sing" }))).status).toBe(422);
});

test("five codes an hour from one address, then it says so", async () => {
  for (let nth = 0; nth < 5; nth += 1) expect((await ask(mary, `0772 12${nth} 789`)).status).toBe(303);
  const sixth = await ask(mary, "0772 199 789");
  expect(sixth.status).toBe(429);
  expect(await sixth.text()).toContain("Too many codes");
});

test("an e-mail where the product asks for one; the store's own app is where it leads", async () => {
  await change({ trialProof: "email" });
  await world.db.store.update({
    where: { id: shop.store.id },
    data: { returnUrl: "https://app.example/in" },
  });
  await ask(mary, "Mary@Example.org");
  const page = await mary.open(trialPage, trial());
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://app.example");
  expect(await page.text()).toContain("mary@example.org");
  const begun = leadsTo(await begin(await code()));
  expect(begun).toMatch(/^https:\/\/app\.example\/in\?subscription=sub_\w+&ref=user_1&status=active$/);
  expect(
    await world.db.customer.count({ where: { accountId: shop.accountId, email: "mary@example.org" } }),
  ).toBe(1);
});

test("in test mode the page shows the code, and a stranger who pays for the ref gets no page", async () => {
  const test1 = trial("test=1&ref=user_1&hl=en");
  expect(await mary.read(subscribePage, `${plan()}?test=1&ref=user_1&hl=en`)).toContain("7 days free");
  const own = { test: "1", ref: "user_1" };
  await mary.post(tryIt, test1, { ...own, act: "ask", try: "0772 123 789" });
  const page = await mary.read(trialPage, test1);
  const given = { code: /The code is (\d{6})/.exec(page)?.[1] ?? "", seen: seenIn(page) };
  const begun = leadsTo(await mary.post(tryIt, test1, { ...own, act: "confirm", ...given }));
  expect(begun).toContain("/manage/");
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect([row.livemode, begun.includes(manageToken(world, row))]).toEqual([false, true]);
  expect(await world.db.message.count({ where: { storeId: shop.store.id } })).toBe(0);
  const eve = new PayerBrowser("10.9.9.8");
  const paid = { ...own, outcome: "succeed", payment: "c".repeat(22) };
  expect(leadsTo(await eve.post(paySubscribe, `${plan()}?test=1`, paid))).not.toContain("/manage/");
});
