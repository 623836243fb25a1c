import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { noDiscount } from "@/lib/domain/discount";
import { intervalEdge } from "@/lib/domain/interval";
import { giveDiscount } from "@/lib/services/billing/subscriptions/give";
import { manageToken, payForUrl } from "@/lib/services/core/manage-token";
import { sealShown } from "@/lib/services/core/shown";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { discount } from "@/lib/testing/discounts";
import { openPages } from "@/lib/testing/in-paying-world";
import { testInvoice, testQuote } from "@/lib/testing/invoices";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { PayerBrowser, type PayerHandler } from "@/lib/testing/payer-browser";
import { paymentLink, product } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import * as invoicePage from "./invoice/[token]/route";
import * as changePage from "./manage/[token]/change/route";
import * as renewPage from "./manage/[token]/renew/route";
import * as managePage from "./manage/[token]/route";
import * as linkPage from "./pay/[token]/route";
import * as productPage from "./product/[token]/route";
import * as quotePage from "./quote/[token]/route";
import * as payForPage from "./renew/[token]/route";
import * as subscribePage from "./subscribe/[token]/route";
import * as trialPage from "./subscribe/[token]/trial/route";

vi.mock("@/lib/auth/session", () => ({ currentSession: async () => null }));

const world = await openPages();
let shop: Awaited<ReturnType<typeof sellingStore>>;
let browser: PayerBrowser;
let id: string;
let token: string;

beforeEach(async () => {
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await sellingStore(world);
  browser = new PayerBrowser(`10.7.0.${shop.store.id}`);
  const { orderId } = await paidPayment(world, shop);
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  id = order.subscriptionId ?? "";
  token = manageToken(world, await subscription());
});

const subscription = () => world.db.subscription.findUniqueOrThrow({ where: { id } });
const subscriptionIs = (data: object) => world.db.subscription.update({ where: { id }, data });
const productIs = (data: object) => world.db.product.update({ where: { id: shop.products[0].id }, data });
const storeIs = (data: object) => world.db.store.update({ where: { id: shop.store.id }, data });
const plan = (name: string, priceMinor: bigint, more: object = {}) =>
  product(world, shop, {
    kind: "subscription",
    interval: "month",
    name,
    priceMinor,
    isChoosable: true,
    ...more,
  });

/** A page that takes money or an agreement: where it is, and what its press is sent with besides its hidden fields. */
interface Act {
  page: { GET: PayerHandler; POST: PayerHandler };
  at: () => Promise<string>;
  typed?: Record<string, string>;
}
const paying = { method: "mobile_money", phone: "0772 555 789" };
const bySomebodyElse = async () => payForUrl(world, await subscription()).replace(world.config.siteUrl, "");

const acts = {
  subscribe: { page: subscribePage, at: async () => `/subscribe/${shop.products[0].token}?ref=new_1` },
  "renew a subscription": { page: renewPage, at: async () => `/manage/${token}/renew` },
  "pay for somebody": { page: payForPage, at: bySomebodyElse },
  "pay for another plan": {
    page: changePage,
    at: async () => `/manage/${token}/change?to=${(await plan("Pro", 100_000n)).id}`,
  },
  "buy a product": {
    page: productPage,
    at: async () => `/product/${(await product(world, shop, { kind: "digital" })).token}`,
  },
  "pay a link": { page: linkPage, at: async () => `/pay/${(await paymentLink(world, shop)).token}` },
  "pay an invoice": {
    page: invoicePage,
    at: async () => `/invoice/${(await testInvoice(world, shop.live)).token}`,
  },
} satisfies Record<string, Act>;

/** The hidden fields of the page's form that has a token, the last where there are several. */
function hiddenIn(html: string): Record<string, string> {
  const form = html.split("<form").filter((one) => one.includes('name="seen"'))[0] ?? "";
  const inputs = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? "",
    /value="([^"]*)"/.exec(input)?.[1] ?? "",
  ]);
  return Object.fromEntries(inputs);
}

const counted = async () => {
  const where = { where: { storeId: shop.store.id } };
  return Promise.all([
    world.db.order.count(where),
    world.db.paymentAttempt.count(where),
    world.db.renewalConsent.count(where),
    world.db.planChange.count({ where: { subscription: { storeId: shop.store.id } } }),
  ]);
};

