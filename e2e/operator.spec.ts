import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { scratchDirectory } from "@/scripts/lab/testing/scratch";
import { endHolds, enter, moveTransfers, worldOf } from "./backstage";
import { freePort, startAt } from "./bad-luck/instance";
import { startPaystack } from "./emulators/paystack";
import { test as base, type Demo, expect } from "./fixtures";

// What who runs the service does, with scripts off, as on a borrowed phone. In an instance of its own, because a rail that
// is set up takes the play money away from every other story.

interface OperatorDemo extends Demo {
  dataDir: string;
  products: { subscribe_url: string }[];
}

const rightKey = "sk_test_0123456789abcdef";
const reason = "A customer told us on the phone.";

const test = base.extend<{ demo: OperatorDemo }, { service: OperatorDemo }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
    async ({}, use) => {
      const dataDir = scratchDirectory("sente-operator-");
      const provider = await startPaystack({ realTime: true, secretKey: rightKey });
      process.env.RAIL_PAYSTACK_BASE_URL = provider.url;
      // A payout is part of the story, and a day is longer than it is.
      process.env.WALLET_HOLD_MINUTES = "0";
      const place = { dataDir, port: await freePort(), hookUrl: `${provider.url}/hooks` };
      const instance = await startAt(place).finally(() => {
        delete process.env.RAIL_PAYSTACK_BASE_URL;
        delete process.env.WALLET_HOLD_MINUTES;
      });
      const made = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
      await use({ ...made, dataDir } as OperatorDemo);
      instance.child.kill("SIGINT");
      await instance.ended;
      await provider.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
  demo: async ({ service }, use) => {
    await use(service);
  },
});

test.describe.configure({ mode: "serial" });
test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
test.setTimeout(180_000);

test.beforeEach(async ({ page, demo }) => {
  operatorPassword = demo.operator.password;
  await enter(page.context(), demo.operator.email, demo.dataDir);
});

let operatorPassword = "";

/** The page before an act: says why, shows again who asks where that is wanted, and does it. */
async function act(page: Page, button: string, why = reason): Promise<void> {
  await page.getByLabel("Why").fill(why);
  const password = page.getByLabel("Your password");
  if ((await password.count()) > 0) await password.fill(operatorPassword);
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText(/^Done/)).toBeVisible();
}

async function asPayer(browser: Browser, look: (payer: Page) => Promise<void>): Promise<void> {
  const payer = await browser.newPage({ javaScriptEnabled: false });
  await look(payer);
  await payer.close();
}

async function asSeller(
  browser: Browser,
  demo: OperatorDemo,
  look: (seller: Page, demo: OperatorDemo) => Promise<void>,
): Promise<void> {
  const seller = await browser.newPage({ javaScriptEnabled: false, baseURL: demo.site_url });
  await enter(seller.context(), demo.owner.email, demo.dataDir);
  await look(seller, demo);
  await seller.close();
}

test("a store is suspended, its payers see it closed, and undoing it opens it again", async ({
  page,
  browser,
  demo,
}) => {
  const url = demo.products[0]?.subscribe_url ?? "";
  await page.goto("/ops");
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Stores", exact: true }).click();
  await page.getByRole("row").getByRole("link").first().click();
  await page.getByText("Suspend or block it").click();
  await page.getByRole("link", { name: "Suspend the store" }).click();
  await expect(page.getByText("Hosted pages stop taking payments.")).toBeVisible();
  await page.getByRole("button", { name: "Suspend the store" }).click();
  await expect(page.getByRole("alert")).toContainText("Write why");
  await act(page, "Suspend the store");
  await expect(page.getByText("Suspended").first()).toBeVisible();
  await asPayer(browser, async (payer) => {
    await payer.goto(`${url}?ref=user_1`);
    await expect(payer.getByText("This seller cannot take payments right now").first()).toBeVisible();
    await expect(payer.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  });

  await page.getByRole("link", { name: "Restore the store" }).click();
  await act(page, "Restore the store");
  await asPayer(browser, async (payer) => {
    await payer.goto(`${url}?ref=user_1`);
    await expect(payer.getByRole("button", { name: /^Pay/ })).toBeVisible();
  });
  await page.goto("/ops/audit");
  await expect(page.getByText("Store: suspended")).toBeVisible();
  await expect(page.getByText(reason).first()).toBeVisible();
  // What was done just now is sealed within a minute, and then in the files.
  for (const form of ["CSV", "JSONL"]) {
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: `Whole log, ${form}` }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe(`audit-log.${form.toLowerCase()}`);
    if (form === "CSV") expect(readFileSync(await file.path(), "utf8")).toContain("entry_hash");
  }
  await page.goto("/ops/messages");
  await expect(page.getByText(/is suspended$/).first()).toBeVisible();
});

