import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { World } from "@/lib/services/core/world";
import { Problem } from "../../problem";
import { step } from "../../steps";
import { type AccessFigures, measureAccess, measureBare } from "./access";
import { measureDocuments } from "./documents";
import { type Filled, fill } from "./fill";
import { type ListGrowth, listLines, measureListGrowth } from "./list-growth";
import { measureLive } from "./live";
import { fire, type Load } from "./load";
import { measureMoving } from "./moving";
import { measureNumbers } from "./numbers";
import { measurePagesOf25, type PageOf25 } from "./pages-of-25";
import { measurePhone } from "./phone";
import { measureSizes, residentMb } from "./processor";
import { aboutThisRun, append, type Line, printTable, readLast, runOf, worseThan } from "./report";
import { measureSettles, type Settles } from "./settles";
import { measureStorm } from "./storm";
import { measureTestPayments } from "./test-payments";
import { measureWebhooks } from "./webhooks";
import { type Instance, openWorldOf, refuseLostWakes, startInstance } from "./world";

// npm run bench: the real server and the real database, measured beside the best they could do. --short takes a minute
// and only finds lost and wrong answers, which end it: its figures mean little. --only lists measures only that part, at full
// size: phone without a database, numbers, moving and lists (5 GB of disk, and minutes to fill) on one of their own, the others on a freshly
// started instance. Access comes with everything that is asked beside it, and the storm.
const parts = ["phone", "numbers", "moving", "lists", "access", "payments", "documents", "webhooks", "live"];
/** Of whole runs; committed, so that the next is compared with it. */
const history = "bench/history.jsonl";
const short = process.argv.includes("--short");
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : null;
if (only !== null && !parts.some((part) => part === only))
  throw new Problem(`--only knows ${parts.join(", ")}, and nothing else.`);
const has = (part: string) => only === null || only === part;
const size = short
  ? {
      stores: 3,
      subscriptions: 3_000,
      access: 1_500,
      testPayments: 5,
      settles: 40,
      webhooks: { deliveries: 100, rounds: 5, everyMs: 20, part: 0.02 },
      pages: 50,
      pagesOf25: { orders: 1_000, requests: 100 },
      documents: { seconds: 1 },
      storm: 100,
      live: { pages: 40, seconds: 1, payments: 30, isEven: false },
      phone: 3,
      numbers: 3_000,
      moving: 400,
      lists: { small: 500, large: 1_500 },
    }
  : {
      stores: 30,
      subscriptions: 1_000_000,
      access: 36_000,
      testPayments: 100,
      settles: 1_200,
      // Longer than the fifteen seconds after which a delivery attempt is given up.
      webhooks: { deliveries: 5_000, rounds: 60, everyMs: 300, part: 1 },
      pages: 2_000,
      pagesOf25: { orders: 20_000, requests: 1_000 },
      documents: { seconds: 10 },
      storm: 50_000,
      // One begin of a minute, and two lines to each page that say it is still there.
      live: { pages: 2_000, seconds: 90, payments: 750, isEven: true },
      phone: 200,
      numbers: 1_000_000,
      moving: 10_000,
      lists: { small: 10_000, large: 2_000_000 },
    };

const phone = has("phone") ? await measured("Phone", async () => measurePhone(size.phone)) : [];
const numbers = has("numbers") ? await measured("Numbers", () => measureNumbers(size.numbers)) : [];
const moving = has("moving") ? await measured("Moving", () => measureMoving(size.moving)) : [];
const growth = has("lists") ? await measured("Lists", () => measureListGrowth(size.lists)) : {};
if (!short && has("lists")) console.table(flat(growth));
const onItsOwn = [...phone, ...numbers, ...moving, ...(short ? [] : listLines(growth))];
if (["phone", "numbers", "moving", "lists"].some((part) => part === only)) keep(onItsOwn);
else await onInstance(onItsOwn);
// The benchmark's services keep their connections open, so the process must exit explicitly.
process.exit();

