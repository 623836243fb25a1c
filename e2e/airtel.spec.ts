import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { makePlan, type OpenedStore, openStore } from "./backstage";
import { type AirtelEmulator, startAirtel } from "./emulators/airtel";
import { type Instance, openInstance } from "./open-instance";
import { payByPhone, untilReceipt } from "./payer";

// A seller's own account at Airtel Money, and what it took in as their bookkeeper wants it.

let instance: Instance;
let airtel: AirtelEmulator;
let store: OpenedStore;
let page: Page;
const uganda = { country: "UG", currency: "UGX", timeZone: "Africa/Kampala" };

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  airtel = await startAirtel({ realTime: true, startMs: Date.now() });
  instance = await openInstance({ WALLETS: "off", RAIL_AIRTEL_BASE_URL: airtel.url });
  const context = await browser.newContext({ baseURL: instance.siteUrl });
  store = await openStore(context, { place: uganda, dataDir: instance.dataDir });
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await instance.stop();
  await airtel.close();
});

test("a seller connects Airtel Money, whose callbacks are signed with its key", async () => {
  await page.goto("/dashboard/wallet/own/new?rail=airtel");
  await page.getByLabel("Name").fill("Airtel line");
  await page.getByLabel("Client ID").fill(airtel.keys.clientId);
  await page.getByLabel("Client secret").fill(airtel.keys.clientSecret);
  await page.getByText("More: keys that are not always needed").click();
  await page.getByLabel("Private key").fill(airtel.keys.callbackKey);
  await page.getByLabel("Country").selectOption("UG");
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Connect and check" }).click();
  await expect(page.getByText("It answers and is on. Payers can pay into it now.")).toBeVisible();
  const address = await page.locator("main input[readonly]").first().inputValue();
  expect(address).toContain("/api/rails/airtel/");
  airtel.callbackUrl.current = address;
});

test("a payer approves the prompt on an Airtel phone, and the receipt comes by itself", async ({
  browser,
}) => {
  const payer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await payer.goto(`${await makePlan(store)}?ref=user_1`);
  await payByPhone(payer, "0752 123 456");
  await untilReceipt(payer);
  await payer.getByRole("link", { name: "See the receipt" }).click();
  await expect(payer.getByText("Paid directly to")).toBeVisible();
  await payer.context().close();
});

test("the bookkeeper's month has it: the account by its name, its sales, and the file with Airtel's reference", async () => {
  await page.goto("/dashboard/bookkeeping");
  // It begins with the last month that is over.
  await page.getByRole("link", { name: "Later month" }).click();
  const table = page.getByRole("table", { name: "Accounts of the month" });
  await expect(table.getByRole("row").filter({ hasText: "Airtel line" })).toContainText("UGX 1,500");
  await expect(table.getByRole("row").filter({ hasText: "Sales" })).toContainText("UGX 1,500");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Spreadsheet" }).click(),
  ]);
  const text = readFileSync(await file.path(), "utf8");
  const [line] = airtel.lines();
  expect(text).toContain(line?.airtelId);
  expect(text).toContain("ORD-000001");
});

test("a seller says for which program and to whom each month goes, and what accounts are called there", async () => {
  await page.goto("/dashboard/bookkeeping");
  await page.getByRole("link", { name: "Set up for your bookkeeper" }).click();
  await page.getByLabel("Program").selectOption("Xero");
  await page.getByLabel("Send each month to").fill("not an address");
  await page.getByText("Names of accounts").click();
  await page.getByLabel("Sales", { exact: true }).fill("200 Sales");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Send each month to")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Send each month to").fill("books@example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Each month goes to books@example.com.")).toBeVisible();
  await page.getByRole("link", { name: "Later month" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Xero" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain("200 Sales");
});
