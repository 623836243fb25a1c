import type { World } from "@/lib/services/core/world";
import { step } from "../../steps";
import type { Filled } from "./fill";
import type { Line } from "./report";
import { Sellers } from "./sellers";
import { refuseLostWakes } from "./world";

export interface WebhookSizes extends BesideSizes {
  /** Of each of two batches. */
  deliveries: number;
}

const endpointsMax = 10;

/**
 * Deliveries per second over ten endpoints, with every signature verified, twice: a fresh process must not be slower.
 * Then how long others wait beside sellers whose servers hang, are dead or are flooded.
 */
export async function measureWebhooks(world: World, filled: Filled, size: WebhookSizes): Promise<Line[]> {
  const sellers = await Sellers.open(world);
  try {
    const good = filled.storeIds.slice(0, endpointsMax);
    await sellers.addEndpoints(good, "answers");
    const lines: Line[] = [];
    for (const batch of ["first", "second"])
      lines.push({
        what: `webhooks delivered and verified, ${batch} ${size.deliveries.toLocaleString("en")}`,
        value: await perSecond(sellers, good, size.deliveries),
        unit: "/s",
        goal: { atLeast: 2_000 },
      });
    for (const each of besideCases) {
      const value = await step("Webhooks", async () => {
        const p95Ms = await measureBeside(sellers, good, each, size);
        return { said: `beside ${each.what}: p95 ${Math.round(p95Ms)} ms`, value: p95Ms };
      });
      const what = `p95 of others' webhooks beside ${each.what}`;
      lines.push({ what, value, unit: "ms", goal: { atMost: each.atMostMs } });
    }
    refuseLostWakes(world);
    return lines;
  } finally {
    // Later measurements must not have a failing endpoint.
    await sellers.close();
  }
}

async function perSecond(sellers: Sellers, storeIds: number[], count: number): Promise<number> {
  const each = Math.ceil(count / storeIds.length);
  const startedAt = performance.now();
  const events = await sellers.publish(storeIds, { each, objects: each });
  await sellers.untilArrived(events);
  return (events.length * 1_000) / (performance.now() - startedAt);
}

interface BesideSizes {
  /** How often other sellers' events are sent beside each case, and the interval between them. */
  rounds: number;
  everyMs: number;
  /** The fraction of its full size with which each case runs. */
  part: number;
}

interface Case {
  what: string;
  /** The number of sellers with waiting events, the state of their servers, and the events waiting for each. */
  sellers: number;
  server: "answers" | "hangs" | "dead";
  each: number;
  /** All of one object: their first attempts go out one after the other. */
  ofOneObject?: boolean;
  atMostMs: number;
}

const besideCases: readonly Case[] = [
  { what: "an endpoint that hangs", sellers: 1, server: "hangs", each: 50, atMostMs: 200 },
  {
    ...{ what: "300 events of one object at one that hangs", ofOneObject: true },
    ...{ sellers: 1, server: "hangs", each: 300, atMostMs: 1_000 },
  },
  { what: "16 endpoints that hang", sellers: 16, server: "hangs", each: 200, atMostMs: 1_000 },
  { what: "64 endpoints that hang", sellers: 64, server: "hangs", each: 50, atMostMs: 1_000 },
  { what: "20,000 waiting at a dead endpoint", sellers: 1, server: "dead", each: 20_000, atMostMs: 1_000 },
  { what: "1,000 stores with a backlog", sellers: 1_000, server: "answers", each: 5, atMostMs: 1_000 },
];

/** From an event of one of the good stores to its receipt, while the sellers of the case have a backlog. */
async function measureBeside(
  sellers: Sellers,
  good: number[],
  { sellers: count, server, each, ofOneObject }: Case,
  { rounds, everyMs, part }: BesideSizes,
): Promise<number> {
  const scaled = (size: number) => Math.max(1, Math.ceil(size * part));
  const stores = await sellers.open(scaled(count));
  await sellers.addEndpoints(stores, server);
  const backlog = scaled(each);
  await sellers.publish(stores, { each: backlog, objects: ofOneObject ? 1 : backlog });
  const waits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const events = await sellers.publish(good, { each: 1, objects: 1 });
    const sentAt = performance.now();
    for (const arrivedAt of await sellers.untilArrived(events)) waits.push(arrivedAt - sentAt);
    const restMs = everyMs - (performance.now() - startedAt);
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  await sellers.retire(stores);
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
}