async function onInstance(others: Line[]): Promise<void> {
  const instance = await measured("Instance", startInstance);
  try {
    const atRest = residentMb(instance.pids());
    const data = has("access") ? size : { stores: size.stores, subscriptions: 3_000 };
    const filled = await measured("Data", () => fill(instance.databaseUrl, data));
    const lines = await run(instance, filled);
    keep(only ? lines : [...lines, ...others, ...around(instance, atRest)]);
  } finally {
    await instance.stop();
  }
}

function keep(lines: Line[]): void {
  printTable(lines);
  // Its figures mean little.
  if (short || only) return;
  mkdirSync("bench", { recursive: true });
  writeFileSync("bench/latest.json", `${JSON.stringify({ short, size, lines, lists: growth }, null, 2)}\n`);
  const now = runOf(lines, aboutThisRun());
  for (const sentence of worseThan(readLast(history), now)) console.log(`WORSE  ${sentence}`);
  append(history, now);
}

function flat(figures: ListGrowth) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, { small, large, ratio }]) => [
      name,
      {
        ...{ "small p50": small.p50, "small p95": small.p95 },
        ...{ "large p50": large.p50, "large p95": large.p95, ratio },
      },
    ]),
  );
}

async function run(instance: Instance, filled: Filled): Promise<Line[]> {
  const access = has("access")
    ? await measured("Access", () => measureAccess(instance, filled, size.access))
    : null;
  const world = await openWorldOf(instance.dataDir);
  const lines = [
    ...(access ? [...accessLines(access), ...(await test(world, instance))] : []),
    ...(has("payments") ? await payments(world, instance, filled, access?.bare) : []),
    ...(access ? await pages(instance) : []),
    ...(has("documents") ? await documents(instance, filled) : []),
    ...(has("webhooks") ? await webhooks(world, filled) : []),
    ...(has("live") ? await measured("Live", () => measureLive(world, instance, filled, size.live)) : []),
    ...(access ? await storm(world, access) : []),
  ];
  refuseLostWakes(world);
  return lines;
}

function accessLines({ fastLane, throughNext, bare, steady }: AccessFigures): Line[] {
  return [
    { what: "GET /access, fast lane", value: fastLane.perSecond, unit: "requests/s" },
    { what: "GET /access, through Next", value: throughNext.perSecond, unit: "requests/s" },
    { what: "one prepared query, bare Node", value: bare.perSecond, unit: "requests/s" },
    ratio("fast lane : Next", fastLane.perSecond / throughNext.perSecond, { atLeast: 3 }),
    ratio("fast lane : bare", fastLane.perSecond / bare.perSecond, { atLeast: 0.6 }),
    { what: "p99 of GET /access at 500/s", value: steady.p99Ms, unit: "ms", goal: { atMost: 10 } },
  ];
}

async function test(world: World, instance: Instance): Promise<Line[]> {
  const { p50Ms, p95Ms } = await measured("Test payments", () =>
    measureTestPayments(world, instance, size.testPayments),
  );
  return [
    { what: "test payment to webhook, p50", value: p50Ms, unit: "ms" },
    { what: "test payment to webhook, p95", value: p95Ms, unit: "ms" },
  ];
}

async function pages(instance: Instance): Promise<Line[]> {
  const page = await measured("Pay page", () => measurePayPage(instance, size.pages));
  const lists = await measured("Pages of 25", () => measurePagesOf25(instance, size.pagesOf25));
  return [
    { what: "pay page", value: page.perSecond, unit: "pages/s" },
    ...Object.entries(lists).flatMap(([what, measuredList]) => pagesOf25(what, measuredList)),
  ];
}

async function storm(world: World, { ask, steady }: AccessFigures): Promise<Line[]> {
  const { subscriptions, seconds, access } = await measured("Storm", () =>
    measureStorm(world, size.storm, ask, { atOnce: short }),
  );
  return [
    {
      what: `${subscriptions.toLocaleString("en")} ends of one minute told within`,
      value: seconds,
      unit: "s",
      goal: { atMost: 60 },
    },
    ratio("p99 of GET /access meanwhile : before", access.p99Ms / steady.p99Ms, { atMost: 2 }),
  ];
}

