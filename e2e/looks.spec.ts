import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { makeTeam } from "./account-pages";
import { makeDetails } from "./detail-pages";
import { expect, test } from "./fixtures";
import { empty, type Look, makeHistory, operator, outside, payShort } from "./pages";
import { addPlan, signIn, signUp } from "./seller";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
const narrowest = { width: 320, height: 640 };
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });
    test.setTimeout(300_000);

    test("pages before sign-in and of an empty store read well at every width", async ({
      page,
      complaints,
    }) => {
      complaints.allow(/404/);
      for (const look of outside) await inspect(page, look, colorScheme);
      await signUp(page, "New store");
      for (const look of empty) await inspect(page, look, colorScheme);
    });

    test("pages of a store with a history and its payers read well at every width", async ({
      page,
      complaints,
      listener,
    }) => {
      complaints.allow(/404|422/);
      // Leaving the page of a new secret asks first; here it is left on purpose.
      page.on("dialog", (dialog) => dialog.accept());
      for (const look of await makeHistory(page, listener)) await inspect(page, look, colorScheme);
    });

    test("pages of a team and of one's own sign-in read well at every width", async ({
      page,
      browser,
      demo,
    }) => {
      for (const look of await makeTeam(page, browser, demo)) await inspect(page, look, colorScheme);
    });

    test("pages of one thing each, and of money on its way out, read well at every width", async ({
      page,
      demo,
    }) => {
      for (const look of await makeDetails(page, demo)) await inspect(page, look, colorScheme);
    });

    test("pages of who runs the service read well at every width", async ({ page, complaints, demo }) => {
      complaints.allow(/404/);
      await signUp(page, "Maji Kwetu");
      await payShort(page, await addPlan(page, "Gold"));
      await page.context().clearCookies();
      await signIn(page, demo.operator.email, demo.operator.password);
      await page.waitForURL("**/ops");
      for (const look of operator) await inspect(page, look, colorScheme);
    });
  });
}

/** Opens a page once and looks at it at three widths; axe sees the phone in light and the desk in dark. */
async function inspect(page: Page, { name, open, status }: Look, colorScheme: "light" | "dark") {
  await test.step(`${name}, ${colorScheme}`, async () => {
    const checked = colorScheme === "light" ? phone : desk;
    const other = colorScheme === "light" ? desk : phone;
    await page.setViewportSize(other);
    if (typeof open === "string") {
      const response = await page.goto(open);
      expect(response?.status(), name).toBe(status ?? 200);
    } else await open(page);
    await photograph(page, name, colorScheme, other.width);
    await page.setViewportSize(checked);
    await photograph(page, name, colorScheme, checked.width);
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

async function photograph(page: Page, name: string, colorScheme: string, width: number): Promise<void> {
  const path = `e2e/screenshots/${name}-${colorScheme}-${width}.png`;
  await page.screenshot({ path, fullPage: true, animations: "disabled" });
}
