import { type AddressInfo, connect, createServer } from "node:net";
import { gzipSync } from "node:zlib";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { payScript } from "@/components/pay/pay-css";
import { languageCodes } from "@/lib/domain/languages";
import { measureSizes } from "@/scripts/lab/bench/processor";
import { isInSlice } from "@/scripts/lab/testing/slice";
import { makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { makePayerPages, type PayerPage, payThrough } from "./payer-pages";

/** What a payer's page may weigh, over the wire. */
const kib = 1024;
const pageMax = 5_000;
const longInvoiceMax = 8_000;
const scriptMax = 2 * kib;
const paymentMax = 30 * kib;
const pictureMax = 9 * kib;
/** The largest thing on the screen stands by then, on a 2G network and a phone six times slower than this machine. */
const lcpMaxMs = 1_500;
/** The first words stand by then on the worst line: 30 kbit/s, and 300 ms there and back. */
const fcpMaxMs = 1_500;
const runsMax = 12;

test("what is installed and what is built weigh no more than they did", () => {
  const { installMb, buildMb } = measureSizes();
  // Nine tenths of it are Next, Prisma, Biome and PostgreSQL as their makers pack them.
  expect(installMb).toBeLessThanOrEqual(1_100);
  expect(buildMb).toBeLessThanOrEqual(150);
});

test("every payer page in every state keeps to its budget", async ({ page, complaints }) => {
  test.setTimeout(240_000);
  complaints.allow(/404|410|422/);
  const rows: string[][] = [["page", "status", "script gz", "requests", ...languageCodes]];
  const pages = await makePayerPages(page, (name) => isInSlice("weight of payers' pages", name, 3));
  for (const state of pages) {
    const weighed = await weigh(page, state);
    rows.push([state.name, ...weighed.map(String)]);
  }
  console.log(table(rows));
  expect(rows.length, "about one in three of thirty pages").toBeGreaterThan(2);
});

test("the script for sellers' own sites is at most 2 KB, and its address stays the same for ever", async ({
  page,
}) => {
  for (const [address, age] of [
    ["/embed/1.js", "31536000, immutable"],
    ["/embed.js", "3600"],
  ]) {
    const answer = await page.request.get(address ?? "");
    expect(answer.status(), address).toBe(200);
    expect(gzipSync(await answer.body()).length, address).toBeLessThanOrEqual(scriptMax);
    expect(answer.headers()).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": `public, max-age=${age}`,
    });
    expect(answer.headers()["set-cookie"]).toBeUndefined();
  }
});

test("a whole payment, from the first byte to the receipt, is at most 30 KB", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const subscribe = await makePlan(await openStore(page.context()));
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const payer = await context.newPage();
  const wire = await countBytes(context, payer);
  await payThrough(payer, subscribe);
  console.log(`A whole payment: ${wire.bytes} bytes in ${wire.requests} requests.`);
  expect(wire.bytes).toBeGreaterThan(5 * kib);
  expect(wire.bytes).toBeLessThanOrEqual(paymentMax);
  await context.close();
});

test("on a 2G network the page to pay stands within 1.5 seconds", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const subscribe = await makePlan(await openStore(page.context()));
  const times: number[] = [];
  // Whatever else this machine is doing only ever adds to the time, so the best of some runs is what the page costs.
  while (times.length < runsMax && !times.some((time) => time <= lcpMaxMs)) {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    const payer = await context.newPage();
    await slow(await context.newCDPSession(payer));
    await payer.goto(subscribe);
    times.push(await largestPaint(payer));
    await context.close();
  }
  console.log(`Largest paint on 2G: ${times.map(Math.round).join(", ")} ms.`);
  expect(Math.min(...times)).toBeGreaterThan(0);
  expect(Math.min(...times)).toBeLessThanOrEqual(lcpMaxMs);
});

test("on 30 kbit/s and 300 ms the first words of each page stand within 1.5 seconds", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const pages = await makePayerPages(page, (name) => isInSlice("first words of payers' pages", name, 6));
  for (const { name, address } of pages) {
    const { pathname, search } = new URL(address);
    const times: number[] = [];
    while (times.length < runsMax && !times.some((time) => time <= fcpMaxMs)) {
      // A line of its own, which no picture still on its way to the page before fills.
      const { port, close } = await slowLine(new URL(page.url()));
      const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
      const payer = await context.newPage();
      await payer.goto(`http://localhost:${port}${pathname}${search}`);
      times.push(
        await payer.evaluate(
          () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 9e9,
        ),
      );
      await context.close();
      await close();
    }
    console.log(`First words of ${name}: ${times.map(Math.round).join(", ")} ms.`);
    expect.soft(Math.min(...times), name).toBeLessThanOrEqual(fcpMaxMs);
  }
});

