import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import { createStore } from "@/lib/services/people/accounts/write-store";
import { enter, makePlan, makeProduct, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { newPhone } from "./payer";
import { kenya } from "./seller";

// Money that a seller takes themselves, and what people of a store know of an order.

/** What the owner of the phone does. */
async function approveAt(page: Page, number: string): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(`/sandbox/phone/${number.replace(/^\+|^0/, (start) => (start === "0" ? "254" : ""))}`);
  await phone.getByLabel("PIN").fill("1234");
  await phone.getByRole("button", { name: "Approve" }).click();
  await phone.close();
}

async function markedInvoice(page: Page): Promise<string> {
  await page.goto("/dashboard/invoices/new");
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", { name: "Line 1" });
  await line.getByLabel("Description").fill("Water, 1,000 litres");
  await line.getByLabel("Unit price, KES").fill("1500");
  await page.getByRole("button", { name: "Save as draft" }).last().click();
  await page.waitForURL(/\/invoices\/\d+$/);
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByRole("link", { name: "Record a payment" }).waitFor();
  return new URL(page.url()).pathname;
}

test("cash for an invoice is recorded with a receipt, and taken back with a reason that everybody reads", async ({
  page,
}) => {
  await openStore(page.context());
  const invoice = await markedInvoice(page);
  await page.getByRole("link", { name: "Record a payment" }).click();
  await page.getByLabel("Code (may stay empty)").fill("TILL-77");
  await page.getByRole("button", { name: "Record KES 1,500" }).click();
  await page.waitForURL(`**${invoice}`);
  await page.getByRole("link", { name: "ORD-000001" }).click();
  await expect(page.locator("main").getByText("TILL-77").first()).toBeVisible();
  const receipt = await page.getByLabel("Receipt link").inputValue();

  await page.getByRole("link", { name: "Recorded by mistake" }).click();
  await page.getByLabel("Why").fill("It was for another bakery");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Taken back: this payment was recorded by mistake")).toBeVisible();
  await expect(page.getByText("Recorded payment taken back: It was for another bakery")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the receipt again" })).toBeHidden();
  const order = new URL(page.url()).pathname;
  await page.goto(`${order}/payment/undo`);
  await expect(page).toHaveURL(new RegExp(`${order}$`));
  await page.goto(invoice);
  await expect(page.locator("main").getByText("It was for another bakery")).toBeVisible();
  await page.goto(receipt);
  await expect(page.getByText(/recorded this payment by mistake/)).toBeVisible();
});

test("a sale at the counter is recorded without script, and its receipt is there at once", async ({
  page,
  browser,
}) => {
  const store = await openStore(page.context());
  await makeProduct(store, "Kericho tea");
  await page.goto("/dashboard");
  const counter = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
  });
  const there = await counter.newPage();
  await there.goto("/dashboard/orders");
  await there.getByRole("link", { name: "Record a sale" }).first().click();
  await there.getByRole("spinbutton", { name: /Kericho tea/ }).fill("2");
  await there.getByText("Till or bank", { exact: true }).click();
  await there.getByText("More: name, e-mail, code").click();
  await there.getByLabel("Code (may stay empty)").fill("SJX81");
  await there.getByRole("button", { name: "Record the sale" }).click();
  await expect(there.getByText("The sale is recorded.")).toBeVisible();
  await expect(there.getByAltText("QR code of the receipt")).toBeVisible();
  await expect(there.locator("main").getByText("KES 2,400").first()).toBeVisible();
  await there.getByRole("link", { name: "Open the page" }).click();
  await expect(there.getByText(/^\W*Paid$/).first()).toBeVisible();
  await expect(there.locator("main").getByText("Kericho tea")).toBeVisible();
  await counter.close();

  // In the palette too; what is sold is the seller's own money, and not in the wallet.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("record a sale");
  await expect(page.getByRole("option", { name: "Record a sale" })).toBeVisible();
  await page.goto("/dashboard/wallet/totals");
  await expect(page.locator("main table").getByText("2,400")).toBeVisible();
});

test("with one thumb at 320 px a phone is asked in three taps, and the page turns into the receipt", async ({
  page,
}) => {
  const store = await openStore(page.context());
  for (const name of ["Kericho tea", "Ugali flour", "Sugar"]) await makeProduct(store, name);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto("/dashboard/orders/sell");
  const number = newPhone();
  const charge = page.getByRole("button", { name: "Ask to pay" });
  await page.getByText("Sugar", { exact: true }).click();
  await page.getByPlaceholder("Phone").fill(number);
  await page.getByText("More: name, e-mail, code").click();
  await page.getByLabel("Customer (may stay empty)").fill("Amina Okello");
  await charge.click();
  await expect(page.getByText(/^Waiting for/)).toBeVisible();
  await approveAt(page, number);
  await expect(page.getByAltText("QR code of the receipt")).toBeVisible({ timeout: 30_000 });

  for (const name of ["Zuri Wanjiru", "Hassan Abdi", "Ruth Nyokabi"])
    await sellAtCounter(store.world, store.seller, {
      ...{ id: randomUUID(), lines: [{ name: "A cut", quantity: "", price: "100" }], method: "cash" },
      ...{ customer: { name, email: "", phone: newPhone() }, reference: "" },
    });

  // Whoever bought before stands there by name: their phone is one tap.
  await page.getByRole("link", { name: "Record another sale" }).click();
  await page.getByText("Ugali flour", { exact: true }).click();
  await page.getByText("Amina Okello").click();
  await expect(page.locator("[data-total]")).toHaveText("KES 1,200");
  await expect(charge).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await charge.click();
  await expect(page.getByText(/^Waiting for/)).toBeVisible();
  // After a form the focus is at what was just done.
  await expect(page.locator("[data-flash]")).toBeFocused();
});