test("fees with a fixed amount are tried, saved and read by the seller", async ({ page }) => {
  await page.goto("/ops/plans");
  await page.getByRole("link", { name: "Standard" }).click();
  await page.getByRole("link", { name: "Change KES" }).click();
  await page.locator("#try-fixed").fill("20");
  await page.locator("#try-min").fill("30");
  await page.getByRole("button", { name: "Show what they keep" }).click();
  await expect(page.getByRole("row", { name: /KES\s1,000/ })).toContainText(/KES\s970/);
  await page.getByLabel("Why").fill(reason);
  await page.locator("#password").fill(operatorPassword);
  await page.getByRole("button", { name: "Save the amounts" }).click();
  await expect(page.getByText(/^The amounts in KES are changed/)).toBeVisible();
  await expect(page.getByText(/KES\s20, min\. KES\s30/).first()).toBeVisible();
  // What was tried is what was saved, and all of it can be taken back.
  await page.getByRole("link", { name: "Change KES" }).click();
  await expect(page.locator("#fixed")).toHaveValue("20.00");
  await page.locator("#fixed").fill("");
  await page.locator("#min").fill("");
  await page.getByLabel("Why").fill(reason);
  await page.locator("#password").fill(operatorPassword);
  await page.getByRole("button", { name: "Save the amounts" }).click();
  await expect(page.getByText(/^The amounts in KES are changed/)).toBeVisible();
});

