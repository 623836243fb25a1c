import { openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { linkIn, readMail, signOut } from "./people";
import { signIn } from "./seller";

// Two browsers and two tabs in one story.
test.setTimeout(120_000);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a name is changed at once; an address by the link that goes to it, pressed in another browser too", async ({
      page,
      browser,
      demo,
    }) => {
      const { email, password } = await openStore(page.context());
      await page.goto("/dashboard/account");
      await page.getByLabel("Name", { exact: true }).fill("Amani wa Njoroge");
      await page.getByRole("button", { name: "Save name" }).click();
      await expect(page.getByText("You are Amani wa Njoroge from now on.")).toBeVisible();

      const to = `new-${email}`;
      await page.getByRole("link", { name: "Change your e-mail address" }).click();
      await page.getByLabel("New e-mail address").fill(to);
      await page.getByLabel("Your password").fill("not my password");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText("This is not your password.").first()).toBeVisible();
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText(`A link is on its way to ${to}.`)).toBeVisible();
      expect(await readMail(browser, demo, email, /A new address was asked for/)).not.toContain(
        "/new-email/",
      );
      const link = linkIn(await readMail(browser, demo, to, /Confirm your new address/), "/new-email");

      const context = await browser.newContext({ baseURL: demo.site_url, javaScriptEnabled });
      const phone = await context.newPage();
      await phone.goto(link);
      await phone.getByRole("button", { name: "Use this address" }).click();
      await expect(phone.getByText("Your address is changed. Sign in with the new one.")).toBeVisible();
      await phone.goto(link);
      await expect(phone.getByText("This link no longer works")).toBeVisible();
      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/sign-in$/);
      await signIn(phone, to, password);
      await expect(phone.getByRole("heading", { name: "Hello, Amani wa Njoroge" })).toBeVisible();
      await context.close();
    });

    test("a form that arrives after its session ended stands there again, once its writer has signed in", async ({
      page,
      context,
    }) => {
      const { email, password } = await openStore(page.context());
      await page.goto("/dashboard/products/new");
      await page.getByLabel("Name", { exact: true }).fill("Chai ya tangawizi");
      // The kind was not chosen yet, and nothing but the kind is asked for.
      await page.getByText(/^More:/).click();
      await page.getByLabel("Description").fill("Tamu sana.\nKwa kila siku.");
      await page.getByLabel("Price in KES", { exact: true }).fill("450");
      // What the page keeps by itself is sent before the session ends; after that it would be refused.
      if (javaScriptEnabled) await expect(page.getByText("Kept. You may leave")).toBeVisible();
      await signOut(await context.newPage());
      await page.getByRole("button", { name: "Save and share" }).click();
      await expect(page.getByText("The form you sent just now was not saved.")).toBeVisible();
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("Nothing was saved yet")).toBeVisible();
      await expect(page.getByLabel("Description")).toHaveValue("Tamu sana.\nKwa kila siku.");
      await page.getByRole("button", { name: "Save and share" }).click();
      await expect(page.getByText("Choose what kind of product it is.").first()).toBeVisible();
      await page.getByLabel("Service").check();
      await page.getByRole("button", { name: "Save and share" }).click();
      await page.waitForURL(/\/dashboard\/products\/\d+/);
      await page.goto("/dashboard/products/new");
      await expect(page.getByText("Nothing was saved yet")).toHaveCount(0);
    });

    test("an account has several stores, and a click leads from one to the other", async ({ page }) => {
      await openStore(page.context(), { storeName: "Maji Kwetu" });
      await page.goto("/dashboard/account");
      await page.getByRole("link", { name: "Add a store" }).click();
      await page.getByLabel("Name of the store").fill("Chai Yetu");
      await page.getByLabel("Country").selectOption("UG");
      await page.getByLabel("Currency").selectOption("UGX");
      await page.getByRole("button", { name: "Add a store" }).click();
      await expect(page.getByText("Chai Yetu is ready.")).toBeVisible();
      await page.getByText("Change store").first().click();
      await page.getByRole("button", { name: "Maji Kwetu" }).first().click();
      await expect(page.locator("aside summary").first()).toContainText("Maji Kwetu");
      await page.goto("/dashboard/products/new");
      await expect(page.getByLabel("Price in KES", { exact: true })).toBeVisible();
      await page.goto("/dashboard/account");
      await page.getByRole("button", { name: "Look at it: Chai Yetu" }).click();
      await expect(page.locator("aside summary").first()).toContainText("Chai Yetu");
      await page.goto("/dashboard/products/new");
      await expect(page.getByLabel("Price in UGX", { exact: true })).toBeVisible();

      // A second tab goes to the other store; what was begun in the first is made where it was begun.
      await page.getByLabel("Name", { exact: true }).fill("Chai ya tangawizi");
      await page.getByLabel("Price in UGX", { exact: true }).fill("2500");
      await page.getByLabel("Service").check();
      const secondTab = await page.context().newPage();
      await secondTab.goto("/dashboard/account");
      await secondTab.getByRole("button", { name: "Look at it: Maji Kwetu" }).click();
      await expect(secondTab.locator("aside summary").first()).toContainText("Maji Kwetu");
      await page.getByRole("button", { name: "Save and share" }).click();
      await expect(page.locator("aside summary").first()).toContainText("Chai Yetu");
      await expect(page.getByRole("heading", { name: "Chai ya tangawizi", exact: true })).toBeVisible();
      await secondTab.goto("/dashboard/account");
      await secondTab.getByRole("button", { name: "Look at it: Maji Kwetu" }).click();
      await expect(secondTab.locator("aside summary").first()).toContainText("Maji Kwetu");
      await secondTab.goto("/dashboard/products");
      await expect(secondTab.getByRole("main").getByText("Chai ya tangawizi")).toHaveCount(0);
    });
  });
}
