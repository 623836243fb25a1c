import type { World } from "@/lib/services/core/world";
import { step } from "../steps";
import type { Filled } from "./fill";
import type { Line } from "./report";
import { Sellers } from "./sellers";
import { type BesideSizes, besideCases, measureBeside } from "./webhooks-beside";
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
