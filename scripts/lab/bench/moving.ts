import { openDatabase } from "@/lib/db/client";
import { planMove } from "@/lib/services/billing/moving/plan";
import { readMove, runDueMoves, startMove, undoMove } from "@/lib/services/billing/moving/run";
import type { World } from "@/lib/services/core/world";
import { countOutcomes, importCustomers, planImport } from "@/lib/services/people/customers/import";
import { type TestStore, testClock, testStore, testWorld } from "@/lib/testing/world";
import { withServer } from "../../postgres";
import { Problem } from "../../problem";
import { emptyDatabase } from "./fill";
import type { Line } from "./report";

const dayMs = 24 * 60 * 60 * 1000;

/** Seconds of each step for a file of so many lines. */
interface Seconds {
  look: number;
  make: number;
  again: number;
  undo: number;
  customersLook: number;
  customersMake: number;
  customersChange: number;
}

/** Files of `lines` lines moved in by the verbs of the pages, beside files of a tenth, on a durable database of its own. */
export function measureMoving(lines: number): Promise<Line[]> {
  return withServer(async (url) => measureIn(await emptyDatabase(url, "moving"), lines), { durable: true });
}

async function measureIn(databaseUrl: string, count: number): Promise<Line[]> {
  Object.assign(process.env, { DATABASE_URL: databaseUrl });
  const database = openDatabase(databaseUrl, 4);
  const world = testWorld({ db: database.prisma, pool: database.pool, clock: testClock(new Date()) });
  try {
    // Warm: what is compiled and planned once belongs to neither.
    await secondsOf(world, Math.ceil(count / 40));
    const small = await secondsOf(world, count / 10);
    const large = await secondsOf(world, count);
    const said = count.toLocaleString("en");
    const line = (what: string, value: number): Line => ({ what, value, unit: "s", goal: { atMost: 30 } });
    return [
      line(`${said} subscribers looked at, before an import`, large.look),
      line("- imported", large.make),
      line("- the same file looked at and imported again", large.again),
      line("- taken back", large.undo),
      line(`${said} customers looked at, before an import`, large.customersLook),
      line("- imported", large.customersMake),
      line("- changed by a second file", large.customersChange),
      {
        what: "a line of an import, file : one of a tenth",
        value: sum(large) / 10 / sum(small),
        unit: "",
        goal: { atMost: 1.3 },
      },
    ];
  } finally {
    await database.close();
  }
}

function sum(seconds: Seconds): number {
  return Object.values(seconds).reduce((all, one) => all + one, 0);
}

async function secondsOf(world: World, count: number): Promise<Seconds> {
  const shop = await testStore(world);
  const name = String(shop.products[0].id);
  const csv = subscribers(count, name, world.clock.now());
  let id = 0;
  const plan = async () => {
    id = await planMove(world, shop.live, { csv, productId: null });
  };
  const look = await timed(plan);
  const make = await timed(() => run(world, shop, id));
  await requireCount(world, shop, id, "make", count);
  const first = id;
  const again = await timed(async () => {
    await plan();
    await run(world, shop, id);
  });
  await requireCount(world, shop, id, "same", count);
  const undo = await timed(async () => {
    await undoMove(world, shop.live, first);
    while ((await runDueMoves(world)).more);
  });
  await requireCount(world, shop, first, "undone", count);
  return { look, make, again, undo, ...(await customersOf(world, count)) };
}

async function customersOf(world: World, count: number) {
  const shop = await testStore(world);
  const file = (city: string) =>
    `name,email,phone,city\n${numbers(count)
      .map((at) => `Payer ${at},payer${at}@example.com,${phoneOf(at)},${city}`)
      .join("\n")}`;
  const customersLook = await timed(() => planImport(world, shop.live, file("Kampala")));
  const customersMake = await timed(() => importAll(world, shop, file("Kampala"), "create", count));
  const customersChange = await timed(() => importAll(world, shop, file("Entebbe"), "change", count));
  return { customersLook, customersMake, customersChange };
}

async function importAll(
  world: World,
  { live }: TestStore,
  csv: string,
  what: "create" | "change",
  count: number,
) {
  const done = countOutcomes(await importCustomers(world, live, csv))[what];
  if (done !== count) throw new Problem(`Customers: ${done} of ${count} lines were imported.`);
}

async function run(world: World, shop: TestStore, id: number): Promise<void> {
  await startMove(world, shop.live, id);
  while ((await runDueMoves(world)).more);
}

async function requireCount(
  world: World,
  shop: TestStore,
  id: number,
  outcome: "make" | "same" | "undone",
  count: number,
): Promise<void> {
  const done = (await readMove(world, shop.live, id)).counts[outcome];
  if (done !== count) throw new Problem(`Moving: ${done} of ${count} lines are "${outcome}".`);
}

/** Half of them with a ref, each with both contacts, a start and metadata. */
function subscribers(count: number, product: string, now: Date): string {
  const day = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  const lines = numbers(count).map((at) =>
    [
      ...[at % 2 === 0 ? `user_${at}` : "", `person${at}@example.com`, phoneOf(at), `Person ${at}`, product],
      ...[day(-300), day((at % 28) + 1), at % 9 === 0 ? "cancelled" : "active", `SUB_${at}`, `seat ${at}`],
    ].join(","),
  );
  const head = "ref,email,phone,name,product,started_at,current_period_end,status,external_id,metadata.seat";
  return `${head}\n${lines.join("\n")}`;
}

function phoneOf(at: number): string {
  return `+25677${String(at).padStart(7, "0")}`;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
