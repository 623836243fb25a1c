import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { slice } from "@/scripts/lab/testing/slice";
import { enter } from "./backstage";
import { expect, test } from "./fixtures";

/** What a list of the dashboard may load that is not in the browser yet, over the wire. */
const kib = 1024;
const scriptMax = 25_000;
/** With React, for which a page waits until the palette is asked for. */
const reactMax = 156 * kib;
const fontMax = 60 * kib;
/** From a press to what it shows, on a phone six times slower than this machine. */
const pressMaxMs = 200;
const pressRunsMax = 8;
/** Whatever else a machine does adds to it, so only `npm run budget` measures it, and the best of some runs counts. */
const judgesPresses = process.env.BUDGET_PRESSES === "1";

const all = [
  "/dashboard",
  "/dashboard/orders",
  "/dashboard/subscriptions",
  "/dashboard/customers",
  "/dashboard/products",
  "/dashboard/tasks",
  "/dashboard/links",
  "/dashboard/invoices",
  "/dashboard/wallet",
  "/dashboard/messages",
  "/dashboard/team",
  "/dashboard/account/sessions",
  "/dashboard/developers/keys",
  "/dashboard/developers/endpoints",
  "/dashboard/developers/events",
  "/dashboard/developers/requests",
  "/dashboard/developers/test-mode",
  "/dashboard/customers/new",
  "/dashboard/products/new",
  "/dashboard/discounts/new",
  "/dashboard/links/new",
  "/dashboard/developers/endpoints/new",
  "/dashboard/settings",
  "/dashboard/orders/sell",
];

const lists = judgesPresses ? all : slice("weight of the lists", all, 3);

test("every list of the dashboard keeps to its budget of script and fonts; a press is answered soon", async ({
  page,
  browser,
  demo,
}) => {
  // Every try is a new browser on a slow phone, and a busy machine needs several.
  test.setTimeout(judgesPresses ? 1_200_000 : 300_000);
  await enter(page.context(), demo.owner.email);
  const cookies = await page.context().cookies();
  const rows = [["page", "script gz", "fonts", "press ms"]];
  for (const path of lists) {
    const open = (speed: number) => openCold(browser, { baseURL: demo.site_url, cookies, speed });
    const { script, font } = await weigh(await open(1), path);
    const times: number[] = [];
    while (judgesPresses && times.length < pressRunsMax && !times.some((time) => time <= pressMaxMs))
      times.push(await press(await open(6), path));
    rows.push([path, String(script), String(font), times.join(", ")]);
    expect.soft(script, `script of ${path}`).toBeGreaterThan(kib);
    expect.soft(script, `script of ${path}`).toBeLessThanOrEqual(scriptMax);
    expect.soft(font, `fonts of ${path}`).toBeGreaterThan(0);
    expect.soft(font, `fonts of ${path}`).toBeLessThanOrEqual(fontMax);
    if (judgesPresses) expect.soft(Math.min(...times), `a press on ${path}`).toBeLessThanOrEqual(pressMaxMs);
  }
  console.log(table(rows));
});

test("a page without React opens the palette at the first press, and is not sent twice", async ({
  page,
  browser,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);
  const cookies = await page.context().cookies();
  for (const ask of [
    async (cold: Page) => {
      await cold.setViewportSize({ width: 1280, height: 800 });
      await cold.keyboard.press("Control+k");
    },
    async (cold: Page) => {
      await cold.setViewportSize({ width: 1280, height: 800 });
      await cold.keyboard.press("/");
    },
    async (cold: Page) => {
      await cold.getByText("Menu", { exact: true }).click();
      await cold.locator("#find-small").click();
    },
  ]) {
    const cold = await openCold(browser, { baseURL: demo.site_url, cookies, speed: 1 });
    const weigh = startWeighing(cold.session);
    await cold.page.goto("/dashboard/orders", { waitUntil: "networkidle" });
    await ask(cold.page);
    await expect(cold.page.getByRole("dialog", { name: "Search" })).toBeVisible();
    await cold.page.waitForLoadState("networkidle");
    expect(weigh().script).toBeLessThanOrEqual(reactMax);
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
  const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: speed });
  return { context, page, session };
}

/** Bytes as they come over the wire, compressed, headers and all. */
async function weigh({ context, page, session }: Cold, path: string) {
  const weights = startWeighing(session);
  const response = await page.goto(path, { waitUntil: "networkidle" });
  expect.soft(response?.status(), path).toBe(200);
  await context.close();
  return weights();
}

function startWeighing(session: CDPSession) {
  const kinds = new Map<string, string>();
  const weights = { script: 0, font: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => void kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
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
