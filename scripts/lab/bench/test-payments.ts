import { readFileSync } from "node:fs";
import path from "node:path";
import type { World } from "@/lib/services/core/world";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { Problem } from "../../problem";
import { startBenchReceiver } from "./receiver";
import { until } from "./until";
import type { Instance } from "./world";

export interface TestPayments {
  p50Ms: number;
  p95Ms: number;
  rounds: number;
}

const patienceMs = 30_000;

/** From `POST /test/subscriptions` to the receipt of its first webhook, in sequence, with signatures verified. */
export async function measureTestPayments(
  world: World,
  { url, dataDir }: Instance,
  rounds: number,
): Promise<TestPayments> {
  const demo = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
  const storeId: number = demo.store.id;
  const { accountId } = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const caller = { storeId, accountId, livemode: false, actor: "system" };
  const receiver = await startBenchReceiver();
  try {
    const { secret } = await createEndpoint(world, caller, { url: receiver.urlOf("test") });
    receiver.secrets.set("test", secret);
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = receiver.arrivedAt.size;
      const startedAt = performance.now();
      await pay(url, demo, `bench_${round}`);
      const first = await nthArrival(receiver.arrivedAt, before);
      waits.push(first - startedAt);
    }
    if (receiver.forged > 0)
      throw new Problem(`${receiver.forged} webhooks had a signature that does not fit.`);
    const sorted = waits.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { p50Ms: at(0.5), p95Ms: at(0.95), rounds };
  } finally {
    receiver.close();
  }
}

async function pay(
  siteUrl: string,
  { test_key, products: [product] }: { test_key: string; products: { id: number }[] },
  ref: string,
): Promise<void> {
  const response = await fetch(`${siteUrl}/api/v1/test/subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${test_key}`, "content-type": "application/json" },
    body: JSON.stringify({ product_id: product?.id, ref }),
  });
  if (!response.ok)
    throw new Problem(`A test payment was answered ${response.status}: ${await response.text()}`);
}

async function nthArrival(arrivedAt: ReadonlyMap<string, number>, n: number): Promise<number> {
  await until(() => arrivedAt.size > n, {
    everyMs: 1,
    withinMs: patienceMs,
    late: () => "The webhook of a test payment has not arrived.",
  });
  return [...arrivedAt.values()][n] ?? Number.NaN;
}
