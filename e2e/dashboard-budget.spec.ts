import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { slice } from "@/scripts/lab/testing/slice";
import { enter, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { makeCasesOfOperators, makeOneOfEach } from "./one-of-each";
import { pagesOf } from "./tree";

/** What a page of the dashboard may load that is not in the browser yet, over the wire. */
const kib = 1024;
const scriptMax = 13_000;
const fontMax = 60 * kib;
/** From a press to what it shows, on a phone six times slower than this machine. */
const pressMaxMs = 200;
const pressRunsMax = 8;
/** Whatever else a machine does adds to it, so only `npm run budget` measures it, and the best of some runs counts. */
const judgesPresses = process.env.BUDGET_PRESSES === "1";

/** All of a page, in a browser that has nothing of us yet, without fonts; and of the next one. */
const firstMax = 44 * kib;
const nextMax = 14 * kib;
/** Who signs up has the place of their shop looked up by the clock of their phone. */
const visitMax = 17 * kib;
/** A line of 30 kbit/s, with 300 ms there and back. */
const slow = { offline: false, latency: 300, downloadThroughput: 30_000 / 8, uploadThroughput: 30_000 / 8 };
const firstPaintMs = 4_000;

const visitors = ["/sign-in", "/sign-up", "/forgot-password"].map((route) => ({ route, address: route }));

for (const area of ["seller", "operator", "visitor"] as const)
  test(`every page keeps to its budget, at first and after another; a press is answered soon: ${area}`, async ({
    page,
    browser,
    demo,
    complaints,
  }) => {
    // Every try is a new browser on a slow phone, and a busy machine needs several.
    test.setTimeout(judgesPresses || process.env.LONG ? 1_800_000 : 300_000);
    complaints.allow(/net::ERR_ABORTED/);
    const shop = await openStore(page.context());
    await makeOneOfEach(shop);
    await makeCasesOfOperators(shop);
    if (area === "operator") await enter(page.context(), demo.operator.email);
    const cookies = area === "visitor" ? [] : await page.context().cookies();
    const all = area === "visitor" ? visitors : await pagesOf(area, shop.world.pool, shop.seller);
    const lists = all.filter(({ route }) => /^\/\w+(\/\w+)?$/.test(route));
    const open = async (speed: number) => {
      const opened = await openCold(browser, { baseURL: demo.site_url, cookies, speed });
      // What happens in the store meanwhile is read anew by its pages, and is not what a page weighs.
      await opened.page.addInitScript("EventSource = class { close() {} }");
      return opened;
    };
    const warm = await open(1);
    await warm.page.goto(all[0]?.address ?? "", { waitUntil: "networkidle" });
    const rows = [["page", "first", "script", "fonts", "next", "press ms"]];
    for (const { route, address } of judgesPresses
      ? lists
      : slice(`weight of pages of ${area}s`, all, 12, (one) => one.route)) {
      const cold = await open(1);
      const first = await weigh(cold, address);
      await cold.context.close();
      const next = await weigh(warm, address);
      const times: number[] = [];
      while (judgesPresses && times.length < pressRunsMax && !times.some((time) => time <= pressMaxMs))
        times.push(await press(await open(6), address));
      const figures = [first.all - first.font, first.script, first.font, next.all - next.font];
      rows.push([route, ...figures.map(String), times.join(", ")]);
      expect.soft(first.all - first.font, `${route} at first`).toBeLessThanOrEqual(firstMax);
      expect
        .soft(next.all - next.font, `${route} after another`)
        .toBeLessThanOrEqual(area === "visitor" ? visitMax : nextMax);
      expect.soft(first.script, `script of ${route}`).toBeGreaterThan(kib);
      expect.soft(first.script, `script of ${route}`).toBeLessThanOrEqual(scriptMax);
      expect.soft(first.font, `fonts of ${route}`).toBeGreaterThan(0);
      expect.soft(first.font, `fonts of ${route}`).toBeLessThanOrEqual(fontMax);
      if (judgesPresses)
        expect.soft(Math.min(...times), `a press on ${route}`).toBeLessThanOrEqual(pressMaxMs);
    }
    console.log(table(rows));
  });

test("on 30 kbit/s anybody sees the overview and the sale by hand within four seconds", async ({
  page,
  browser,
  demo,
}) => {
  test.setTimeout(300_000);
  await enter(page.context(), demo.owner.email);
  const cookies = await page.context().cookies();
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  for (const path of ["/dashboard", "/dashboard/orders/sell"]) {
    const seen: number[] = [];
    // What the server loads for its first visitor is not the line's.
    await page.request.get(path);
    const {
      context,
      page: at,
      session,
    } = await openCold(browser, { baseURL: demo.site_url, cookies, speed: 1 });
    for (const visit of ["first", "second"]) {
      await session.send("Network.emulateNetworkConditions", slow);
      await at.goto(path, { waitUntil: visit === "first" ? "load" : "commit", timeout: 120_000 });
      seen.push(Math.round((await (await at.waitForFunction(painted)).jsonValue()) ?? 0));
    }
    console.log(`${path} is seen after ${seen.join(" ms the first time, and after ")} ms, on 30 kbit/s.`);
    expect.soft(Math.max(...seen), path).toBeLessThanOrEqual(firstPaintMs);
    await context.close();
  }
});

for (const area of ["seller", "operator"] as const)
  test(`a page that brings its own style looks as with the whole sheet: ${area}`, async ({
    page,
    browser,
    demo,
    complaints,
  }) => {
    complaints.allow(/ERR_FAILED/);
    test.setTimeout(600_000);
    const shop = await openStore(page.context());
    await makeOneOfEach(shop);
    await makeCasesOfOperators(shop);
    if (area === "operator") await enter(page.context(), demo.operator.email);
    const cookies = await page.context().cookies();
    const all = await pagesOf(area, shop.world.pool, shop.seller);
    for (const { route, address } of slice(`look of pages of ${area}s`, all, 12, (one) => one.route)) {
      const cold = await openCold(browser, { baseURL: demo.site_url, cookies, speed: 1 });
      await cold.page.route("**/chunks/first-*", (script) => script.fulfill({ body: "" }));
      await cold.page.route("**/*.woff2", (font) => font.abort());
      await cold.page.goto(address);
      const own = await lookOf(cold.page);
      await cold.page.evaluate(async () => {
        const style = document.querySelector<HTMLElement>("style[data-sheet]");
        if (!style) throw new Error("The page has brought no style of its own.");
        const link = Object.assign(document.createElement("link"), {
          rel: "stylesheet",
          href: style.dataset.sheet,
        });
        const isLoaded = new Promise((resolve, reject) => {
          link.addEventListener("load", resolve);
          link.addEventListener("error", () => reject(new Error(`${link.href} did not come.`)));
        });
        style.replaceWith(link);
        await isLoaded;
      });
      expect.soft(await lookOf(cold.page), route).toEqual(own);
      await cold.context.close();
    }
  });

/** Where each element is and how it is drawn, by the elements. */
function lookOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll("body *")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const drawn = [
        style.color,
        style.backgroundColor,
        style.border,
        style.font,
        style.textDecoration,
        style.boxShadow,
      ];
      return [element.tagName, element.className, x, y, width, height, ...drawn].join(" ");
    });
  });
}

