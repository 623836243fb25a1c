import { expect, type Page } from "@playwright/test";
import { makeEndpoint, makeKey, makePlan, openStore } from "./backstage";
import { answerOnPhone, newPhone, payByPhone } from "./payer";
import { addPlan, payInTestMode, secretTaken, sendEmptySignUp, signInWrongly } from "./seller";

/** One page in one state: its name in e2e/screenshots, and how to get there. */
export interface Look {
  name: string;
  /** An address, or the way to a state that has none. */
  open: string | ((page: Page) => Promise<unknown>);
  /** What the state is answered with, when that is an error on purpose. */
  status?: number;
}

const dev = "/dashboard/developers";

/** Pages of somebody who is not signed in. */
export const outside: Look[] = [
  { name: "home", open: "/" },
  { name: "home-french", open: "/?hl=fr" },
  { name: "home-english", open: "/?hl=en" },
  { name: "sign-in", open: "/sign-in" },
  { name: "sign-in-wrong", open: signInWrongly },
  { name: "sign-up", open: "/sign-up" },
  { name: "sign-up-problems", open: sendEmptySignUp },
  { name: "forgot-password", open: "/forgot-password" },
  { name: "forgot-password-sent", open: "/forgot-password?sent=1" },
  { name: "reset-password-spent", open: "/reset-password/0" },
  { name: "sign-in-link", open: "/sign-in/link" },
  { name: "sign-in-link-sent", open: "/sign-in/link?sent=1" },
  { name: "sign-in-link-spent", open: "/sign-in/link/0" },
  { name: "invitation-spent", open: "/invitation/0" },
  { name: "verify-email-spent", open: "/verify-email/0" },
  { name: "undo-spent", open: "/undo/nothing", status: 404 },
  { name: "not-found", open: "/nowhere", status: 404 },
  { name: "handbook", open: "/help/en" },
  { name: "handbook-page", open: "/help/sw/sellers/own-phone" },
  { name: "handbook-code", open: "/help/fr/developers/webhooks" },
  { name: "handbook-search", open: "/help/en/search?q=refund" },
  { name: "handbook-missing", open: "/help/fr/sellers/rien", status: 404 },
];

/** The dashboard of a store in which nothing has happened yet. */
export const empty: Look[] = [
  { name: "empty-overview", open: "/dashboard" },
  { name: "empty-products", open: "/dashboard/products" },
  { name: "empty-orders", open: "/dashboard/orders" },
  { name: "empty-subscriptions", open: "/dashboard/subscriptions" },
  { name: "empty-customers", open: "/dashboard/customers" },
  { name: "empty-links", open: "/dashboard/links" },
  { name: "empty-invoices", open: "/dashboard/invoices" },
  { name: "empty-quotes", open: "/dashboard/invoices/quotes" },
  { name: "quote-new", open: "/dashboard/invoices/quotes/new" },
  { name: "empty-recurring", open: "/dashboard/invoices/recurring" },
  { name: "recurring-new", open: "/dashboard/invoices/new?repeat=month" },
  { name: "empty-wallet", open: "/dashboard/wallet" },
  { name: "empty-search", open: "/dashboard/search?q=nobody" },
  { name: "empty-keys", open: `${dev}/keys` },
  { name: "empty-endpoints", open: `${dev}/endpoints?mode=test` },
  { name: "empty-events-live", open: `${dev}/events` },
  { name: "empty-events-test", open: `${dev}/events?mode=test` },
  { name: "empty-test-mode", open: `${dev}/test-mode` },
  { name: "pay-test-mode-off", open: async (page) => page.goto(`${await addPlan(page)}?test=1`) },
  { name: "refunds-empty", open: "/dashboard/refunds" },
  { name: "disputes-empty", open: "/dashboard/disputes" },
];

