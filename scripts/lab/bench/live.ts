import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, watchChannel } from "@/lib/db/listen";
import type { World } from "@/lib/services/core/world";
import { addCustomer } from "@/lib/services/people/customers/save";
import { Problem } from "../../problem";
import { sessionCookie } from "../testing/session-cookie";
import type { Filled } from "./fill";
import type { OpenPage } from "./live-pages";
import { residentMb, startProcessorTime } from "./processor";
import type { Line } from "./report";
import { prepareSettles, settle, untilPaid } from "./settles";
import { until } from "./until";
import type { Instance } from "./world";

export interface LiveSizes {
  pages: number;
  /** Of each measurement. */
  seconds: number;
  payments: number;
  /** Begins each measurement when the work of a minute is done (inngest/clock.ts). */
  isEven: boolean;
}

const minuteMs = 60_000;
const stores = 10;
/** Fewer than one person may have open at once (app/(seller)/dashboard/live). */
const pagesEach = 15;
/** After that a page comes anew (there too). */
const wholeSeconds = 1_800;
/** Of a minute: what it began is done. */
const doneMs = 15_000;

/**
 * What many open pages cost that follow their stores: opening them, which each does anew every half hour, and keeping them
 * while nothing happens, as parts of one core. Payments of other stores tell them nothing: that is counted, for the work
 * of payments differs more from one time to the next than all pages could add to it.
 */
export async function measureLive(
  world: World,
  instance: Instance,
  { storeIds }: Filled,
  { pages, seconds, payments, isEven }: LiveSizes,
): Promise<Line[]> {
  const used = async (work: () => Promise<unknown>) => {
    const processor = await startProcessorTime(instance, world.pool);
    await work();
    return processor();
  };
  // PostgreSQL is asked nothing by a page that waits, and cleans up after what was done before whenever it likes.
  const rest = async () => {
    if (isEven) await sleep(minuteMs + doneMs - (Date.now() % minuteMs));
    return (await used(() => sleep(seconds * 1_000))).app / seconds / 10;
  };
  const elsewhere = storeIds.slice(0, Math.ceil(storeIds.length / 2));
  const ids = await prepareSettles(world, elsewhere, payments, "live");
  const watched = await peopleOf(world, instance, storeIds.slice(elsewhere.length).slice(0, stores), pages);
  const without = await rest();
  const memory = residentMb(instance.pids());
  const beside = fork("scripts/lab/bench/live-pages.ts", { execArgv: ["--import", "tsx"] });
  const opening = await used(() => open(beside, watched.pages));
  const kilobytes = ((residentMb(instance.pids()) - memory) * 1024) / pages;
  const idle = (await rest()) - without;
  const told = await toldBy(world, async () => {
    await settle(world, ids);
    await untilPaid(world, ids);
  });
  await tellAll(world, beside, watched);
  beside.disconnect();
  const anew = (opening.app + opening.postgres) / wholeSeconds / 10;
  const what = `${pages.toLocaleString("en")} open pages, processor while nothing happens`;
  return [
    { what, value: idle, unit: "%" },
    { what: "- each opened anew every half hour", value: anew, unit: "%" },
    { what: "- in all", value: idle + anew, unit: "%", goal: { atMost: 5 } },
    { what: `- told of ${payments} payments of other stores`, value: told, unit: "", goal: { atMost: 0 } },
    { what: "- memory of the app, each", value: kilobytes, unit: "KB" },
  ];
}

/** How often each process of the app hears of something meanwhile, after the word that its connection is open. */
async function toldBy(world: World, work: () => Promise<unknown>): Promise<number> {
  let told = -1;
  const stop = listen(world.pool, watchChannel, () => {
    told += 1;
  });
  await until(() => told === 0, { everyMs: 10, withinMs: 60_000, late: () => "The database tells nothing." });
  await work();
  stop();
  return told;
}

interface Watched {
  pages: OpenPage[];
  storeIds: number[];
  userId: number;
}

async function peopleOf(
  world: World,
  { url }: Instance,
  storeIds: number[],
  count: number,
): Promise<Watched> {
  const found = await world.db.store.findMany({ where: { id: { in: storeIds } } });
  const pages: OpenPage[] = [];
  let userId = 0;
  while (pages.length < count) {
    const { id: storeId, accountId } = found[(pages.length / pagesEach) % found.length] ?? never();
    const createdAt = new Date();
    const user = { name: "Looker", email: `${randomUUID()}@example.com`, createdAt };
    userId = (await world.db.user.create({ data: user })).id;
    await world.db.member.create({ data: { accountId, userId, role: "owner", createdAt } });
    const { name, value } = await sessionCookie(world, userId);
    const page = { address: `${url}/dashboard/live?store=${storeId}`, cookie: `${name}=${value}` };
    for (let n = 0; n < pagesEach && pages.length < count; n += 1) pages.push(page);
  }
  return { pages, storeIds: found.map(({ id }) => id), userId };
}

function open(beside: ChildProcess, pages: OpenPage[]): Promise<void> {
  return new Promise((resolve, reject) => {
    beside.once("message", () => resolve());
    beside.once("exit", () => reject(new Problem("The pages could not be opened: see the error above.")));
    beside.send(pages);
  });
}

/** Something happens in each store that is looked at, and all pages hear of it. */
async function tellAll(
  world: World,
  beside: ChildProcess,
  { pages, storeIds, userId }: Watched,
): Promise<void> {
  await toldSince(beside);
  const rest = { phone: "", company: "", country: "", city: "", address: "", name: "Amina" };
  for (const { id: storeId, accountId } of await world.db.store.findMany({
    where: { id: { in: storeIds } },
  })) {
    const owner = { role: "owner" as const, livemode: true, actor: `user:${userId}` };
    const typed = { ...rest, email: `${randomUUID()}@example.com` };
    await addCustomer(world, { storeId, accountId, userId, ...owner }, typed);
  }
  let told = 0;
  const late = () => `Of ${pages.length} open pages only ${told} were told that something happened.`;
  const hear = async () => {
    told += await toldSince(beside);
    return told >= pages.length;
  };
  await until(hear, { everyMs: 100, withinMs: 60_000, late });
}

function toldSince(beside: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    beside.once("message", (count) => resolve(Number(count)));
    beside.send("told");
  });
}

function never(): never {
  throw new Problem("The benchmark has too few stores.");
}
