import { type Browser, expect, type Page, test } from "@playwright/test";
import { makePlan, openStore } from "./backstage";
import { startFlutterwave } from "./emulators/flutterwave";
import { startMtnMomo } from "./emulators/mtn-momo";
import { startPawapay } from "./emulators/pawapay";
import { startPaystack } from "./emulators/paystack";
import { type StripeEmulator, startStripe } from "./emulators/stripe";
import { type Instance, openInstance } from "./open-instance";
import { payByPhone, send } from "./payer";
import { kenya, type Place } from "./seller";

/** Every provider as an emulator, and an instance that is set up with all of them by its environment. */
interface Town {
  instance: Instance;
  stripe: StripeEmulator;
  close(): Promise<void>;
}

let town: Town;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  town = await openTown();
});
test.afterAll(() => town.close());

const uganda: Place = { country: "UG", currency: "UGX", timeZone: "Africa/Kampala" };
const ghana: Place = { country: "GH", currency: "GHS", timeZone: "Africa/Accra" };
const tanzania: Place = { country: "TZ", currency: "TZS", timeZone: "Africa/Dar_es_Salaam" };
const rwanda: Place = { country: "RW", currency: "RWF", timeZone: "Africa/Kigali" };
const nigeria: Place = { country: "NG", currency: "NGN", timeZone: "Africa/Lagos" };

interface Payment {
  rail: string;
  place: Place;
  pay(page: Page): Promise<void>;
}

/** In each country another rail comes first. */
const payments: Payment[] = [
  { rail: "pawaPay", place: uganda, pay: (page) => payByPhone(page, "0783 456 789") },
  { rail: "Paystack", place: ghana, pay: (page) => payByPhone(page, "055 123 4987") },
  { rail: "Flutterwave, at the phone", place: tanzania, pay: (page) => payByPhone(page, "0754 456 789") },
  { rail: "Flutterwave, at its page", place: rwanda, pay: payAtPage },
  { rail: "Stripe", place: kenya, pay: payByCard },
  { rail: "MTN MoMo", place: nigeria, pay: (page) => payByPhone(page, "0803 123 4567") },
];

test("without JavaScript, somebody pays over each rail and has the receipt", async ({ browser }) => {
  test.setTimeout(300_000);
  const ways: { rail: string; way: Promise<void> }[] = [];
  for (const payment of payments) {
    const address = await sell(browser, payment.place);
    // While the next store opens, for providers take some seconds.
    const way = payOver(browser, address, payment);
    way.catch(() => undefined);
    ways.push({ rail: payment.rail, way });
  }
  const ends = await Promise.allSettled(ways.map(({ way }) => way));
  expect(
    ends.flatMap((end, index) => (end.status === "rejected" ? [ways[index]?.rail, end.reason] : [])),
  ).toEqual([]);
});

