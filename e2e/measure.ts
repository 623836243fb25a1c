import type { Page } from "@playwright/test";

/** What a page asks of who looks at it. */
export interface Figures {
  /** What can be filled in without opening anything; a choice of one among several is one. */
  fields: number;
  /** Words that are seen in the main part, without those of a field's choices. */
  words: number;
  /** From the top of the page to the end of the main part, at 360 and at 1280 pixels. */
  phone: number;
  desk: number;
}

const height = 800;

/** Measures the page that is open. Leaves it at 1280 pixels. */
export async function measure(page: Page): Promise<Figures> {
  const high = async (width: number) => {
    await page.setViewportSize({ width, height });
    return page.evaluate(() => {
      const main = document.querySelector("main") ?? document.body;
      return Math.round(main.getBoundingClientRect().bottom + scrollY);
    });
  };
  return { phone: await high(360), desk: await high(1280), ...(await page.evaluate(countHere)) };
}

/** Runs in the page. */
function countHere(): { fields: number; words: number } {
  const main = document.querySelector("main") ?? document.body;
  const controls = [...main.querySelectorAll<HTMLInputElement>("input, select, textarea")].filter(
    (control) => control.type !== "hidden" && control.checkVisibility(),
  );
  const fields = new Set(
    controls.map((control, at) => (control.type === "radio" && control.name ? control.name : at)),
  ).size;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  let words = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || parent.closest("option, script, style, .sr-only")) continue;
    words += node.textContent?.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  }
  return { fields, words };
}
