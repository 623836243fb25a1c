import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { handbookLanguages, type Language } from "@/lib/domain/languages";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { manageUrl } from "@/lib/services/core/manage-token";
import { makeKey, makePlan, makeProduct, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { newPhone } from "./payer";

/** Where `npm run film` wants the pictures; without it each page is compared with what its picture shows. */
const film = process.env.FILM_HANDBOOK;

interface Drawn {
  width: number;
  height: number;
  /** What is read on the page that was drawn, without its figures. */
  words: string[];
}

test.use({ viewport: { width: 360, height: 700 }, deviceScaleFactor: 1.5 });

for (const language of handbookLanguages)
  test(`the handbook's pictures in ${language} look like the pages they are of`, async ({ page }) => {
    const drawn = new Map<string, Drawn>();
    const draw = async (name: string) => void drawn.set(name, await drawPage(page, language, name));
    const names = samples[language] ?? samples.en;
    const store = await openStore(page.context(), { storeName: "Maji Safi" });
    const { world, seller } = store;
    await world.db.user.update({ where: { id: seller.userId }, data: { language } });

    await page.goto("/dashboard/links/new");
    await page.locator("[name=title]").fill(names.link);
    await page.locator("[name=amount]").fill("250");
    await draw("new-link");
    const link = await createPaymentLink(
      world,
      seller,
      NewPaymentLink.parse({ title: names.link, amount: 250 }),
    );
    await page.goto(`/dashboard/links/${link.id}`);
    await draw("share");

    await page.goto(`/pay/${link.token}?hl=${language}`);
    await page.locator("[name=phone]").fill("0712 345 678");
    await draw("pay");
    await payHere(page, () => draw("check-phone"));
    await page.goto((await page.locator("a[href*='/receipt/']").first().getAttribute("href")) ?? "");
    await draw("receipt");

    await makeProduct(store, names.product);
    await page.goto("/dashboard/orders/sell");
    await draw("counter");
    const { id } = await world.db.order.findFirstOrThrow({ where: { storeId: seller.storeId } });
    await page.goto(`/dashboard/orders/${id}/refund/confirm?amount=100`);
    await draw("refund");

    await page.goto(await manageAddress(page, store, language));
    await draw("manage");
    await makeKey(store, "test", names.key);
    await page.goto("/dashboard/developers/keys");
    await draw("keys");
    settle(language, drawn);
  });

const samples: Partial<Record<Language, Record<"link" | "product" | "plan" | "key", string>>> & {
  en: Record<"link" | "product" | "plan" | "key", string>;
} = {
  en: { link: "Refill, 20 litres", product: "Bottle", plan: "Water each month", key: "My website" },
  sw: { link: "Maji, lita 20", product: "Chupa", plan: "Maji kila mwezi", key: "Tovuti yangu" },
  fr: { link: "Recharge, 20 litres", product: "Bouteille", plan: "De l’eau chaque mois", key: "Mon site" },
};

/** Pays at the form that is open, by a phone that nobody else has, until there is a receipt. */
async function payHere(page: Page, whenAsked: () => Promise<void> = async () => {}): Promise<void> {
  await page.locator("[name=phone]").fill(newPhone());
  await page.locator("form#pay button.pri").click();
  const asked = page.locator("a[href*='/sandbox/phone/']").first();
  await asked.waitFor();
  await whenAsked();
  const handset = await page.context().newPage();
  await handset.goto(new URL((await asked.getAttribute("href")) ?? "", page.url()).toString());
  await handset.locator("[name=pin]").fill("1234");
  await handset.locator("[name=act][value=approve]").click();
  await handset.close();
  await expect(async () => {
    await page.reload();
    await expect(page.locator("a[href*='/receipt/'], a[href*='/manage/']").first()).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 20_000 });
}

/** The page of a subscription that somebody has just paid for. */
async function manageAddress(page: Page, store: OpenedStore, language: Language): Promise<string> {
  const { world, seller } = store;
  await page.goto(
    `${await makePlan(store, (samples[language] ?? samples.en).plan)}?ref=user_42&hl=${language}`,
  );
  await payHere(page);
  const subscription = await world.db.subscription.findFirstOrThrow({ where: { storeId: seller.storeId } });
  return `${manageUrl(world, subscription)}?hl=${language}`;
}

async function drawPage(page: Page, language: Language, name: string): Promise<Drawn> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (film) {
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    const folder = path.join(film, language);
    mkdirSync(folder, { recursive: true });
    await sharp(picture)
      .webp({ quality: 45, effort: 6 })
      .toFile(path.join(folder, `${name}.webp`));
  }
  return { width, height, words: await wordsOf(page) };
}

/** The headings, labels and buttons that are seen; figures and codes of one run are left out. */
async function wordsOf(page: Page): Promise<string[]> {
  const words = await page
    .locator("h1, h2, label, legend, summary, button, th, dt")
    .evaluateAll((found) =>
      found.filter((one) => one.checkVisibility()).map((one) => one.textContent?.trim() ?? ""),
    );
  return words
    .map((word) =>
      word
        .replace(/\s+/g, " ")
        .replace(/[\d.,\u00a0• ]*\d[\d.,]*/g, " 0 ")
        .trim(),
    )
    .filter((word) => word !== "");
}

/** Writes what was drawn, or holds it against what the pictures show: `npm run film` draws them again. */
function settle(language: Language, drawn: Map<string, Drawn>): void {
  const file = path.join(film ?? "docs/help/pictures", language, "pictures.json");
  const now = Object.fromEntries(drawn);
  if (film) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  const shown: Record<string, Drawn> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  expect(
    now,
    "A page looks otherwise than its picture in the handbook: npm run film draws them again.",
  ).toEqual(shown);
}

test.describe("a reader", () => {
  test.use({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });

  test("who is stuck comes from a page to its place, searches, and reads on in another language, without script", async ({
    page,
    complaints,
  }) => {
    complaints.allow(/404/);
    await openStore(page.context());
    await page.goto("/dashboard/wallet/payouts");
    await page.getByRole("link", { name: "Help for this page" }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/\/help\/en\/sellers\/wallet#payout$/);
    await expect(page.getByRole("heading", { name: "Pay out", exact: true })).toBeInViewport();

    await page.getByLabel("Search the handbook").fill("refund subscription");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "Refunds: A refund and a subscription" }).click();
    await expect(page).toHaveURL(/\/help\/en\/sellers\/refunds#subscription$/);
    await page.getByRole("link", { name: "Kiswahili" }).click();
    await expect(page.getByRole("heading", { name: "Kurudisha pesa", exact: true })).toBeVisible();

    expect((await page.goto("/help/sw/sellers/nothing"))?.status()).toBe(404);
    await page.getByLabel("Tafuta katika mwongozo").fill("<b>ankara</b>");
    await page.getByLabel("Tafuta katika mwongozo").press("Enter");
    await expect(page.getByRole("link", { name: /Ankara na makadirio/ }).first()).toBeVisible();
    await page.goto("/help/xx/sellers/links");
    await expect(page).toHaveURL(/\/help\/en\/sellers\/links$/);
    // Made by the build, and still with headers of its own.
    const headers = (await page.request.get("/help/en/sellers/links")).headers();
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["cache-control"]).toBe("public, max-age=300");
  });
});