/** A store with a history: two subscriptions, one of them past_due, and events that arrived and that did not. */
export async function makeHistory(page: Page, hooks: { url: string; answers: number[] }): Promise<Look[]> {
  const store = await openStore(page.context(), { storeName: "Maji Kwetu" });
  const subscribeUrl = await makePlan(store, "Gold");
  await payLive(page, subscribeUrl);
  await makeKey(store, "test", "Laptop of Ọlá");
  await makeKey(store, "live", "Production server");
  const endpoint = new URL((await makeEndpoint(store, "test", hooks.url)).page);
  await page.goto(endpoint.href);
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("It answered 200").waitFor();
  await payInTestMode(page, subscribeUrl, "one_word_".repeat(21));
  await payInTestMode(page, subscribeUrl, "user_2");
  hooks.answers.push(500);
  await payInTestMode(page, subscribeUrl, "user_1");
  const manage = new URL(page.url()).pathname;
  await page.goto(`${dev}/test-mode`);
  await page.getByRole("button", { name: "End the period: user_2" }).click();
  await page.getByText("Sent subscription.past_due").waitFor();
  return [...dashboard(endpoint.pathname), ...selling, ...french, ...payer(subscribeUrl, manage)];
}

/** One payment with play money, so that there is an order, a subscription and a customer. */
async function payLive(page: Page, subscribeUrl: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(`${subscribeUrl}?ref=user_live`);
  await payByPhone(tab, newPhone());
  await answerOnPhone(tab, "Approve");
  await tab.getByRole("heading", { name: "KES 1,500 to Maji Kwetu" }).waitFor();
  await tab.close();
}

/** Goes to a list and from there to its first thing. */
function firstOf(path: string) {
  return async (page: Page) => {
    await page.goto(path);
    await page.locator("main table a").first().click();
    await page.waitForURL((url) => url.pathname !== path);
  };
}

/** Pages of selling, in a store with one live payment. */
const selling: Look[] = [
  { name: "orders", open: "/dashboard/orders" },
  { name: "orders-none-match", open: "/dashboard/orders?search=nobody" },
  { name: "order", open: firstOf("/dashboard/orders") },
  { name: "subscriptions", open: "/dashboard/subscriptions" },
  { name: "numbers", open: "/dashboard/subscriptions/numbers" },
  { name: "subscription", open: firstOf("/dashboard/subscriptions") },
  { name: "customers", open: "/dashboard/customers" },
  { name: "customer", open: firstOf("/dashboard/customers") },
  { name: "customer-new", open: "/dashboard/customers/new" },
  { name: "customers-import", open: "/dashboard/customers/import" },
  { name: "customers-import-plan", open: planImport },
  { name: "link-new", open: "/dashboard/links/new" },
  { name: "invoice-new", open: "/dashboard/invoices/new" },
  { name: "wallet", open: "/dashboard/wallet" },
  { name: "statement", open: "/dashboard/wallet/statement" },
  { name: "messages", open: "/dashboard/messages" },
  { name: "tasks", open: "/dashboard/tasks" },
  { name: "settings", open: "/dashboard/settings" },
  { name: "settings-look", open: "/dashboard/settings/look" },
  { name: "settings-selling", open: "/dashboard/settings/selling" },
  { name: "verification", open: "/dashboard/settings/verification" },
  { name: "notifications", open: "/dashboard/settings/notifications" },
  { name: "numbering", open: "/dashboard/settings/numbering" },
  { name: "search", open: "/dashboard/search?q=1" },
];

async function planImport(page: Page): Promise<void> {
  await page.goto("/dashboard/customers/import");
  await page.getByLabel("Or paste the lines").fill("name,email\nAmina,amina@example.com\nBen,nobody\n");
  await page.getByRole("button", { name: "See what will happen" }).click();
  await page.getByText("1 new, 0 changed").waitFor();
}

