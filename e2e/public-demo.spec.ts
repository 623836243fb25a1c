import { expect, test } from "@playwright/test";
import { openInstance } from "./open-instance";
import { answerOnPhone, newPhone, payByPhone, send, untilReceipt } from "./payer";

test("a stranger opens a store with one press, is paid by its link, and reads what was sent; another sees none of it", async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const instance = await openInstance({ DEMO: "public" });
  try {
    const open = async () => {
      const page = await (await browser.newContext({ baseURL: instance.siteUrl })).newPage();
      await page.goto("/");
      await send(page, "Open a store of your own");
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(
        page.getByText(/Play money: no real money moves\. Your store is deleted on .* type demo\./),
      ).toBeVisible();
      return page;
    };
    const seller = await open();
    const stranger = await open();

    await seller.goto("/dashboard/links");
    await seller.getByRole("link", { name: "Refill at the kiosk" }).first().click();
    await seller.waitForURL(/\/links\/\d+/);
    const [link = ""] = /\/pay\/[0-9A-Za-z]+/.exec(await seller.content()) ?? [];
    const buyer = await (await browser.newContext({ baseURL: instance.siteUrl })).newPage();
    await buyer.goto(link);
    await expect(buyer.getByText(/This page is deleted on /)).toBeVisible();
    const phone = newPhone();
    await payByPhone(buyer, phone);
    await answerOnPhone(buyer, "Approve");
    await untilReceipt(buyer);

    await seller.goto("/dashboard/orders");
    await expect(seller.getByText(`+254${phone.slice(1)}`).first()).toBeVisible();
    await seller.goto("/dashboard/messages");
    await expect(seller.getByText(/to ••• 345/).first()).toBeVisible();
    await stranger.goto("/dashboard/messages");
    await expect(stranger.getByText("accounts@school.example.com").first()).toBeVisible();
    await expect(stranger.getByText(/to ••• 345/)).toHaveCount(0);

    await buyer.goto("/sign-up");
    await expect(buyer.getByText("nobody signs up here")).toBeVisible();
    await buyer.getByRole("link", { name: "Open a store of your own" }).click();
    await expect(buyer.getByRole("button", { name: "Open a store of your own" })).toBeVisible();
  } finally {
    await instance.stop();
  }
});
