import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "@/lib/services/core/world";
import { addCustomer } from "@/lib/services/people/customers/save";
import { Problem } from "../../problem";
import { sessionCookie } from "../testing/session-cookie";
import type { Filled } from "./fill";
import type { OpenPage } from "./live-pages";
import { type ProcessorTime, residentMb, startProcessorTime } from "./processor";
import type { Line } from "./report";
import { prepareSettles, settle } from "./settles";
import { until } from "./until";
import type { Instance } from "./world";

export interface LiveSizes {
  pages: number;
  /** Of each measurement. */
  seconds: number;
  perSecond: number;
}

const stores = 10;
/** Fewer than one person may have open at once (app/(seller)/dashboard/live). */
const pagesEach = 15;
/** After that a page comes anew (there too). */
const wholeSeconds = 1_800;

/**
 * What many open pages cost that follow their stores: opening them, which each does anew every half hour, keeping them
 * while nothing happens, and keeping them while payments are made in other stores.
 */
export async function measureLive(
  world: World,
  instance: Instance,
  { storeIds }: Filled,
  { pages, seconds, perSecond }: LiveSizes,
): Promise<Line[]> {
  const share = async (work: () => Promise<unknown>) => {
    const [processor, startedAt] = [await startProcessorTime(instance, world.pool), performance.now()];
    await work();
    return percent(processor(), performance.now() - startedAt);
  };
  // What was done before leaves work behind for a while.
  const rest = async () => {
    await sleep(seconds * 500);
    return share(() => sleep(seconds * 1_000));
  };
  const pay = () =>
    share(async () => {
      for (let n = 0; n < seconds; n += 1) {
        const second = sleep(1_000);
        await settle(world, ids.splice(0, perSecond));
        await second;
      }
    });
  const elsewhere = storeIds.slice(0, Math.ceil(storeIds.length / 2));
  const ids = await prepareSettles(world, elsewhere, 3 * seconds * perSecond, "live");
  const watched = await peopleOf(world, instance, storeIds.slice(elsewhere.length).slice(0, stores), pages);
  const without = [[await rest(), await pay()]];
  const memory = residentMb(instance.pids());
  const beside = fork("scripts/lab/bench/live-pages.ts", { execArgv: ["--import", "tsx"] });
  const openedAt = performance.now();
  const opening = await share(() => open(beside, watched.pages));
  const openingMs = (opening * (performance.now() - openedAt)) / 100;
  const kilobytes = ((residentMb(instance.pids()) - memory) * 1024) / pages;
  const [idle = 0, paid = 0] = [await rest(), await pay()];
  await tellAll(world, beside, watched);
  beside.disconnect();
  await sleep(1_000);
  // Before and after, for a machine is not always equally fast.
  without.push([await rest(), await pay()]);
  const mean = (at: number) => without.reduce((sum, one) => sum + (one[at] ?? 0), 0) / without.length;
  const anew = openingMs / wholeSeconds / 10;
  const what = `${pages.toLocaleString("en")} open pages, processor while nothing happens`;
  return [
    { what, value: idle - mean(0), unit: "%" },
    { what: `- beside ${perSecond} payments/s of other stores`, value: paid - mean(1), unit: "%" },
    { what: "- each opened anew every half hour", value: anew, unit: "%" },
    {
      what: "- in all",
      value: Math.max(idle - mean(0), paid - mean(1)) + anew,
      unit: "%",
      goal: { atMost: 5 },
    },
    { what: "- memory of the app, each", value: kilobytes, unit: "KB" },
  ];
}

/** Of one core. */
function percent({ app, postgres }: ProcessorTime, ms: number): number {
  return ((app + postgres) / ms) * 100;
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
