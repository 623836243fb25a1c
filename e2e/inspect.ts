import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { isInSlice, slice } from "@/scripts/lab/testing/slice";
import { expect, test } from "./fixtures";

export type ColorScheme = "light" | "dark";

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };
const narrowest = { width: 320, height: 640 };
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Every page is asked for in one colour in each run; one in so many is looked at. */
const slices = 6;

/** The colours in which this run looks at some pages. */
export function coloursOf(pages: string): ColorScheme[] {
  return slice(`colours of ${pages}`, ["light", "dark"] as const, 2);
}

/** Whether it is the page's turn with this commit. */
export function isLookedAt(name: string, colorScheme: ColorScheme): boolean {
  return isInSlice("looks", `${name} in ${colorScheme}`, slices);
}

/**
 * Looks at the page that is open, where it is its turn; axe sees the phone in light and the desk in dark. With LONG it
 * takes pictures of both, which are named after the page.
 */
export async function inspect(page: Page, name: string, colorScheme: ColorScheme): Promise<void> {
  if (!isLookedAt(name, colorScheme)) return;
  await test.step(`${name}, ${colorScheme}`, async () => {
    const [other, checked] = colorScheme === "light" ? [desk, phone] : [phone, desk];
    // For people to look at, who ask for all of them.
    for (const size of process.env.LONG ? [other, checked] : []) {
      await page.setViewportSize(size);
      const file = `${name.replaceAll(/[^\w-]+/g, "-")}-${colorScheme}-${size.width}.png`;
      await page.screenshot({ path: `e2e/screenshots/${file}`, fullPage: true, animations: "disabled" });
    }
    await page.setViewportSize(checked);
    const { passes, violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .withTags(standards)
      .analyze();
    expect(passes.length, `axe looked at ${name}`).toBeGreaterThan(5);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect.soft(found, `axe on ${name}`).toEqual([]);
    expect.soft(await misfits(page, name), `${name} fits every screen`).toEqual([]);
  });
}

/** From the smallest phone to a large screen; 640 px is 1280 px at 200 %, and the menu begins at 900 px. */
const widths = [320, 360, 600, 640, 768, 899, 900, 1024, 1100, 1280, 1366, 1920];

/** Where the page scrolls sideways, and where text stands in a column of fewer than six letters. */
async function misfits(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: narrowest.height });
    found.push(...(await page.evaluate(misfitsHere)).map((what) => `${name} at ${width} px: ${what}`));
  }
  return found;
}

/** Runs in the page. */
function misfitsHere(): string[] {
  const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const found = overflow > 0 ? [`scrolls ${overflow} px sideways`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const letters = node.textContent?.trim().length ?? 0;
    const parent = node.parentElement;
    if (letters < 12 || !parent?.checkVisibility({ checkOpacity: true })) continue;
    // Codes are broken anywhere, and what is only heard is one pixel wide.
    if (parent.closest("code, pre, .sr-only, .ledger thead, script, style, option, textarea")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    if (lines > 2 && letters / lines < 6)
      found.push(`${lines} lines of "${node.textContent?.trim().slice(0, 40)}"`);
  }
  return found;
}
