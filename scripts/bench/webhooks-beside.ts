import type { Sellers } from "./sellers";

export interface BesideSizes {
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

export const besideCases: readonly Case[] = [
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
export async function measureBeside(
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