/** The same store for somebody who reads French; English again afterwards. */
const french: Look[] = [
  { name: "overview-french", open: (page) => choose(page, "Français", "/dashboard", /^Bonjour/) },
  { name: "customers-french", open: "/dashboard/customers" },
  { name: "settings-french", open: "/dashboard/settings" },
  { name: "overview-again", open: (page) => choose(page, "English", "/dashboard", /^Hello/) },
];

async function choose(page: Page, language: string, path: string, heading: RegExp): Promise<void> {
  await page.goto(path);
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: language }).filter({ visible: true }).click();
  await page.getByRole("heading", { name: heading }).waitFor();
}

function dashboard(endpointPath: string): Look[] {
  const secretOf = (path: string, label: string, value: string, button: string) => async (page: Page) => {
    await page.goto(path);
    await page.getByLabel(label).fill(value);
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("link", { name: secretTaken }).waitFor();
  };
  const follow = (path: string, name: string | RegExp) => async (page: Page) => {
    await page.goto(path);
    await page.getByRole("link", { name }).first().click();
    await page.waitForURL((url) => url.pathname !== new URL(path, url).pathname);
  };
  return [
    { name: "overview", open: "/dashboard" },
    { name: "products", open: "/dashboard/products" },
    { name: "keys", open: `${dev}/keys` },
    { name: "key-new", open: `${dev}/keys/new?mode=test` },
    {
      name: "key-made",
      open: secretOf(`${dev}/keys/new?mode=test`, "Name", "once_".repeat(20), "Create key"),
    },
    { name: "key", open: follow(`${dev}/keys`, /^Replace or delete/) },
    { name: "endpoints", open: `${dev}/endpoints?mode=test` },
    { name: "endpoint-new", open: `${dev}/endpoints/new?mode=test` },
    {
      name: "endpoint-made",
      open: secretOf(`${dev}/endpoints/new?mode=live`, "URL", "https://example.com/hooks", "Add webhook"),
    },
    { name: "endpoint", open: `${endpointPath}?mode=test` },
    { name: "events", open: `${dev}/events?mode=test` },
    { name: "events-none-match", open: `${dev}/events?mode=test&delivery=skipped` },
    { name: "event", open: follow(`${dev}/events?mode=test`, /subscription\.activated/) },
    { name: "test-mode", open: `${dev}/test-mode` },
    { name: "dashboard-not-found", open: `${dev}/keys/1`, status: 404 },
    { name: "dashboard-nowhere", open: "/dashboard/nowhere", status: 404 },
  ];
}

function payer(subscribeUrl: string, manage: string): Look[] {
  const cancel = async (page: Page) => {
    await page.goto(`${manage}/cancel`);
    await page.getByRole("button").first().click();
    await page.getByText("The subscription is cancelled").waitFor();
  };
  return [
    { name: "pay-subscribe", open: `${subscribeUrl}?ref=user_9` },
    { name: "pay-test", open: `${subscribeUrl}?test=1&ref=user_9` },
    { name: "pay-test-failed", open: `${subscribeUrl}?test=1&ref=user_9&failed=1` },
    { name: "pay-test-renew", open: `${subscribeUrl}?test=1&ref=user_1` },
    { name: "pay-test-past-due", open: `${subscribeUrl}?test=1&ref=user_2` },
    { name: "pay-test-swahili", open: `${subscribeUrl}?test=1&ref=user_9&hl=sw` },
    { name: "manage-started", open: `${manage}?done=started&hl=en` },
    { name: "manage-cancel", open: `${manage}/cancel` },
    { name: "manage-cancelled", open: cancel },
    { name: "manage-not-found", open: "/manage/nothing", status: 404 },
    { name: "pay-bad-link", open: `${subscribeUrl}?test=1&ref=${"x".repeat(300)}`, status: 422 },
    { name: "store", open: "/store/maji-kwetu" },
  ];
}