async function documents(instance: Instance, filled: Filled): Promise<Line[]> {
  const { alone, beside, documentsPerSecond } = await measured("Documents", () =>
    measureDocuments(instance, filled, size.documents.seconds),
  );
  return [
    { what: "p95 of GET /access at 200/s", value: alone.p95Ms, unit: "ms" },
    { what: "pictures and PDFs for eight clients in a loop", value: documentsPerSecond, unit: "/s" },
    ratio("p95 of GET /access meanwhile : before", beside.p95Ms / alone.p95Ms, { atMost: 2 }),
  ];
}

async function payments(
  world: World,
  instance: Instance,
  filled: Filled,
  bare: Load | undefined,
): Promise<Line[]> {
  const { perSecond } = bare ?? (await measured("Bare", () => measureBare(instance, filled, size.access)));
  const { hot, spread, own } = await measured("Settle", () =>
    measureSettles(world, instance, filled, size.settles),
  );
  return [
    { what: "payments confirmed, many stores", value: spread.perSecond, unit: "/s" },
    ratio("payments, many stores : bare", spread.perSecond / perSecond, { atLeast: 0.045 }),
    ...processorLines(spread),
    { what: "payments confirmed, one wallet", value: hot.perSecond, unit: "/s" },
    ratio("payments, one wallet : bare", hot.perSecond / perSecond, { atLeast: 0.035 }),
    ...processorLines(hot),
    { what: "payments confirmed, own accounts", value: own.perSecond, unit: "/s" },
    // The same work without a hold and a wallet; what is between is noise.
    ratio("payments, own accounts : many stores", own.perSecond / spread.perSecond, { atLeast: 0.95 }),
    ...processorLines(own),
  ];
}

function ratio(what: string, value: number, goal: Line["goal"]): Line {
  return { what, value, unit: "", goal };
}

function processorLines({ used, payments }: Settles): Line[] {
  const line = (who: string, ms: number): Line => ({
    what: `- processor a payment, ${who}`,
    value: ms / payments,
    unit: "ms",
  });
  return [line("app", used.app), line("PostgreSQL", used.postgres), line("load tool", used.loadTool)];
}

function webhooks(world: World, filled: Filled): Promise<Line[]> {
  return measured("Webhooks", () => measureWebhooks(world, filled, size.webhooks));
}

function pagesOf25(name: string, { list, bare }: PageOf25): Line[] {
  return [
    { what: `25 ${name}`, value: list.perSecond, unit: "requests/s" },
    ratio(`25 ${name} : bare query`, list.perSecond / bare.perSecond, { atLeast: 0.5 }),
  ];
}

function around(instance: Instance, atRest: number): Line[] {
  const { installMb, buildMb } = measureSizes();
  return [
    { what: "app at rest", value: atRest, unit: "MB", goal: { atMost: 250 } },
    {
      ...{ what: "app after all this", value: residentMb(instance.pids()), unit: "MB" },
      goal: { atMost: 450 },
    },
    { what: "installed packages", value: installMb, unit: "MB", goal: { atMost: 900 } },
    { what: "build", value: buildMb, unit: "MB", goal: { atMost: 150 } },
    { what: "start, first time, with the build at hand", value: instance.startMs / 1000, unit: "s" },
  ];
}

function measured<T>(label: string, work: () => Promise<T>): Promise<T> {
  return step(label, async () => ({ said: "done", value: await work() }));
}

/** The demo store's pay page, rendered anew for every request. */
function measurePayPage({ url, dataDir }: Instance, requests: number): Promise<Load> {
  const demo = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
  const page = { path: new URL(demo.payment_link_url).pathname, holds: "<form" };
  return fire(
    url,
    Array.from({ length: requests }, () => page),
  );
}