test("with a keyboard and a scanner: a code and Enter, a name and Enter, arrows and Enter", async ({
  page,
}) => {
  const store = await openStore(page.context());
  for (const name of ["Kericho tea", "Ugali flour", "Sugar"]) await makeProduct(store, name);
  const { world, seller } = store;
  const flour = { storeId: seller.storeId, name: "Ugali flour" };
  await world.db.product.updateMany({ where: flour, data: { shortDescription: "2 kg. 6161100600018" } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard/orders/sell");
  const of = (name: RegExp) => page.getByRole("spinbutton", { name });
  await expect(page.getByLabel("Find a product")).toBeFocused();
  for (const typed of ["6161100600018", "6161100600018", "keri"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  }
  await page.getByLabel("Find a product").fill("");
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(of(/Ugali flour/)).toHaveValue("3");
  await expect(of(/Kericho tea/)).toHaveValue("1");
  await page.getByRole("button", { name: "One less: Ugali flour" }).click();
  await page.getByLabel("Other amount", { exact: true }).fill("50");
  await expect(page.locator("[data-total]")).toHaveText("KES 3,650");
  await page.getByText("Cash", { exact: true }).click();
  await page.getByRole("button", { name: "Record the sale" }).click();
  await expect(page.getByText("The sale is recorded.")).toBeVisible();
  await expect(page.locator("main").getByText("KES 3,650").first()).toBeVisible();
});

test("the counter of a full shelf is 17 KB packed; the rest of it is one press away, and what was chosen stays", async ({
  page,
}) => {
  const store = await openStore(page.context());
  for (let at = 1; at <= 26; at += 1) await makeProduct(store, `Goods of the shelf ${at}`);
  await page.goto("/dashboard/orders/sell");
  const html = await (await page.request.get("/dashboard/orders/sell")).body();
  expect(gzipSync(html).length).toBeLessThanOrEqual(17 * 1024);
  await page.getByText("Goods of the shelf 20", { exact: true }).click();
  await page.getByRole("link", { name: "All products" }).click();
  await expect(page.getByText("Goods of the shelf 1", { exact: true })).toBeVisible();
  await expect(page.locator("[data-total]")).toHaveText("KES 1,200");
});

test("a tag and a note on an order are there for everybody of the store, and the tag narrows the list", async ({
  page,
}) => {
  await openStore(page.context());
  await page.goto("/dashboard/orders/sell");
  await page.getByLabel("Other amount", { exact: true }).fill("300");
  await page.getByText("Cash", { exact: true }).click();
  await page.getByRole("button", { name: "Record the sale" }).click();
  await page.getByRole("link", { name: "Back to ORD-000001" }).click();
  await page.getByLabel("Tag", { exact: true }).fill("market");
  await page.getByRole("button", { name: "Add tag" }).click();
  await expect(page.getByText("Tagged with market.")).toBeVisible();
  await page.getByLabel("New note").fill("Paid with a large note");
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByText("Your note is saved.")).toBeVisible();
  await expect(page.locator("main").getByText("Paid with a large note")).toBeVisible();
  await page.locator("main").getByRole("link", { name: "market", exact: true }).click();
  await expect(page.locator("main table").getByText("ORD-000001")).toBeVisible();
});

test("a member who is limited to one store sees that one, and has no other", async ({ page, browser }) => {
  const store = await openStore(page.context(), { storeName: "Duka la Kati" });
  const { world, seller } = store;
  await makePlan(store);
  const second = { ...kenya, storeName: "Duka la Pwani", name: "Duka la Pwani" };
  await createStore(world, seller, second);
  const email = `${randomUUID()}@example.com`;
  const person = { email, password: randomUUID(), storeName: "Own", name: "Zawadi Otieno", ip: null };
  const { userId } = await signUp(world, { ...person, ...kenya });
  const { accountId } = seller;
  await world.db.member.create({
    data: { accountId, userId, role: "admin", createdAt: world.clock.now() },
  });

  await page.goto(`/dashboard/team/${userId}`);
  await page.getByLabel("Stores", { exact: true }).selectOption("some");
  await page.getByLabel("Duka la Pwani").check();
  await page.getByRole("button", { name: "Change the stores" }).click();
  await expect(page.getByText("Zawadi Otieno has other stores now")).toBeVisible();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await enter(context, email);
  const theirs = await context.newPage();
  await theirs.goto("/dashboard/account");
  await expect(theirs.getByText("Duka la Pwani").first()).toBeAttached();
  await expect(theirs.getByText("Duka la Kati")).toHaveCount(0);
  await context.close();
});