/** A payment of which less comes than was asked for, so that it is set aside and somebody has to decide. */
export async function payShort(page: Page, subscribeUrl: string): Promise<void> {
  await page.goto(`${subscribeUrl}?ref=user_short`);
  await payByPhone(page, newPhone("269"));
  await page.waitForURL(/\/attempt\//);
}

const openTask = async (page: Page) => {
  const task = page.getByRole("link", { name: /that matched no payment$/ }).first();
  await expect(async () => {
    await page.goto("/ops/tasks?show=sellers");
    await expect(task).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await task.click();
  await page.getByRole("link", { name: "Accept it for the order" }).waitFor();
};

const withoutReason = async (page: Page) => {
  await page.goto("/ops/rails/flutterwave/set-up");
  await page.getByRole("button", { name: "Set up Flutterwave" }).click();
  await page.getByText(/things? to correct$/).waitFor();
};

/** Yesterday, as the form has it. */
const compareDay = async (page: Page) => {
  await page.goto("/ops/reconciliation");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForURL(/\/reconciliation\/\d+$/);
};

/** What who runs the service sees, with money of a store set aside. */
export const operator: Look[] = [
  ...["people", "ussd", "whatsapp"].map((name) => ({ name: `ops-${name}`, open: `/ops/${name}` })),
  { name: "ops-overview", open: "/ops" },
  { name: "ops-payments", open: "/ops/payments?show=paid" },
  { name: "ops-rail-set-up-mtn", open: "/ops/rails/mtn_momo/set-up" },
  { name: "ops-stores", open: "/ops/stores" },
  { name: "ops-stores-none-match", open: "/ops/stores?search=nobody+has+this+name" },
  { name: "ops-store", open: "/ops/stores/1" },
  { name: "ops-store-suspend", open: "/ops/stores/1/suspend" },
  { name: "ops-store-plan", open: "/ops/stores/1/plan" },
  { name: "ops-tasks", open: "/ops/tasks" },
  { name: "ops-task", open: openTask },
  {
    name: "ops-task-accept",
    open: async (page) => {
      await openTask(page);
      await page.getByRole("link", { name: "Accept it for the order" }).click();
      await page.getByLabel("Why").waitFor();
    },
  },
  { name: "ops-payouts", open: "/ops/payouts" },
  { name: "ops-payouts-done", open: "/ops/payouts?show=done" },
  { name: "ops-corrections", open: "/ops/corrections" },
  { name: "ops-refunds", open: "/ops/refunds" },
  { name: "ops-refunds-done", open: "/ops/refunds?show=done" },
  { name: "ops-disputes", open: "/ops/disputes" },
  { name: "ops-disputes-decided", open: "/ops/disputes?show=decided" },
  { name: "ops-reconciliation", open: "/ops/reconciliation" },
  { name: "ops-reconciliation-day", open: compareDay },
  { name: "ops-reconciliation-file", open: "/ops/reconciliation/file" },
  { name: "ops-plans", open: "/ops/plans" },
  { name: "ops-plan-new", open: "/ops/plans/new" },
  { name: "ops-plan", open: "/ops/plans/standard" },
  { name: "ops-plan-tried", open: "/ops/plans/standard?fee=x" },
  { name: "ops-plan-fixed", open: "/ops/plans/standard/KES?fixed=10&max=500" },
  { name: "ops-rails", open: "/ops/rails" },
  { name: "ops-rail", open: "/ops/rails/paystack" },
  { name: "ops-rail-set-up", open: "/ops/rails/paystack/set-up" },
  { name: "ops-rail-set-up-problems", open: withoutReason },
  { name: "ops-rail-order", open: "/ops/rails/order" },
  { name: "ops-health", open: "/ops/health" },
  { name: "ops-retention", open: "/ops/health/retention" },
  { name: "ops-messages", open: "/ops/messages" },
  { name: "ops-audit", open: "/ops/audit?all=1" },
  { name: "ops-not-found", open: "/ops/tasks/999999999", status: 404 },
];
