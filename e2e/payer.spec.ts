import { makePlan, openStore, setUpTestMode } from "./backstage";
import { expect, test } from "./fixtures";
import { addKey, payInTestMode } from "./seller";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the payer's pages with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("test mode is off until the first test key, and the page says so", async ({ page }) => {
      const subscribeUrl = await makePlan(await openStore(page.context()));
      await page.goto(`${subscribeUrl}?test=1&ref=user_1`);
      await expect(page.getByRole("heading", { name: "Test mode is off for this store" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Payment succeeds" })).toHaveCount(0);
      await page.getByRole("link", { name: "Open the developer settings" }).click();
      await expect(page.getByRole("heading", { name: "Keys", exact: true })).toBeVisible();
      await addKey(page, "test");
      await page.goto(`${subscribeUrl}?test=1&ref=user_1`);
      await expect(page.getByRole("button", { name: "Payment succeeds" })).toBeVisible();
    });

    test("a failed payment says so and starts nothing; however often one is sent, it counts once", async ({
      page,
      api,
    }) => {
      const { key, subscribeUrl } = await setUpTestMode(page);
      const all = async () => (await api(key, "/subscriptions")).body.data;

      await payInTestMode(page, subscribeUrl, "user_1", "Payment fails");
      await expect(page.getByRole("alert")).toContainText("You have not been charged.");
      await page.reload();
      expect(await all()).toEqual([]);
      expect((await api(key, "/access?ref=user_1")).body).toMatchObject({ has_access: false, status: null });

      await page.getByRole("button", { name: "Payment succeeds" }).dblclick();
      await expect(page).toHaveURL(/\/manage\//);
      expect(await all()).toMatchObject([{ ref: "user_1", status: "active", payments_count: 1 }]);

      await page.reload();
      await page.goBack();
      await page.reload();
      await page.goForward();
      expect(await all()).toMatchObject([{ payments_count: 1 }]);
      expect((await api(key, "/subscriptions")).body.meta.total).toBe(1);
    });

    test("a form that is sent again from an old page adds no payment", async ({ page, api }) => {
      const { key, subscribeUrl } = await setUpTestMode(page);
      await page.goto(`${subscribeUrl}?test=1&ref=user_1`);
      const form = { test: "1", ref: "user_1", outcome: "succeed", payment: "" };
      form.payment = await page.locator("input[name=payment]").first().inputValue();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => page.request.post(subscribeUrl, { form, maxRedirects: 0 })),
      );
      expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303, 303, 303]);
      const { data } = (await api(key, "/subscriptions?ref=user_1")).body;
      expect(data).toMatchObject([{ payments_count: 1 }]);
    });

    test("the store's return URL is where the payer lands", async ({ page, listener, api }) => {
      const { key, subscribeUrl } = await setUpTestMode(page);
      const welcome = new URL("/welcome?from=pay", listener.url).toString();
      await page.goto("/dashboard/developers/test-mode");
      await page.getByLabel("Address of your app").fill(welcome);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The return URL is saved.")).toBeVisible();
      await payInTestMode(page, subscribeUrl, "user 2&x");
      await expect(page.getByRole("heading", { name: "Welcome to my app" })).toBeVisible();
      const landed = new URL(page.url());
      const [subscription] = (await api(key, "/subscriptions")).body.data;
      expect(Object.fromEntries(landed.searchParams)).toEqual({
        from: "pay",
        subscription: subscription.id,
        ref: "user 2&x",
        status: "active",
      });
    });

    test("on the manage page a subscriber renews, cancels after a question, and starts again", async ({
      page,
      listener,
    }) => {
      const { subscribeUrl } = await setUpTestMode(page, listener.url);
      await payInTestMode(page, subscribeUrl, "user_1");
      await expect(page.getByText("Active")).toBeVisible();
      await page.getByRole("button", { name: "Renew early, KES 1,500" }).click();
      await expect(page.getByText("Paid. One period was added")).toBeVisible();
      await expect(page.locator("main .list").getByRole("listitem")).toHaveCount(2);
      await page.reload();
      await expect(page.locator("main .list").getByRole("listitem")).toHaveCount(2);
      await listener.next("subscription.renewed");

      await page.getByRole("link", { name: "Cancel the subscription" }).click();
      await expect(page.getByRole("heading", { name: "Cancel Gold?" })).toBeVisible();
      await page.getByRole("link", { name: "Keep it" }).click();
      await expect(page.getByText("Active")).toBeVisible();
      await page.getByRole("link", { name: "Cancel the subscription" }).click();
      await page.getByRole("button", { name: "Cancel my subscription" }).click();
      await expect(page.getByText("The subscription is cancelled")).toBeVisible();
      await expect(page.getByText(/You cancelled on .* You have access until/)).toBeVisible();
      const cancelled = await listener.next("subscription.cancelled");
      expect(cancelled.event.data).toMatchObject({ status: "cancelled", has_access: true });

      await page.getByRole("button", { name: "Start again, KES 1,500" }).click();
      await expect(page.getByText("Active")).toBeVisible();
      await listener.next("subscription.renewed", 2);
      expect(listener.received).toHaveLength(4);
    });
  });
}