test("a payer disputes a card payment: the seller is told what to do, and sees the money go when the bank decides", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const seller = await visitor(browser, true);
  const address = await makePlan(await openStore(seller.context(), { dataDir: town.instance.dataDir }));
  await payOver(browser, address, { rail: "Stripe", place: kenya, pay: payByCard });
  await town.stripe.dispute();
  await expect(async () => {
    await seller.goto("/dashboard");
    await expect(seller.getByText(/asks the bank for the money back/)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await seller.goto("/dashboard/tasks");
  await expect(seller.getByText(/is kept back in your wallet until the bank decides/)).toBeVisible();
  await seller.getByRole("link", { name: /^See / }).first().click();
  await expect(seller.getByText(/^Disputed: the payer asks the bank/)).toBeVisible();
  await seller.goto("/dashboard/messages");
  await expect(seller.getByText("A payment is disputed")).toBeVisible();
  await town.stripe.decide("lost");
  // The callback is worked on after it was answered.
  await expect(async () => {
    await seller.goto("/dashboard/tasks");
    await expect(seller.getByText(/^The provider took back the payment/)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await seller.goto("/dashboard/wallet/statement?what=all");
  await expect(seller.getByText(/The provider took back the payment for/)).toBeVisible();
  await seller.context().close();
});

async function payOver(browser: Browser, address: string, { place, pay }: Payment): Promise<void> {
  const page = await visitor(browser, false);
  await page.goto(`${address}?ref=user_1`);
  await pay(page);
  const paid = page.getByRole("heading", { name: `${place.currency} 1,500 to Duka la Amani` });
  await expect(async () => {
    await page.reload();
    await expect(paid).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await page.getByRole("link", { name: "See the receipt" }).click();
  await expect(page.getByRole("heading", { name: `${place.currency} 1,500` })).toBeVisible();
  await page.context().close();
}

async function payAtPage(page: Page): Promise<void> {
  await payByPhone(page, "0783 456 789");
  await page.getByRole("link", { name: "Open MTN MoMo" }).click();
  await page.waitForURL((url) => url.origin !== town.instance.siteUrl);
  await send(page, "Pay");
}

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel("Card", { exact: true }).check();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("link", { name: "Continue to the card page" }).click();
  await page.getByLabel("Card number").fill("4000000000000002");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { name: "Your card was declined" })).toBeVisible();
  await page.getByLabel("Card number").fill("4242424242424242");
  await send(page, "Pay");
}

/** A store of that country with a monthly plan. Returns its subscribe page. */
async function sell(browser: Browser, place: Place): Promise<string> {
  const context = await browser.newContext();
  const store = await openStore(context, { place, dataDir: town.instance.dataDir });
  await context.close();
  return makePlan(store);
}

async function visitor(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL: town.instance.siteUrl, javaScriptEnabled });
  return context.newPage();
}

async function openTown(): Promise<Town> {
  const live = { realTime: true, startMs: Date.now() };
  const pawapay = await startPawapay({ ...live, token: "an-api-token-of-pawapay" });
  const paystack = await startPaystack({ ...live, secretKey: "sk_live_emulated" });
  const flutterwave = await startFlutterwave({ ...live, secretKey: "FLWSECK-emulated-X" });
  const stripe = await startStripe({ ...live, secretKey: "sk_live_emulated" });
  const mtn = await startMtnMomo({ ...live, targetEnvironment: "mtnnigeria", currency: "NGN" });
  const all = { pawapay, paystack, flutterwave, stripe, mtn_momo: mtn };
  const instance = await openInstance({
    RAIL_PAWAPAY_API_TOKEN: pawapay.token,
    RAIL_PAWAPAY_REQUIRE_SIGNED_CALLBACKS: "true",
    RAIL_PAYSTACK_SECRET_KEY: paystack.secretKey,
    RAIL_FLUTTERWAVE_SECRET_KEY: flutterwave.secretKey,
    RAIL_FLUTTERWAVE_WEBHOOK_HASH: flutterwave.webhookHash,
    RAIL_STRIPE_SECRET_KEY: stripe.secretKey,
    RAIL_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    RAIL_MTN_MOMO_COLLECTION_SUBSCRIPTION_KEY: mtn.keys.collection.subscriptionKey,
    RAIL_MTN_MOMO_COLLECTION_API_USER: mtn.keys.collection.apiUser,
    RAIL_MTN_MOMO_COLLECTION_API_KEY: mtn.keys.collection.apiKey,
    RAIL_MTN_MOMO_TARGET_ENVIRONMENT: mtn.targetEnvironment,
    RAIL_MTN_MOMO_COUNTRY: "NG",
    ...Object.fromEntries(
      Object.entries(all).map(([id, { url }]) => [`RAIL_${id.toUpperCase()}_BASE_URL`, url]),
    ),
  });
  for (const [id, { callbackUrl }] of Object.entries(all))
    callbackUrl.current = `${instance.siteUrl}/api/rails/${id}`;
  const close = async () => {
    await instance.stop();
    await Promise.all(Object.values(all).map((one) => one.close()));
  };
  return { instance, stripe, close };
}
