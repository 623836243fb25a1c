import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/** A Kenyan number that nobody else asks meanwhile; its last digits leave the outcome to its make-believe phone. */
export function newPhone(ending = "345"): string {
  return `071${String(randomInt(10_000)).padStart(4, "0")}${ending}`;
}

/** As pages show it: "0712 •••345". */
export function masked(phone: string): string {
  return `${phone.slice(0, 4)} •••${phone.slice(-3)}`;
}

/** Presses a button that sends a form, and waits for the page that it leads to: who went on sooner would race with it. */
export async function send(page: Page, name: string | RegExp): Promise<void> {
  const answered = page.waitForEvent("domcontentloaded");
  await page.getByRole("button", { name }).click();
  await answered;
}

/** Fills the form of a page that takes money, and presses Pay. */
export async function payByPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel("Mobile number").fill(phone);
  await send(page, /^Pay /);
}

/** Answers the request on the make-believe phone in a tab of its own, the way a payer takes up the phone. */
export async function answerOnPhone(
  page: Page,
  button: "Approve" | "Decline" | "Ignore",
  pin = "1234",
): Promise<void> {
  const link = page.getByRole("link", { name: "Open the payer's phone" });
  const phone = await page.context().newPage();
  await phone.goto(new URL((await link.getAttribute("href")) ?? "", page.url()).toString());
  if (button === "Approve") await phone.getByLabel("PIN").fill(pin);
  await phone.getByRole("button", { name: button }).click();
  await expect(phone.getByRole("link", { name: "Back to the payment" })).toBeVisible();
  await phone.close();
}

/** The page of a payment, until it leads to the receipt. */
export async function untilReceipt(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "See the receipt" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

/** Pays at the page that is open, by a phone that nobody else has, and waits for the receipt. */
export async function payAndSee(page: Page): Promise<void> {
  await payByPhone(page, newPhone());
  await answerOnPhone(page, "Approve");
  await untilReceipt(page);
}

/** The hidden fields of the payment form and what was typed, as they would be posted. */
export async function formFields(page: Page, typed: Record<string, string>): Promise<Record<string, string>> {
  const hidden = await page
    .locator("form#pay input[type=hidden]")
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
    );
  return { ...Object.fromEntries(hidden), method: "mobile_money", ...typed };
}

/** Types a test card and pays; the bank's question comes after it for one of the cards. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Test card number").fill(number);
  await page.getByLabel("Expiry").fill("12/30");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
}

/** Waits until the make-believe phone is asked, and approves. */
export async function answerWhenAsked(page: Page, number: string): Promise<void> {
  const phone = await page.context().newPage();
  await expect(async () => {
    await phone.goto(new URL(`/sandbox/phone/254${number.slice(1)}`, page.url()).toString());
    await expect(phone.getByLabel("PIN")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 150_000, intervals: [1_000] });
  await phone.getByLabel("PIN").fill("1234");
  await phone.getByRole("button", { name: "Approve" }).click();
  // A page that is closed sooner may never have sent it.
  await expect(phone.getByRole("link", { name: "Back to the payment" })).toBeVisible();
  await phone.close();
}