test("money that matched no payment is accepted for its order", async ({ page, browser, demo }) => {
  const url = demo.products[0]?.subscribe_url ?? "";
  await asPayer(browser, async (payer) => {
    await payer.goto(`${url}?ref=user_short`);
    await payer.getByLabel("Mobile number").fill("0712 345 269");
    await payer.getByRole("button", { name: /^Pay/ }).click();
    await expect(payer).toHaveURL(/\/attempt\//);
  });
  const task = page.getByRole("link", { name: /^We hold KES .* that matched no payment$/ });
  await expect(async () => {
    await page.goto("/ops/tasks?show=sellers");
    await expect(task).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await task.click();
  await page.getByRole("link", { name: "Accept it for the order" }).click();
  await expect(page.getByText("The order counts as paid")).toBeVisible();
  await act(page, "Accept it for the order");
  await expect(page.getByText("Settled").first()).toBeVisible();
  await page.goto("/ops/audit?action=suspense.");
  await expect(page.getByText("Suspense: accepted")).toBeVisible();
  await page.goto("/ops");
  await expect(page.getByRole("link", { name: "1 paid" }).first()).toBeVisible();
});

test("a payout that the provider refuses is returned to the wallet, and its seller is told", async ({
  page,
  browser,
  demo,
}) => {
  await asPayer(browser, async (payer) => {
    await payer.goto(`${demo.products[0]?.subscribe_url ?? ""}?ref=user_paid`);
    await payer.getByLabel("Mobile number").fill("0712 345 789");
    await payer.getByRole("button", { name: /^Pay/ }).click();
    await expect(payer).toHaveURL(/\/attempt\//);
  });
  await asSeller(browser, demo, askForPayout);
  const payout = page.getByRole("link", { name: "KES 300" });
  await expect(async () => {
    await moveTransfers(demo.dataDir);
    await page.goto("/ops/payouts");
    await expect(payout).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await payout.click();
  await expect(page.getByText("The provider refused it, so nobody has the money.")).toBeVisible();
  await page.getByRole("link", { name: "Return it to the wallet" }).click();
  await expect(page.getByText("Nothing has left our account for it.")).toBeVisible();
  await act(page, "Return it to the wallet");
  await expect(page.getByText("Returned").first()).toBeVisible();
  await page.goto("/ops/messages");
  await expect(page.getByText(/has a payout back in its wallet$/).first()).toBeVisible();
});

/** KES 300 to a number to which the provider cannot pay, once what was paid has left its hold. */
async function askForPayout(seller: Page, { owner, dataDir }: OperatorDemo): Promise<void> {
  await seller.goto("/dashboard/wallet/accounts/new");
  const form = seller.locator("form", { has: seller.getByRole("button", { name: "Add this number" }) });
  await form.getByLabel("Number", { exact: true }).fill("0722 000 219");
  await form.getByLabel("Name it is registered in").fill("Achieng Otieno");
  await form.getByLabel("Your password").fill(owner.password);
  await form.getByRole("button", { name: "Add this number" }).click();
  // The payment succeeds by itself after some seconds, and then its hold is over at once.
  await expect(async () => {
    await endHolds(dataDir);
    await seller.goto("/dashboard/wallet/payouts/new");
    await seller.getByLabel("Amount in KES").fill("300", { timeout: 1_000 });
    await seller.getByRole("button", { name: "Continue" }).click();
    await expect(seller.getByLabel("Your password")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  await seller.getByLabel("Your password").fill(owner.password);
  await seller.getByRole("button", { name: "Pay out KES 300" }).click();
  await expect(seller.getByRole("heading", { name: "Payout of KES 300" })).toBeVisible();
}

test("a rail with a wrong key says why, works with the right one, and is taken away again", async ({
  page,
  demo,
}) => {
  const setUp = async (key: string) => {
    await page.goto("/ops/rails/paystack/set-up");
    await page.getByLabel("Secret key").fill(key);
    await page.getByLabel("Your password").fill(demo.operator.password);
    await page.getByLabel("Why").fill(reason);
    await page.getByRole("button", { name: "Set up Paystack" }).click();
  };
  await page.goto("/ops/rails");
  await expect(page.getByText("Payers pay with play money")).toBeVisible();
  await page.getByRole("link", { name: "Paystack" }).click();
  await expect(page.getByLabel("Callback URL")).toHaveValue(/\/api\/rails\/paystack$/);

  await setUp("sk_test_not_this_one");
  await expect(page.getByRole("alert")).toContainText("Paystack refuses these credentials");
  await expect(page.getByText(/^○\s*Off$/)).toBeVisible();
  await page.goto("/ops/rails");
  await expect(page.getByText("Payers pay with play money")).toBeVisible();
  await setUp(rightKey);
  await expect(page.getByText(/^●\s*On$/)).toBeVisible();
  await page.getByRole("button", { name: "Check connection" }).click();
  await expect(page.getByText("Paystack answers and takes these credentials")).toBeVisible();
  expect(await page.content()).not.toContain(rightKey);
  await page.goto("/ops/rails/paystack/set-up");
  expect(await page.content()).not.toContain(rightKey);

  await page.goto("/ops/rails/order?way=charge/card&country=KE&currency=KES");
  await page.getByLabel("First").selectOption("paystack");
  await act(page, "Set this order");
  await expect(page.getByText("(your order)")).toBeVisible();

  await limitAndSwitchRenewals(page, demo.dataDir);
  await page.goto("/ops/rails/paystack/off");
  await act(page, "Switch off");
  // Other processes may offer it for half a minute more, which is over here.
  const updatedAt = new Date(Date.now() - 31_000);
  await worldOf(demo.dataDir).db.railSetting.update({ where: { rail: "paystack" }, data: { updatedAt } });
  await page.goto("/ops/rails/paystack/remove");
  await act(page, "Remove");
  await page.goto("/ops/rails");
  await expect(page.getByText("Payers pay with play money")).toBeVisible();
  await page.goto("/ops/audit?action=rail.");
  for (const done of [
    "Rail: saved",
    "Rail: order set",
    "Rail: renewals limited",
    "Rail: renewals stopped",
    "Rail: switched off",
    "Rail: removed",
  ])
    await expect(page.getByText(done).first()).toBeVisible();
});

/** Renewals by themselves have a most in a day, and a switch. */
async function limitAndSwitchRenewals(page: Page, dataDir: string): Promise<void> {
  await page.goto("/ops/rails/paystack");
  await expect(page.getByText("0 of at most 5000 renewals by themselves")).toBeVisible();
  await page.getByRole("link", { name: "Limit renewals in a day" }).click();
  const most = page.getByLabel("Renewals by themselves in 24 hours, at most");
  await expect(most).toHaveValue("5000");
  await most.fill("many");
  await page.getByLabel("Why").fill(reason);
  await page.getByLabel("Your password").fill(operatorPassword);
  await page.getByRole("button", { name: "Limit renewals in a day" }).click();
  await expect(page.getByText("Use a whole number from 1 to 1000000.").first()).toBeVisible();
  await most.fill("250");
  await act(page, "Limit renewals in a day");
  await expect(page.getByText("0 of at most 250 renewals by themselves")).toBeVisible();
  await page.getByRole("link", { name: "Stop renewals by themselves" }).click();
  await act(page, "Stop renewals by themselves");
  const row = () => worldOf(dataDir).db.railRenewal.findUnique({ where: { rail: "paystack" } });
  expect(await row()).toMatchObject({ enabled: false, dailyMax: 250 });
  await page.getByRole("link", { name: "Let subscriptions renew by themselves" }).click();
  await act(page, "Let subscriptions renew by themselves");
  expect(await row()).toMatchObject({ enabled: true, dailyMax: 250 });
}

test("the health says what each line means, and the books are checked at once", async ({ page }) => {
  await page.goto("/ops/health");
  await page.getByText(/^Queues: \d+ fine$/).click();
  await expect(page.getByRole("heading", { name: "Payments to ask about" })).toBeVisible();
  await page.getByRole("button", { name: "Check the books now" }).click();
  await expect(page.getByText("The books were checked just now: all that must be true is.")).toBeVisible();
  await page.getByText(/^Books and server: \d+ fine$/).click();
  await expect(page.getByText(/^All right, \d+ s ago$/)).toBeVisible();
  await page.getByRole("link", { name: "What is kept, and for how long" }).click();
  await expect(
    page.getByRole("row", { name: /Callbacks of rails 90 days .*RETENTION_CALLBACKS_DAYS/ }),
  ).toBeVisible();
});

test("to everybody else the operator's area does not exist", async ({ page, browser, demo }) => {
  await page.context().clearCookies();
  await page.goto("/ops");
  await expect(page).toHaveURL(/\/sign-in/);
  const paths = [
    ...["", "/stores", "/stores/1", "/stores/1/suspend", "/stores/1/plan", "/audit", "/messages"],
    ...["/rails", "/rails/paystack", "/rails/paystack/set-up", "/rails/paystack/remove", "/rails/order"],
    ...["/tasks", "/tasks/1", "/tasks/1/close", "/payouts", "/health", "/health/retention"],
    ...["/payouts/00000000-0000-4000-8000-000000000000"],
  ];
  await asSeller(browser, demo, async (seller) => {
    for (const below of paths) {
      const answer = await seller.goto(`/ops${below}`);
      expect(answer?.status(), `/ops${below}`).toBe(404);
    }
  });
});
