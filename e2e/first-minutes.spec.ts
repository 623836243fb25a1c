import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { newPhone, payByPhone } from "./payer";

/** Where `npm run film` wants the pictures; without it the story is told and nothing is drawn. */
const film = process.env.FILM;

test.use({ viewport: { width: 360, height: 700 } });

test("the first three minutes: from the home page to a payment that is found by its M-PESA code", async ({
  page,
}) => {
  await page.goto("/");
  await draw(page, "1-home");
  await page.getByRole("link", { name: "Open your shop" }).first().click();
  await page.getByLabel("Name of your shop").fill("Maji Safi");
  await page.getByLabel("E-mail").fill(`amina${Date.now() % 100_000}@example.com`);
  await page.getByLabel("Password").fill("clean water daily");
  await page.getByLabel("Country").selectOption("KE");
  await draw(page, "2-sign-up");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Hello, Maji Safi" })).toBeVisible();
  await draw(page, "3-begin");

  await page.goto("/dashboard/links/new");
  await page.getByLabel("Title", { exact: true }).fill("Refill, 20 litres");
  await page.getByLabel("Amount in KES", { exact: true }).fill("250");
  await draw(page, "4-link");
  await page.getByRole("button", { name: "Create payment link" }).click();
  const link = page.getByRole("link", { name: "Open the page" });
  await expect(link).toBeVisible();
  await draw(page, "5-share");

  const payer = await page.context().newPage();
  await payer.goto((await link.getAttribute("href")) ?? "");
  await payer.getByLabel("Mobile number").fill("0712 345 678");
  await draw(payer, "6-pay");
  await payByPhone(payer, newPhone());
  await draw(payer, "7-check-your-phone");
  const handset = await page.context().newPage();
  const phone = payer.getByRole("link", { name: "Open the payer's phone" });
  await handset.goto(new URL((await phone.getAttribute("href")) ?? "", payer.url()).toString());
  await handset.getByLabel("PIN").fill("1234");
  await draw(handset, "8-pin");
  await handset.getByRole("button", { name: "Approve" }).click();
  const receipt = payer.getByRole("link", { name: /receipt/i }).first();
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  await receipt.click();
  await expect(payer.getByText("M-PESA code")).toBeVisible();
  await draw(payer, "9-receipt");
  const code = /SBX[0-9A-F]{10}/.exec((await payer.locator("body").textContent()) ?? "")?.[0] ?? "";

  const told = page.locator("details", { hasText: "KES 250 received" });
  await expect(async () => {
    await page.goto("/dashboard/messages");
    await told.locator("summary").first().click({ timeout: 2_000 });
  }).toPass();
  await expect(told.first()).toContainText("Refill, 20 litres");
  await draw(page, "10-told");
  await page.goto(`/dashboard/search?q=${code}`);
  await expect(page.getByText(`M-PESA code ${code}`)).toBeVisible();
  await draw(page, "11-found");
});

async function draw(page: Page, name: string): Promise<void> {
  if (!film) return;
  mkdirSync(film, { recursive: true });
  await page.screenshot({ path: path.join(film, `${name}.png`), animations: "disabled", caret: "hide" });
}