/**
 * A line of 30 kbit/s with 300 ms there and back to the service: the emulation of browsers holds a whole answer back,
 * while a real line brings it in pieces, and a browser shows what has come.
 */
async function slowLine({ hostname, port: to }: URL): Promise<{ port: number; close: () => Promise<void> }> {
  const [pieceMs, pieceBytes, oneWayMs] = [50, 188, 150];
  let freeAt = 0;
  const line = createServer((near) => {
    const far = connect(Number(to), hostname);
    for (const end of [near, far]) end.on("error", () => [near, far].map((one) => one.destroy()));
    near.on("data", (bytes) => setTimeout(() => far.write(bytes), oneWayMs));
    far.on("data", (bytes) => {
      // One line for all connections, as a phone has it.
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        freeAt = Math.max(freeAt, Date.now()) + pieceMs;
        setTimeout(() => near.write(bytes.subarray(at, at + pieceBytes)), freeAt - Date.now() + oneWayMs);
      }
    });
  });
  await new Promise<void>((ready) => line.listen(0, ready));
  return {
    port: (line.address() as AddressInfo).port,
    close: () => new Promise((done) => line.close(() => done())),
  };
}

/** Fetched as a browser does, then opened by one, which tells what else it asks for. */
async function weigh(
  page: Page,
  { name, address, status, isLong, pictures = 0 }: PayerPage,
): Promise<number[]> {
  const answer = await page.request.get(address, { maxRedirects: 0 });
  const body = await answer.text();
  const sizes = await inEachLanguage(page, address);
  const size = Math.max(gzipSync(body).length, ...sizes);
  const scripts = [...body.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect.soft(answer.status(), `status of ${name}`).toBe(status ?? 200);
  expect.soft(size, `${name} is too heavy`).toBeLessThanOrEqual(isLong ? longInvoiceMax : pageMax);
  expect
    .soft(
      scripts.filter((tag) => !tag.includes(payScript)),
      `scripts of ${name}`,
    )
    .toEqual([]);
  const asked: string[] = [];
  const listen = (request: { url(): string }) => asked.push(request.url());
  page.on("request", listen);
  await page.goto(address);
  page.off("request", listen);
  const { origin } = new URL(page.url());
  expect
    .soft(
      asked.filter((url) => !url.startsWith(origin)),
      `strangers asked by ${name}`,
    )
    .toEqual([]);
  const shown = asked.filter((url) => /^\/images\/|\/qr\.svg$/.test(new URL(url).pathname));
  expect.soft(shown.length, `pictures of ${name}`).toBeLessThanOrEqual(pictures);
  const requests = asked.length - shown.length;
  const seen = body.includes("/seen.gif") ? 1 : 0;
  expect.soft(requests, `requests of ${name}`).toBe(1 + scripts.length + seen);
  for (const picture of shown) {
    const bytes = (await (await page.request.get(picture)).body()).length;
    expect.soft(bytes, `a picture of ${name}`).toBeLessThanOrEqual(pictureMax);
  }
  return [answer.status(), scripts.length > 0 ? await scriptSize(page, origin) : 0, requests, ...sizes];
}

/** What the same page weighs, with its styles, in each language that a payer can choose. */
async function inEachLanguage(page: Page, address: string): Promise<number[]> {
  const sizes: number[] = [];
  for (const language of languageCodes) {
    const url = new URL(address);
    url.searchParams.set("hl", language);
    sizes.push(gzipSync(await (await page.request.get(url.toString(), { maxRedirects: 0 })).text()).length);
  }
  return sizes;
}

async function scriptSize(page: Page, origin: string): Promise<number> {
  const size = gzipSync(await (await page.request.get(`${origin}${payScript}`)).body()).length;
  expect.soft(size, "the script").toBeLessThanOrEqual(scriptMax);
  return size;
}

/** Bytes as they came over the wire, headers and all. */
async function countBytes(context: BrowserContext, page: Page): Promise<{ bytes: number; requests: number }> {
  const counted = { bytes: 0, requests: 0 };
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
    counted.requests += 1;
  });
  return counted;
}

async function slow(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const bytesPerSecond = (280 * 1000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 800,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
}

async function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}
