import type { Page } from "@playwright/test";
import { makeKey, makeProduct, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { newPhone, send } from "./payer";

const phone = { width: 360, height: 640 };

test.use({ viewport: phone });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`on a small phone, with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("the way to pay stands on the first screen of a link and of an invoice", async ({ page }) => {
      const { link, invoice } = await documents(page);
      await page.goto(link);
      await expectOnScreen(page, "#go");
      await page.goto(invoice);
      const main = page.getByRole("main");
      await expect(main.getByText("To Achieng Odhiambo")).toBeVisible();
      await expectOnScreen(page, "a[href='#payment']");
      await page.getByRole("link", { name: "Pay KES 4,786" }).click();
      await expect(page.getByRole("heading", { name: "Pay this invoice" })).toBeInViewport();
    });

    test("a part of an invoice: the total is said before it is paid", async ({ page }) => {
      const { invoice } = await documents(page);
      await page.goto(invoice);
      await expect(page.getByRole("button", { name: "Pay KES 4,786", exact: true })).toBeVisible();
      await page.getByLabel("Amount").fill("1,000");
      await page.getByLabel("Mobile number").fill(newPhone());
      if (javaScriptEnabled) {
        await page.getByLabel("Amount").fill("nothing");
        await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
        await page.getByLabel("Amount").fill("1,000");
      } else {
        await send(page, "Pay KES 4,786");
        await expect(page.getByText("You pay KES 1,000. Nothing has been taken yet.")).toBeInViewport();
        await expect(page.getByText("With charges")).toHaveCount(0);
      }
      await send(page, "Pay KES 1,000");
      await expect(page.getByText("Approve KES 1,000 to")).toBeVisible();
    });

    test("three of a product: the button names the price of three; its picture is as wide as the column", async ({
      page,
    }) => {
      await page.goto(await makeProduct(await openStore(page.context()), "Kericho tea"));
      const box = await page.locator(".photo").boundingBox();
      expect([box?.x, box?.width]).toEqual([16, phone.width - 32]);
      await page.getByLabel("How many?").fill("3");
      await page.getByLabel("Mobile number").fill(newPhone());
      if (!javaScriptEnabled) {
        await send(page, "Pay KES 1,200");
        await expect(page.getByText("You pay KES 3,600. Nothing has been taken yet.")).toBeVisible();
      }
      await send(page, "Pay KES 3,600");
      await expect(page.getByText("Approve KES 3,600 to")).toBeVisible();
    });
  });
}

test("a seller gives out a product and the shop: in WhatsApp, as codes and on posters that open", async ({
  page,
}) => {
  const store = await openStore(page.context(), { storeName: "Duka la Amani" });
  const tea = await makeProduct(store, "Kericho tea");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard/products");
  await page.getByRole("link", { name: "Kericho tea", exact: true }).click();
  const chat = await page.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href");
  expect(new URL(chat ?? "").searchParams.get("text")).toBe(`Duka la Amani: Kericho tea ${tea}`);
  for (const name of ["QR code, SVG", "QR code, PNG"]) {
    const downloaded = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    expect((await downloaded).suggestedFilename()).toMatch(/^qr-kericho-tea\.(svg|png)$/);
  }
  await page.getByRole("link", { name: "Poster to print, A4" }).click();
  await expect(page.getByRole("heading", { name: "Kericho tea" })).toBeVisible();
  await expect(page.getByText("Scan to pay")).toBeVisible();

  await page.goto("/dashboard/settings/look");
  await page.getByRole("link", { name: "Poster to print, A4" }).click();
  await expect(page.getByText("Scan to buy")).toBeVisible();
  await expect(page.getByRole("img")).toHaveJSProperty("complete", true);

  // The picture of the shop in chats is there, and what it sells is one press away.
  const shop = page.url().replace(/\/poster.*$/, "");
  await page.goto(shop);
  const card = await page.locator("meta[property='og:image']").getAttribute("content");
  const answer = await page.request.get(card ?? "");
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
  await expect(page.locator(".item img")).toHaveJSProperty("complete", true);
  await page.getByRole("link", { name: /Kericho tea/ }).click();
  expect(page.url()).toBe(tea);
});

/** Whole, without scrolling. */
async function expectOnScreen(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  expect((box?.y ?? phone.height) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
}

/** A link of KES 1,500 and an invoice over KES 4,786 that may be paid in parts. */
async function documents(page: Page): Promise<{ link: string; invoice: string }> {
  const store = await openStore(page.context());
  const headers = { Authorization: `Bearer ${await makeKey(store, "live")}` };
  const make = async (path: string, data: Record<string, unknown>): Promise<string> => {
    const answer = await page.request.post(`${store.world.config.siteUrl}/api/v1${path}`, { headers, data });
    expect(answer.status(), path).toBe(201);
    return (await answer.json()).data.url;
  };
  const items = [
    { description: "Delivery of clean water", quantity: 2, unit_price: 1_200 },
    {
      description: "Tank of 5,000 litres, blue, with the hose and a new seal",
      quantity: 1,
      unit_price: 2_386,
    },
  ];
  const customer = { customer_name: "Achieng Odhiambo", customer_email: "achieng@example.com" };
  const terms = { ...customer, items, allow_part_payment: true, send: ["email"] };
  return {
    link: await make("/payment-links", { title: "Swimming lessons", amount: 1_500 }),
    invoice: await make("/invoices", terms),
  };
}
