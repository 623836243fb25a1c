import type { Page } from "@playwright/test";
import sharp from "sharp";
import { enter, openStore } from "./backstage";
import { expect, test } from "./fixtures";

// A seller and who runs the service, in turns.
test.setTimeout(120_000);

const number = "80020001234567";
const settings = "/dashboard/settings";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a seller sends what is needed, it is sent back with a reason, sent again, and verified", async ({
      page,
      browser,
      demo,
    }) => {
      const store = `Maji ${Date.now()}`;
      await openStore(page.context(), { storeName: store });
      await page.goto(settings);
      await page.getByRole("link", { name: "Verify your store" }).click();
      await expect(page.getByText("Nothing was sent yet")).toBeVisible();
      await page.getByRole("button", { name: "Send it" }).click();
      await expect(page.getByText("Enter the name as it is registered.").first()).toBeVisible();
      await fill(page);
      await page.getByLabel("Picture of the document").setInputFiles({
        ...{ name: "card.jpg", mimeType: "image/jpeg" },
        buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: "#447799" } })
          .jpeg()
          .toBuffer(),
      });
      await page.getByRole("button", { name: "Send it" }).click();
      await expect(page.getByText("It is being looked at")).toBeVisible();
      expect(await page.content(), "the number is not shown again").not.toContain(number);

      const context = await browser.newContext({ baseURL: demo.site_url, javaScriptEnabled });
      await enter(context, demo.operator.email);
      const operator = await context.newPage();
      await operator.goto(`/ops/stores?search=${encodeURIComponent(store)}`);
      await operator.getByRole("row").getByRole("link").first().click();
      await expect(operator.getByText(number)).toBeVisible();
      await expect(operator.getByText("Maji Kwetu Ltd")).toBeVisible();
      const href = await operator
        .getByRole("link", { name: "See the document they sent" })
        .getAttribute("href");
      const document = await context.request.get(href ?? "");
      expect(document.headers()["content-type"]).toBe("image/jpeg");
      expect((await page.context().request.get(href ?? "")).status()).toBe(404);
      await decide(operator, demo.operator.password, "Reject the seller", "The card cannot be read.");

      await page.goto(settings);
      await page.getByRole("link", { name: "Send it again" }).click();
      await expect(page.getByText("The card cannot be read.").first()).toBeVisible();
      await page.getByLabel("Number of the registration").fill(number);
      await page.getByRole("button", { name: "Send it" }).click();
      await expect(page.getByText("It is being looked at")).toBeVisible();

      await operator.reload();
      await decide(operator, demo.operator.password, "Verify the seller", "The card is theirs.");
      await page.reload();
      await expect(page.getByText("Your store is verified")).toBeVisible();
      await expect(page.getByRole("button", { name: "Send it" })).toHaveCount(0);
      await context.close();
    });
  });

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Name as it is registered").fill("Maji Kwetu Ltd");
  await page.getByLabel("Kind of seller").selectOption("company");
  await page.getByLabel("Address").fill("Plot 7, Moi Avenue, Nairobi");
  await page.getByLabel("Number of the registration").fill(number);
  await page.getByLabel("Phone of the person to ask").fill("0712 345678");
}

async function decide(operator: Page, password: string, act: string, reason: string): Promise<void> {
  await operator.getByRole("link", { name: act }).click();
  await operator.getByLabel("Why").fill(reason);
  await operator.getByLabel("Your password").fill(password);
  await operator.getByRole("button", { name: act }).click();
  await expect(operator.getByText(/^Done/)).toBeVisible();
}
