import { readFileSync } from "node:fs";
import { makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { payAndSee } from "./payer";

test.use({ javaScriptEnabled: false });

test("a seller reads the numbers of subscriptions on a small phone, changes the months, and takes the file away", async ({
  page,
}) => {
  const store = await openStore(page.context());
  await page.goto(await makePlan(store));
  await payAndSee(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/dashboard/subscriptions");
  await page.getByRole("link", { name: "See the numbers" }).click();
  await expect(page.getByRole("heading", { name: "Numbers", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Month by month" })).toBeVisible();
  // Nothing is wider than the phone.
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widest).toBeLessThanOrEqual(320);
  await page.getByRole("link", { name: "24 months" }).click();
  await expect(page).toHaveURL(/months=24/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toContain("currency,part,of,figure,count,amount");
  expect(file).toMatch(/,cohort,\d{4}-\d{2},after_0_months,\d+,/);
});
