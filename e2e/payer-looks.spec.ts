import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { makePayerPages, type PayerPage } from "./payer-pages";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
const narrowest = { width: 320, height: 640 };
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const colorScheme of ["light", "dark"] as const) {
  test(`every payer page in every state reads well in ${colorScheme}, at every width`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(300_000);
    complaints.allow(/404|422/);
    await page.emulateMedia({ colorScheme });
    const made = await makePayerPages(page);
    for (const state of made) await inspect(page, state, colorScheme);
    const subscribe = made.find(({ name }) => name === "subscribe")?.address ?? "";
    await page.goto(subscribe);
    await page.getByLabel("Mobile number").fill("0712");
    await page.getByRole("button", { name: /^Pay / }).click();
    await look(page, "subscribe, problems", colorScheme);
    for (const lang of ["fr", "sw", "pt"]) {
      await page.goto(`${subscribe}&hl=${lang}`);
      await look(page, `subscribe, ${lang}`, colorScheme);
    }
  });
}

async function inspect(page: Page, { name, address }: PayerPage, colorScheme: string): Promise<void> {
  await page.goto(address);
  await look(page, name, colorScheme);
}

/** Seen on a phone, on a desk and at the narrowest; axe reads it as the phone shows it in light, the desk in dark. */
async function look(page: Page, name: string, colorScheme: string): Promise<void> {
  await test.step(`${name}, ${colorScheme}`, async () => {
    const [first, checked] = colorScheme === "light" ? [desk, phone] : [phone, desk];
    for (const size of [first, checked]) {
      await page.setViewportSize(size);
      const file = `payer-${name.replaceAll(/\W+/g, "-")}-${colorScheme}-${size.width}.png`;
      await page.screenshot({ path: `e2e/screenshots/${file}`, fullPage: true, animations: "disabled" });
    }
    const { passes, violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .withTags(standards)
      .analyze();
    expect(passes.length, `axe looked at ${name}`).toBeGreaterThan(5);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect.soft(found, `axe on ${name}`).toEqual([]);
    await page.setViewportSize(narrowest);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${name} scrolls sideways at 320 px`).toBe(0);
  });
}
