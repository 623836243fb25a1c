import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export interface NewSeller {
  email: string;
  password: string;
  storeName: string;
}

export type Mode = "test" | "live";

/** Where a store is, as its form has it. */
export interface Place {
  country: string;
  currency: string;
  timeZone: string;
}

export const kenya: Place = { country: "KE", currency: "KES", timeZone: "Africa/Nairobi" };

/** A fresh account with its store, made the way a person makes it. Ends on the overview. */
export async function signUp(page: Page, storeName = "Duka la Amani", place = kenya): Promise<NewSeller> {
  const seller = { email: `${randomUUID()}@example.com`, password: randomUUID(), storeName };
  await page.goto("/sign-up");
  await page.getByLabel("Name of your shop").fill(storeName);
  await page.getByLabel("E-mail").fill(seller.email);
  await page.getByLabel("Password").fill(seller.password);
  await page.getByLabel("Country").selectOption(place.country);
  await page.getByText("Change currency, time or language").click();
  await page.getByLabel("Currency").selectOption(place.currency);
  await page.getByLabel("Time zone").selectOption(place.timeZone);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: `Hello, ${storeName}` })).toBeVisible();
  return seller;
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await typePassword(page, email, password);
  // A story that went on sooner would race with the page that signing in leads to.
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Sends the form of sign-in, right or wrong. The caller waits for what it expects. */
export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The address of its page for buyers, from its own page, where a new one ends. */
export function pageOfProduct(page: Page): Promise<string> {
  return page.getByLabel(/^(Product|Subscribe) link$/).inputValue();
}

/** A monthly plan of 1,500. Returns its subscribe page's address. */
export async function addPlan(page: Page, name = "Gold", { currency } = kenya): Promise<string> {
  await page.goto("/dashboard/products/new");
  await page.getByLabel("Subscription").check();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel(`Price in ${currency}`, { exact: true }).fill("1,500");
  await page.getByLabel("Paid", { exact: true }).selectOption("month");
  await page.getByRole("button", { name: "Save and share" }).click();
  await expect(page.getByText(`${name} is for sale at its subscribe page.`)).toBeVisible();
  return pageOfProduct(page);
}

/** Returns the key, and leaves by the button that says it is saved. */
export async function addKey(page: Page, mode: Mode, name = "My server"): Promise<string> {
  await page.goto(`/dashboard/developers/keys/new?mode=${mode}`);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return takeSecret(page, "Secret key");
}

/** Returns the signing secret, and leaves for the page of the endpoint. */
export async function addEndpoint(page: Page, mode: Mode, url: string): Promise<string> {
  await page.goto(`/dashboard/developers/endpoints/new?mode=${mode}`);
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  return takeSecret(page, "Signing secret");
}

/** Under a key, which is never seen again, and under a signing secret, which its owner may see again. */
export const secretTaken = /^(I have saved it|Done|Send a test)$/;

/** Reads a secret from the page that shows it, and goes on. */
export async function takeSecret(page: Page, label: string): Promise<string> {
  const secret = await page.getByLabel(label, { exact: true }).inputValue();
  await page.getByRole("link", { name: secretTaken }).click();
  await expect(page.getByRole("link", { name: secretTaken })).toHaveCount(0);
  return secret;
}

/** Presses a button of the test payment page for somebody. */
export async function payInTestMode(
  page: Page,
  subscribeUrl: string,
  ref: string,
  outcome: "Payment succeeds" | "Payment fails" = "Payment succeeds",
): Promise<void> {
  await page.goto(`${subscribeUrl}?test=1&ref=${encodeURIComponent(ref)}`);
  const form = page.url();
  await page.getByRole("button", { name: outcome }).click();
  // Going on while the form is sent would race with the page that it leads to.
  await page.waitForURL((url) => url.href !== form);
}

export async function signInWrongly(page: Page): Promise<void> {
  await typePassword(page, "nobody@example.com", "wrong password");
  await page.getByText("One thing to correct").waitFor();
}

export async function sendEmptySignUp(page: Page): Promise<void> {
  await page.goto("/sign-up");
  // Before the scripts run, the browser itself keeps an empty form back.
  await page.locator("form[novalidate]").waitFor();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Some things to correct").waitFor();
}
