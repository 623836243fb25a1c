import type { Page } from "@playwright/test";
import { openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { makeOneOfEach } from "./one-of-each";

// What a seller has in sight, and where their thumb finds it, on the smallest phone; and how a large screen is used.

const smallest = { width: 320, height: 568 };

async function shopOn(page: Page, size: { width: number; height: number }) {
  const shop = await openStore(page.context());
  await makeOneOfEach(shop);
  await page.setViewportSize(size);
  return shop;
}


test("a form that was saved elsewhere meanwhile says what is saved now, and where to see it", async ({
  page,
}) => {
  const { world, seller } = await shopOn(page, smallest);
  const product = await world.db.product.findFirstOrThrow({
    where: { storeId: seller.storeId, name: "A cut" },
  });
  await page.goto(`/dashboard/products/${product.id}/edit`);
  await world.db.product.update({
    where: { id: product.id },
    data: { priceMinor: 640_000n, name: "A long cut", updatedAt: new Date() },
  });
  await page
    .getByLabel(/^Price/)
    .first()
    .fill("7000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("was changed meanwhile")).toBeVisible();
  await expect(page.getByRole("link", { name: "Price in KES: 6400 is saved now." })).toBeVisible();
  await expect(page.locator("#name-error")).toContainText("Name: A long cut is saved now.");
  const see = page.getByRole("link", { name: "See what is saved now" });
  await expect(see).toHaveAttribute("target", "_blank");
  await expect(see).toHaveAttribute("href", `/dashboard/products/${product.id}`);
});
