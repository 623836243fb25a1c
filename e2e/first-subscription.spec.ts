import type { Page } from "@playwright/test";
import { type ApiAnswer, expect, test } from "./fixtures";
import { type Delivery, expectSigned } from "./listener";
import { addEndpoint, addPlan, signUp, takeSecret } from "./seller";

const testModePath = "/dashboard/developers/test-mode";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a seller's first subscription, from sign-up to Delete test data", async ({
      page,
      listener,
      api,
    }) => {
      await signUp(page);
      await addPlan(page);
      const key = await makeFirstKey(page, javaScriptEnabled);
      const secret = await addEndpoint(page, "test", listener.url);

      await test.step("the payer presses Payment succeeds and lands on the subscription's page", async () => {
        await page.goto(testModePath);
        await page.getByRole("link", { name: "Open test page" }).click();
        await expect(page).toHaveURL(/\/subscribe\/[0-9A-Za-z]+\?test=1&ref=user_1$/);
        await page.getByRole("button", { name: "Payment succeeds" }).click();
        await expect(page).toHaveURL(/\/manage\/.*done=started/);
        await expect(page.getByText("The subscription has started")).toBeVisible();
      });

      const access = () => api(key, "/access?ref=user_1");
      const activated = await listener.next("subscription.activated");
      expectSigned(activated, secret);
      expect(activated.event).toMatchObject({ livemode: false, data: { ref: "user_1", has_access: true } });
      expectAccess(await access(), true, "active");

      await page.goto(testModePath);
      for (const [button, type, hasAccess, status] of moves) {
        await test.step(button, async () => {
          await page.getByRole("button", { name: `${button}: user_1` }).click();
          await expect(page.getByText(`Sent ${type} to 1 test webhook.`)).toBeVisible();
          const delivery = await listener.next(type);
          expectSigned(delivery, secret);
          expect(delivery.event.data).toMatchObject({ object: "subscription", livemode: false, status });
          expectAccess(await access(), hasAccess, status);
        });
      }

      await test.step("the event log shows each event and sends one again", () => readLog(page, activated));
      const again = await listener.next("subscription.activated", 2);
      expectSigned(again, secret);
      expect(again.body).toBe(activated.body);
      expect(again.headers["webhook-id"]).toBe(activated.headers["webhook-id"]);

      await deleteTestData(page);
      expectAccess(await access(), false, null);
    });
  });
}

/** Each button, the event it sends, and what GET /access says afterwards (spec, States: Subscription). */
const moves = [
  ["End the period", "subscription.past_due", true, "past_due"],
  ["End grace period", "subscription.expired", false, "expired"],
  ["Renew now", "subscription.renewed", true, "active"],
  ["Cancel", "subscription.cancelled", true, "cancelled"],
] as const;

function expectAccess({ status, body }: ApiAnswer, hasAccess: boolean, state: string | null): void {
  expect(status).toBe(200);
  expect(body).toMatchObject({ has_access: hasAccess, status: state });
  if (state === null) expect(body.subscription).toBeNull();
  else expect(body.subscription).toMatchObject({ ref: "user_1", status: state, has_access: hasAccess });
}

/** The key is shown once. With scripts, leaving any way but the button asks first. */
async function makeFirstKey(page: Page, hasScripts: boolean): Promise<string> {
  await page.goto("/dashboard");
  await page.getByText(/^All steps/).click();
  await page.getByText("For programmers").click();
  await page.getByRole("link", { name: "Create a test key" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("It is shown once.")).toBeVisible();
  if (hasScripts) {
    const asked = page.waitForEvent("dialog");
    const left = page.getByRole("link", { name: "Overview" }).first().click({ noWaitAfter: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await left;
  }
  const key = await takeSecret(page, "Secret key");
  expect(key).toMatch(/^sk_test_/);
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByText(new RegExp(`${key.slice(-4)}$`))).toBeVisible();
  return key;
}

async function readLog(page: Page, activated: Delivery): Promise<void> {
  await page.goto("/dashboard/developers/events?mode=test");
  // access.changed goes beside them, to whoever asked for it.
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasNotText: "access.changed" });
  await expect(rows).toHaveCount(1 + moves.length);
  await expect(rows.filter({ hasText: "Delivered" })).toHaveCount(1 + moves.length);
  for (const [, type] of moves) await expect(rows.filter({ hasText: type })).toHaveCount(1);
  await rows.filter({ hasText: activated.event.id }).getByRole("link").click();
  await expect(page.getByText(/^Attempt 1, .*200 in \d+ ms/)).toBeVisible();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  await expect(page.getByText("Sent again and received by 1 webhook.")).toBeVisible();
  await expect(page.getByText(/^Attempt 2, .*sent by Duka la Amani/)).toBeVisible();
}

async function deleteTestData(page: Page): Promise<void> {
  await page.goto(testModePath);
  await page.getByLabel("To confirm, type: delete test data").fill("delete test data");
  await page.getByRole("button", { name: "Delete test data" }).click();
  await expect(page.getByText("1 test subscription is gone")).toBeVisible();
  await expect(page.getByText("No test subscription yet.")).toBeVisible();
}
