import type { Locator, Page } from "@playwright/test";
import { makeKey, makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, formFields, masked, newPhone, payByCard, payByPhone, send } from "./payer";

const paid = (page: Page) => page.getByRole("heading", { name: "KES 1,500 to Duka la Amani" });
/** Without script the page loads itself again every eight seconds. */
const untilReloaded = { timeout: 20_000 };

/** For who does not want to wait for that. */
async function expectAfterReload(page: Page, found: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(found).toBeVisible({ timeout: 500 });
  }).toPass(untilReloaded);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`paying with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });
    test.setTimeout(90_000);

    test("somebody pays with the phone, closes the tab, comes back to the receipt, and goes back in vain", async ({
      page,
    }) => {
      const address = await shop(page);
      await page.goto(`${address}?ref=user_1`);
      const phone = newPhone();
      await payByPhone(page, phone);
      await expect(page.getByRole("heading", { name: "Check your phone" })).toBeVisible();
      await expect(page.getByRole("status")).toContainText(masked(phone));
      const attempt = page.url();
      await answerOnPhone(page, "Approve");
      await expect(paid(page)).toBeVisible(untilReloaded);

      const again = await page.context().newPage();
      await page.close();
      await again.goto(attempt);
      await again.getByRole("link", { name: "See the receipt" }).click();
      await expect(again.getByRole("heading", { name: "KES 1,500" })).toBeVisible();
      await again.setViewportSize({ width: 360, height: 640 });
      const proof = await again.locator(".slip").boundingBox();
      expect((proof?.y ?? 640) + (proof?.height ?? 640)).toBeLessThan(640);
      await again.getByRole("button", { name: "Send me my link" }).click();
      await expect(again.getByText("the link is on its way to it")).toBeVisible();
      await again.goto(attempt);
      await again.getByRole("link", { name: "Manage the subscription" }).click();
      await expect(again.getByText("Active")).toBeVisible();
      await expect(again.getByRole("link", { name: "Receipt" })).toHaveCount(1);

      await again.goto(`${address}?ref=user_1`);
      await expect(again.getByText(/^You paid /)).toBeVisible();
      await expect(again.getByText("This account already has this plan")).toBeVisible();
    });

    test("a wrong PIN is said, and the next try needs no number", async ({ page }) => {
      await page.goto(`${await shop(page)}?ref=user_1`);
      const phone = newPhone();
      await payByPhone(page, phone);
      await answerOnPhone(page, "Approve", "9999");
      await expectAfterReload(page, page.getByText("The PIN was not accepted."));
      await expect(page.getByText("Nothing was taken.")).toBeVisible();
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page.getByText(`Leave it empty to use ${masked(phone)}.`)).toBeVisible();
      await send(page, "Pay KES 1,500");
      await answerOnPhone(page, "Approve");
      await expectAfterReload(page, paid(page));
    });

    test("a network that asks for a code gets it on a page of its own", async ({ page, complaints }) => {
      complaints.allow(/422/);
      const address = await shop(page);
      await page.goto(`${address}?ref=user_1`);
      await payByPhone(page, newPhone("189"));
      await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
      await send(page, "Confirm KES 1,500");
      await expect(page.getByRole("alert")).toContainText("Enter the code.");
      await page.getByLabel("Code").fill("000000");
      await send(page, "Confirm KES 1,500");
      await expectAfterReload(page, page.getByText("The code was wrong or too old."));
      await page.getByRole("link", { name: "Start again for a new code" }).click();
      await send(page, "Pay KES 1,500");
      await page.getByLabel("Code").fill("123456");
      await send(page, "Confirm KES 1,500");
      await expectAfterReload(page, paid(page));
    });

    test("the number tells its network; it is asked only where it does not, and offered again where it was wrong", async ({
      page,
      complaints,
    }) => {
      complaints.allow(/422/);
      await page.goto(`${await shop(page)}?ref=user_1`);
      const network = page.getByLabel("Network");
      const line = page.locator(".net summary");
      await expect(network).toBeHidden();
      if (javaScriptEnabled) {
        await page.getByLabel("Mobile number").fill("+254 733");
        await expect(line).toContainText("Airtel Money");
        await page.getByLabel("Mobile number").fill("0712");
        await expect(line).toContainText(/M-Pesa/i);
      } else await expect(line).toContainText("by its number");
      await line.click();
      await expect(network).toBeVisible();

      await payByPhone(page, "0771234345");
      await expect(page.getByRole("alert")).toContainText("Choose the network of this number.");
      await network.selectOption("Airtel Money");
      await send(page, /^Pay /);
      await expect(page.getByText("Airtel Money PIN")).toBeVisible();

      await page.goto(`${await shop(page)}?ref=user_2`);
      const phone = newPhone("029");
      await payByPhone(page, phone);
      await expectAfterReload(page, page.getByText(/has no M-Pesa account/i));
      await page.getByRole("link", { name: "Pay with Airtel Money" }).click();
      await expect(network.locator("option:checked")).toHaveText("Airtel Money");
      await send(page, /^Pay /);
      await expectAfterReload(page, page.getByText(`${masked(phone)} has no Airtel Money account.`));
    });

    test("a card is asked for at its bank; another number never leaves the browser", async ({ page }) => {
      await page.goto(`${await shop(page)}?ref=user_1`);
      await page.getByLabel("Card", { exact: true }).check();
      await expect(page.getByLabel("Mobile number")).toBeHidden();
      await send(page, "Pay KES 1,500");
      await page.getByRole("link", { name: "Continue to the card page" }).click();
      await payByCard(page, "4111 1111 1111 1111");
      await expect(page.getByLabel("Test card number")).toHaveValue("4111 1111 1111 1111");
      await payByCard(page, "4000 0025 0000 3155");
      await send(page, "No, refuse");
      await expectAfterReload(page, page.getByText("Your bank could not confirm that it was you."));
      await page.getByRole("link", { name: "Try again" }).click();
      await page.getByLabel("Card", { exact: true }).check();
      await send(page, "Pay KES 1,500");
      await page.getByRole("link", { name: "Continue to the card page" }).click();
      await payByCard(page, "4000002500003155");
      await send(page, "Yes, approve");
      await expectAfterReload(page, paid(page));
    });

    test("ten presses are one payment, and so are two tabs", async ({ page, api }) => {
      const store = await openStore(page.context());
      const address = `${await makePlan(store)}?ref=user_1`;
      const key = await makeKey(store, "live");
      await page.goto(address);
      const phone = newPhone();
      const form = await formFields(page, { phone, network: "", email: "" });
      const answers = await Promise.all(
        Array.from({ length: 9 }, () => page.request.post(address, { form, maxRedirects: 0 })),
      );
      const places = new Set(answers.map((answer) => answer.headers().location));
      expect(answers.map((answer) => answer.status())).toEqual(Array(9).fill(303));
      expect(places.size).toBe(1);

      const tab = await page.context().newPage();
      await tab.goto(address);
      await payByPhone(tab, phone);
      expect(new URL(tab.url()).pathname).toBe([...places][0]);
      await page.goto(address);
      await expect(page.getByText("You started a payment less than a minute ago.")).toBeVisible();
      await page.getByRole("link", { name: "Continue that payment" }).click();
      await answerOnPhone(page, "Approve");
      await expectAfterReload(page, paid(page));
      await expectAfterReload(tab, paid(tab));
      const { body } = await api(key, "/orders");
      expect(body.data).toMatchObject([{ payment_status: "paid", total: 1500 }]);
    });

    test("a form that is not filled in, or too old, keeps what was typed and says what is wrong", async ({
      page,
      complaints,
    }) => {
      complaints.allow(/422/);
      const address = `${await shop(page)}?ref=user_1`;
      await page.goto(address);
      await page.getByLabel("E-mail").fill("nobody");
      await payByPhone(page, "0712");
      const summary = page.getByRole("alert");
      await expect(summary).toContainText("Some things to correct");
      await expect(summary).toBeFocused();
      await summary.getByRole("link", { name: /Some digits are missing/ }).click();
      await expect(page.getByLabel("Mobile number")).toHaveValue("0712");
      await expect(page.getByLabel("E-mail")).toHaveValue("nobody");

      await page.goto(address);
      const form = await formFields(page, { phone: newPhone() });
      const unseen = await page.request.post(address, { form: { ...form, seen: "1" }, maxRedirects: 0 });
      expect(unseen.status()).toBe(200);
      expect(await unseen.text()).toContain("You pay KES 1,500. Nothing has been taken yet.");
      const broken = await page.request.post(address, { form: { ...form, id: "1" } });
      expect(broken.status()).toBe(422);
      expect(await broken.text()).toContain("This form was not complete.");
    });
  });
}

test("the network is lost for half a minute while the phone is answered; the page finds out by itself", async ({
  page,
  context,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.goto(`${await shop(page)}?ref=user_1`);
  await payByPhone(page, newPhone());
  const link = await page.getByRole("link", { name: "Open the payer's phone" }).getAttribute("href");
  const handset = new URL(link ?? "", page.url()).toString();
  const prompt = /name="attempt" value="([^"]+)"/.exec(await (await page.request.get(handset)).text())?.[1];
  await context.setOffline(true);
  // The payer's phone has a network of its own.
  const answer = await fetch(handset, {
    method: "POST",
    body: new URLSearchParams({ attempt: prompt ?? "", act: "approve", pin: "1234" }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  // Half a minute of the page's own time, in steps, so that it hears of each try that failed.
  for (let second = 0; second < 30; second += 1) await page.clock.runFor(1_000);
  await expect(page.getByRole("heading", { name: "Check your phone" })).toBeVisible();
  await context.setOffline(false);
  await expect(paid(page)).toBeVisible(untilReloaded);
});

/** A store with a monthly plan of KES 1,500. Returns its subscribe page. */
async function shop(page: Page): Promise<string> {
  return makePlan(await openStore(page.context()));
}
