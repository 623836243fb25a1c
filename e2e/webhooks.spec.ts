import type { Page } from "@playwright/test";
import { setUpTestMode } from "./backstage";
import { expect, test } from "./fixtures";
import { expectSigned, serviceSignature, standardSignature } from "./listener";
import { payInTestMode, takeSecret } from "./seller";

const endpointsPath = "/dashboard/developers/endpoints?mode=test";

test("an endpoint that answers 500 is tried again by itself, with the same id and bytes", async ({
  page,
  listener,
}) => {
  listener.answers.push(500);
  const { secret, subscribeUrl } = await setUpTestMode(page, listener.url);
  await payInTestMode(page, subscribeUrl, "user_1");
  const first = await listener.next("subscription.activated");
  expectSigned(first, secret);

  // What the listener answered is written down a moment after it answered.
  await expect(async () => {
    await page.goto("/dashboard/developers/events?mode=test");
    await expect(page.getByText("Failed, retrying")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 7_000 });
  await page.getByRole("link", { name: /subscription\.activated/ }).click();
  await expect(page.getByText(/^Attempt 1, .*500 in \d+ ms/)).toBeVisible();
  await expect(page.getByText(/Next attempt in \d+ s .* 11 tries left/)).toBeVisible();

  const second = await listener.next("subscription.activated", 2, 20_000);
  expectSigned(second, secret);
  expect(second.body).toBe(first.body);
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  await page.reload();
  await expect(page.getByText(/^Attempt 2, .*200 in \d+ ms/)).toBeVisible();
  await expect(page.getByText("Delivered")).toBeVisible();
});

test("a ping shows what the endpoint answered, in place", async ({ page, listener }) => {
  const { secret } = await setUpTestMode(page, listener.url);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(/It answered 200 after \d+ ms/)).toBeVisible();
  expectSigned(await listener.next("ping"), secret);
  listener.answers.push(404);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(/It answered 404, after \d+ ms\. Only 2xx counts/)).toBeVisible();
  await page.getByRole("link", { name: "See the ping in the event log" }).click();
  await expect(page.getByText(/^Attempt 1, .*404 in \d+ ms/)).toBeVisible();
});

test("while a secret is replaced both verify; X-Service-Signature moves when the owner switches", async ({
  page,
  listener,
}) => {
  const { secret: old, password, subscribeUrl } = await setUpTestMode(page, listener.url);
  await page.getByText("Replace it", { exact: true }).click();
  await page.locator("#rotate-password").fill(password);
  await page.getByRole("button", { name: "Make a new secret" }).click();
  const fresh = await takeSecret(page, "Signing secret");
  expect(fresh).not.toBe(old);

  await payInTestMode(page, subscribeUrl, "user_1");
  const during = await listener.next("subscription.activated");
  expect(during.headers["x-service-signature"]).toBe(serviceSignature(old, during));
  const both = [standardSignature(fresh, during), standardSignature(old, during)];
  expect(String(during.headers["webhook-signature"]).split(" ")).toEqual(both);

  await openEndpoint(page, listener.url);
  await page.getByRole("button", { name: "Switch to the new secret" }).click();
  await expect(page.getByText("X-Service-Signature is made with the new secret from now on.")).toBeVisible();
  await payInTestMode(page, subscribeUrl, "user_2");
  const after = await listener.next("subscription.activated", 2);
  expect(after.headers["x-service-signature"]).toBe(serviceSignature(fresh, after));
  expect(String(after.headers["webhook-signature"])).toContain(standardSignature(old, after));
});

test("a wrong password reveals no secret, the right one does", async ({ page, listener }) => {
  const { secret, password } = await setUpTestMode(page, listener.url);
  await page.getByText("Show it", { exact: true }).click();
  const section = page.locator("details[open]", { hasText: "Show it" });
  await section.getByLabel("Your password").fill("not the password");
  await section.getByRole("button", { name: "Show the secret" }).click();
  await expect(page.getByText("This is not your password.").first()).toBeVisible();
  await section.getByLabel("Your password").fill(password);
  await section.getByRole("button", { name: "Show the secret" }).click();
  expect(await takeSecret(page, "Signing secret")).toBe(secret);
});

test("what a disabled endpoint missed is kept as skipped and sent after it is enabled", async ({
  page,
  listener,
}) => {
  const { secret, subscribeUrl } = await setUpTestMode(page, listener.url);
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("The webhook is disabled.").first()).toBeVisible();
  await payInTestMode(page, subscribeUrl, "user_1");
  await page.goto("/dashboard/developers/events?mode=test");
  const missed = page.getByRole("main").getByRole("listitem").filter({ hasText: "subscription.activated" });
  await expect(missed).toContainText("Skipped");
  expect(listener.received).toEqual([]);

  await openEndpoint(page, listener.url);
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("It missed 1 event.")).toBeVisible();
  await page.getByRole("link", { name: "See them and send them again" }).click();
  await page.getByRole("link", { name: /subscription\.activated/ }).click();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  expectSigned(await listener.next("subscription.activated"), secret);
  await expect(page.getByText("Sent again and received by 1 webhook.")).toBeVisible();
});

async function openEndpoint(page: Page, url: string): Promise<void> {
  await page.goto(endpointsPath);
  await page.getByRole("link", { name: url }).click();
  await expect(page.getByRole("heading", { name: "Signing secret" })).toBeVisible();
}