/** Opens the page, lets it change, and presses: nothing may be done. Then presses on the page that came back. */
async function pressAfter(act: Act, changes: () => Promise<unknown>, path?: string) {
  const at = path ?? (await act.at());
  const before = hiddenIn(await browser.read(act.page.GET, `${at}${at.includes("?") ? "&" : "?"}hl=en`));
  expect(before.seen?.length).toBeGreaterThan(16);
  expect(before.seen?.length).toBeLessThan(120);
  await changes();
  const [made, here] = [await counted(), at.split("?")[0] ?? at];
  const fields = { ...before, ...(act.typed ?? paying) };
  const pressed = await browser.post(act.page.POST, `${here}?hl=en`, fields);
  const told = (await pressed.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");
  return { pressed, told, made, now: await counted(), again: { ...fields, ...hiddenIn(told) }, here };
}

async function expectRefused(act: Act, changes: () => Promise<unknown>, says: string | RegExp) {
  const { pressed, told, made, now, again, here } = await pressAfter(act, changes);
  expect([pressed.status, now]).toEqual([422, made]);
  expect(told).toMatch(says);
  expect(told).toContain("0772 555 789");
  const second = await browser.post(act.page.POST, here, again);
  expect(second.headers.get("location")).toMatch(/^\/attempt\//);
}

/** Somebody pays the next period meanwhile. */
const paidMeanwhile = async () => {
  const { currentPeriodEnd: end } = await subscription();
  await subscriptionIs({ currentPeriodEnd: intervalEdge(end, "month", 1) });
};
const automatic = () => discount(world, shop, { code: null, is_automatic: true, percent: 50 });

describe("what changed between page and press is shown, and nothing is done", () => {
  const priceIs = (minor: bigint) => () => productIs({ priceMinor: minor });
  const cases: [keyof typeof acts, string, () => Promise<unknown>, string | RegExp][] = [
    ["subscribe", "the price", priceIs(60_000n), /You now pay for .*: UGX 60,000 every month/],
    ["subscribe", "the name of the plan", () => productIs({ name: "Copper" }), /You now pay for Copper/],
    ["subscribe", "the interval alone", () => productIs({ interval: "week" }), /UGX 50,000 every week/],
    ["subscribe", "a discount by itself", automatic, "The total is now UGX 25,000"],
    ["subscribe", "charges", () => storeIs({ buyerPaysCharges: true }), "The total is now UGX"],
    [
      "renew a subscription",
      "the price",
      () => subscriptionIs({ amountMinor: 60_000n }),
      /UGX 60,000 every month/,
    ],
    [
      "renew a subscription",
      "another plan of the same price, paid each week",
      async () => {
        const weekly = await plan("Weekly", 50_000n, { interval: "week" });
        const pending = { pendingProductId: weekly.id, pendingInterval: "week", pendingAmountMinor: 50_000n };
        await subscriptionIs(pending);
      },
      "You now pay for Weekly: UGX 50,000 every week",
    ],
    [
      "renew a subscription",
      "a discount that was given",
      async () => {
        const { id: discountId } = await discount(world, shop, { percent: 20, duration: "forever" });
        const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
        await giveDiscount(world, owner, id, { code: null, discountId: Number(discountId) });
      },
      "The total is now UGX 40,000",
    ],
    ["renew a subscription", "the end", paidMeanwhile, /It is now paid until/],
    ["renew a subscription", "charges", () => storeIs({ buyerPaysCharges: true }), "The total is now UGX"],
    [
      "pay for somebody",
      "the price",
      () => subscriptionIs({ amountMinor: 60_000n }),
      /UGX 60,000 every month/,
    ],
    [
      "pay for somebody",
      "the interval alone",
      () => subscriptionIs({ interval: "week" }),
      /UGX 50,000 every week/,
    ],
    ["pay for somebody", "the end", paidMeanwhile, /It is now paid until/],
    [
      "pay for another plan",
      "the price of the plan",
      () =>
        world.db.product.updateMany({
          where: { name: "Pro", storeId: shop.store.id },
          data: { priceMinor: 110_000n },
        }),
      "You now pay for Pro: UGX 110,000 every month",
    ],
    [
      "buy a product",
      "the price",
      () =>
        world.db.product.updateMany({
          where: { kind: "digital", storeId: shop.store.id },
          data: { priceMinor: 9_000n },
        }),
      "The total is now UGX 9,000",
    ],
    [
      "buy a product",
      "what it is",
      () =>
        world.db.product.updateMany({
          where: { kind: "digital", storeId: shop.store.id },
          data: { name: "Half a book" },
        }),
      /This page changed after you opened it.*Half a book|Half a book.*This page changed after you opened it/s,
    ],
    [
      "pay a link",
      "what it is for",
      () => world.db.paymentLink.updateMany({ where: { storeId: shop.store.id }, data: { title: "Rent" } }),
      "This page changed after you opened it",
    ],
    ["buy a product", "charges", () => storeIs({ buyerPaysCharges: true }), "The total is now UGX"],
    [
      "pay a link",
      "the amount",
      () =>
        world.db.paymentLink.updateMany({
          where: { storeId: shop.store.id },
          data: { amountMinor: 70_000n },
        }),
      "The total is now UGX 70,000",
    ],
    [
      "pay an invoice",
      "the tax in the same total",
      () =>
        world.db.invoice.updateMany({
          where: { storeId: shop.store.id },
          data: { taxMinor: 1_000n, subtotalMinor: 49_000n },
        }),
      "This page changed after you opened it",
    ],
  ];
  test.each(cases)("%s: %s", (act, _, changes, says) => expectRefused(acts[act], changes, says));
});

test("a discount that was taken away, and a phone that is another one, are shown first", async () => {
  const { id: discountId } = await discount(world, shop, { percent: 20, duration: "forever" });
  await subscriptionIs({ discountId: Number(discountId), discountPercent: 2_000 });
  await expectRefused(acts["renew a subscription"], () => subscriptionIs({ ...noDiscount }), "UGX 50,000");
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { customerId } = await subscription();
  const phoneIs = (phone: string) => world.db.customer.update({ where: { id: customerId }, data: { phone } });
  await phoneIs("+256772111222");
  const known = { ...acts["renew a subscription"], typed: { method: "mobile_money" } };
  const { pressed, told, made, now } = await pressAfter(known, () => phoneIs("+256772111333"));
  expect([pressed.status, now]).toEqual([422, made]);
  expect(told).toContain("The number that we ask is now");
});

test("what the page does not say changes nothing: a phone that is typed, the tax of the store, hours that pass", async () => {
  const { customerId } = await subscription();
  const { pressed } = await pressAfter(acts["renew a subscription"], async () => {
    await world.db.customer.update({ where: { id: customerId }, data: { phone: "+256772111333" } });
    await storeIs({ taxLabel: "VAT", taxRatePpm: 180_000, taxFrom: "2020-01-01" });
    world.clock.advance(6 * 60 * 60_000);
  });
  expect(pressed.headers.get("location")).toMatch(/^\/attempt\//);
});

test("a token that is made up, altered, or of another page pays nothing", async () => {
  const at = await acts["renew a subscription"].at();
  const { seen = "" } = hiddenIn(await browser.read(renewPage.GET, at));
  const other = hiddenIn(await browser.read(subscribePage.GET, await acts.subscribe.at())).seen ?? "";
  const own = sealShown(world, `renew/${id}`, { total: "50000" });
  const altered = `${seen.slice(0, -1)}${seen.endsWith("A") ? "B" : "A"}`;
  const made = await counted();
  for (const forged of ["", "1", other, own, altered, seen.slice(16)]) {
    const fields = { id: randomUUID(), ...paying, seen: forged };
    const pressed = await browser.post(renewPage.POST, at, fields);
    expect([pressed.status, pressed.headers.get("location")]).toEqual([200, null]);
  }
  expect(await counted()).toEqual(made);
});

test("T51: who pays for a subscriber from an old page sees how far it is paid already, and then may pay", async () => {
  const at = await bySomebodyElse();
  const page = hiddenIn(await browser.read(payForPage.GET, `${at}?hl=en`));
  const press = async (fields: Record<string, string>) => {
    await later(world, 61_000);
    await pollOpenAttempts(world);
    await world.settled();
    return browser.post(payForPage.POST, `${at}?hl=en`, { ...fields, ...paying, id: randomUUID() });
  };
  expect((await press(page)).status).toBe(303);
  for (const _ of [2, 3]) {
    const { paymentsCount } = await world.db.subscription.findUniqueOrThrow({ where: { id } });
    const told = await press(page);
    const html = await told.text();
    expect(told.status).toBe(422);
    expect(html).toMatch(/It is now paid until \d/);
    expect((await subscription()).paymentsCount).toBeGreaterThanOrEqual(paymentsCount);
    expect((await press(hiddenIn(html))).status).toBe(303);
  }
});

describe("agreements without a payment", () => {
  test("another plan, chosen for later, is chosen at the price and interval that were read", async () => {
    const small = await plan("Small", 20_000n);
    const act = { page: changePage, at: async () => `/manage/${token}/change?to=${small.id}`, typed: {} };
    for (const data of [{ priceMinor: 21_000n }, { interval: "week" as const }]) {
      const { pressed, told, made, now } = await pressAfter(act, () =>
        world.db.product.update({ where: { id: small.id }, data }),
      );
      expect([pressed.status, now]).toEqual([422, made]);
      expect(told).toContain("You now pay for Small: UGX 21,000 every");
      expect((await subscription()).pendingProductId).toBeNull();
    }
    const { pressed } = await pressAfter(act, async () => {});
    expect(pressed.headers.get("location")).toContain("done=change_chosen");
  });

  test("in test mode the same", async () => {
    const row = await paidSubscription(world, shop, { livemode: false, ref: "test_1" });
    [id, token] = [row.id, manageToken(world, row)];
    const pro = await plan("Pro", 100_000n);
    const act = { page: changePage, at: async () => `/manage/${token}/change?to=${pro.id}`, typed: {} };
    const { pressed, told, made, now } = await pressAfter(act, () =>
      world.db.product.update({ where: { id: pro.id }, data: { priceMinor: 120_000n } }),
    );
    expect([pressed.status, now]).toEqual([422, made]);
    expect(told).toContain("UGX 120,000 every month");
  });

  test("T4: to renew by itself is agreed to with the interval and the plan that were read", async () => {
    await storeIs({ letsRenew: true });
    const act = { page: managePage, at: async () => `/manage/${token}`, typed: {} };
    const weekly = await plan("Weekly", 50_000n, { interval: "week" });
    const { pressed, told, made, now } = await pressAfter(act, () =>
      subscriptionIs({ pendingProductId: weekly.id, pendingInterval: "week", pendingAmountMinor: 50_000n }),
    );
    expect([pressed.status, now]).toEqual([422, made]);
    expect(told).toContain("You now pay for Weekly: UGX 50,000 every week");
    expect((await subscription()).renewalMode).toBe("manual");
    const agreed = await pressAfter(act, async () => {});
    expect(agreed.pressed.headers.get("location")).toContain("done=renew_on");
  });

  test("T4: and so is the box on the page that pays", async () => {
    await storeIs({ letsRenew: true });
    const ticked = { ...acts["renew a subscription"], typed: { ...paying, renews_phone: "yes" } };
    await expectRefused(ticked, () => subscriptionIs({ interval: "week" }), "UGX 50,000 every week");
    const { consent } = await world.db.paymentAttempt.findFirstOrThrow({
      where: { storeId: shop.store.id },
      orderBy: { createdAt: "desc" },
    });
    expect(JSON.stringify(consent)).toContain("every week");
  });

  test("a quote whose total was changed, and free days whose price or length was", async () => {
    const { id: quoteId, token: at } = await testQuote(world, shop.live);
    const quote = {
      page: quotePage,
      at: async () => `/quote/${at}`,
      typed: { act: "accept", name: "Amina" },
    };
    const { pressed } = await pressAfter(quote, () =>
      world.db.quote.update({ where: { id: quoteId }, data: { totalMinor: 90_000n } }),
    );
    expect(pressed.status).toBe(422);
    expect(await world.db.invoice.count({ where: { quote: { id: quoteId } } })).toBe(0);

    await productIs({ trialDays: 7, trialProof: "phone" });
    const trial = `/subscribe/${shop.products[0].token}/trial?ref=free_1`;
    await browser.post(trialPage.POST, trial, { ref: "free_1", act: "ask", try: "0772 321 321" });
    const where = { storeId: shop.store.id, template: "contact_code" };
    const { body } = await world.db.message.findFirstOrThrow({ where, orderBy: { id: "desc" } });
    const typed = { act: "confirm", code: /\d{6}/.exec(body)?.[0] ?? "" };
    const act = { page: trialPage, at: async () => trial, typed };
    for (const data of [{ priceMinor: 70_000n }, { trialDays: 3 }]) {
      const { pressed: began } = await pressAfter(act, () => productIs(data));
      expect(began.status).toBe(422);
      expect(await world.db.subscription.count({ where: { storeId: shop.store.id, ref: "free_1" } })).toBe(0);
    }
  });
});
