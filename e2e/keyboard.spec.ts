import type { Page } from "@playwright/test";
import { enter } from "./backstage";
import { expect, test } from "./fixtures";

test("the dashboard is walked through by single keys, which do nothing while somebody types or has turned them off", async ({
  page,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Keyboard" }).click();
  const list = page.getByRole("dialog", { name: "Keyboard" });
  await expect(list.getByText("g o")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await press(page, "g", "l");
  await page.waitForURL("**/dashboard/links");
  const first = page.locator(".ledger tbody tr a").first();
  // Before the page listens a key does nothing; k from nowhere is the last row, and from the first row stays there.
  await expect(async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await expect(first).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/links/*");
  await page.goto("/dashboard/links");
  await page.getByLabel("Title or description").pressSequentially("go?/");
  await expect(page.getByLabel("Title or description")).toHaveValue("go?/");
  await expect(list).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await list.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("button", { name: "Keyboard" }).click();
  await expect(list.getByRole("checkbox")).not.toBeChecked();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await press(page, "g", "o");
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/links/);
});

test("a menu opens by keyboard, closes with Escape, and gives the focus back; leaving it closes it too", async ({
  page,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);
  await page.goto("/dashboard/team");
  const button = page.locator("summary", { hasText: "New" }).filter({ visible: true });
  const line = page.getByRole("link", { name: "Record a sale" });
  await expect(async () => {
    await button.press("Enter");
    await expect(line).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Tab");
  await expect(line).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(line).toBeHidden();
  await expect(button).toBeFocused();
  await button.press("Enter");
  await page.locator("summary", { hasText: "Invite somebody" }).focus();
  await expect(line).toBeHidden();
  await page.goto("/dashboard/settings/look");
  await page.getByLabel("Colour").first().fill("#7a1f5c");
  await expect(page.locator("#brandColour")).toHaveValue("#7a1f5c");
});

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