test("the palette opens at the first press and is loaded by it alone, and a form is not sent twice", async ({
  page,
  browser,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);
  const cookies = await page.context().cookies();
  for (const key of ["Control+k", "/", null]) {
    const cold = await openCold(browser, { baseURL: demo.site_url, cookies, speed: 1 });
    const weigh = startWeighing(cold.session);
    if (key) await cold.page.setViewportSize({ width: 1280, height: 800 });
    await cold.page.goto("/dashboard/orders", { waitUntil: "networkidle" });
    if (key) await cold.page.keyboard.press(key);
    else {
      await cold.page.getByText("Menu", { exact: true }).click();
      await cold.page.locator("#find-small").click();
    }
    await expect(cold.page.getByRole("dialog", { name: "Search" })).toBeVisible();
    await cold.page.waitForLoadState("networkidle");
    expect(weigh().script).toBeLessThanOrEqual(scriptMax);
    await cold.context.close();
  }
  const { page: cold } = await openCold(browser, { baseURL: demo.site_url, cookies, speed: 1 });
  await cold.goto("/dashboard", { waitUntil: "networkidle" });
  let sent = 0;
  cold.on("request", (request) => {
    if (request.method() === "POST") sent += 1;
  });
  await cold.evaluate(() => {
    const form = document.querySelector("form[method=post i]");
    const press = () => form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
    press();
    press();
  });
  await cold.waitForLoadState("networkidle");
  expect(sent).toBe(1);
});

interface Cold {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
}

/** A phone that has never been here, but for being signed in. `speed` is how many times slower than this machine it is. */
async function openCold(
  browser: Browser,
  {
    baseURL,
    cookies,
    speed,
  }: { baseURL: string; cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; speed: number },
): Promise<Cold> {
  // What goes by way of the dashboard's worker would not be counted.
  const own = { baseURL, serviceWorkers: "block" as const, viewport: { width: 360, height: 740 } };
  const context = await browser.newContext(own);
  await context.addCookies(cookies.filter(({ name }) => name !== "sheet"));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: speed });
  return { context, page, session };
}

/** Bytes as they come over the wire, compressed, headers and all. What goes on, as news of the store do, has none yet. */
async function weigh({ page, session }: Cold, path: string) {
  const weights = startWeighing(session);
  const response = await page.goto(path, { waitUntil: "load" });
  expect.soft(response?.status(), path).toBe(200);
  await page.waitForTimeout(500);
  return weights();
}

function startWeighing(session: CDPSession) {
  const kinds = new Map<string, string>();
  const weights = { script: 0, font: 0, all: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => void kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    weights.all += encodedDataLength;
    if (kind === "Script") weights.script += encodedDataLength;
    if (kind === "Font") weights.font += encodedDataLength;
  });
  return () => weights;
}

/** The longest of a few presses that every page has: the menu opened and closed, and letters typed into the search. */
async function press({ context, page }: Cold, path: string): Promise<number> {
  await page.goto(path, { waitUntil: "load" });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenPresses: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const menu = page.getByText("Menu", { exact: true });
  await menu.click();
  await page.locator("#find-small").fill("");
  await page.locator("#find-small").pressSequentially("amina");
  await page.getByText("Close", { exact: true }).click();
  await menu.click();
  // The browser tells of an event after the frame that shows what it did.
  await page.waitForTimeout(500);
  const longest = await page.evaluate(() => {
    const { seenPresses } = window as unknown as { seenPresses: number[] };
    return Math.max(0, ...seenPresses);
  });
  await context.close();
  return longest;
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}
