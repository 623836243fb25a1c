import { createEndpoint } from "@/lib/services/webhooks/create-endpoint";
import type { World } from "@/lib/services/world";
import { Problem } from "../problem";
import type { Filled } from "./fill";
import { type BenchReceiver, hangs, startBenchReceiver } from "./receiver";
import { until } from "./until";

export interface Webhooks {
  perSecond: number;
  deliveries: number;
  /** From the event to its receipt while one endpoint of another store takes every connection and answers none. */
  besideAHangingOneP95Ms: number;
}

const endpointsMax = 10;
const patienceMs = 300_000;

/** Deliveries per second over ten endpoints, every signature checked; then a few beside an endpoint that hangs. */
export async function measureWebhooks(world: World, filled: Filled, count: number): Promise<Webhooks> {
  const receiver = await startBenchReceiver();
  try {
    const stores = filled.storeIds.slice(0, endpointsMax);
    for (const storeId of stores) await endpointOf(world, receiver, storeId, `store-${storeId}`);
    const each = Math.ceil(count / stores.length);
    const startedAt = performance.now();
    await publish(world, stores, each, "many");
    await untilReceived(receiver, stores.length * each);
    const perSecond = (stores.length * each * 1000) / (performance.now() - startedAt);
    return {
      perSecond,
      deliveries: receiver.arrivedAt.size,
      besideAHangingOneP95Ms: await besideAHangingOne(world, receiver, stores),
    };
  } finally {
    receiver.close();
    // What is measured after this has no endpoint that fails.
    await world.db.webhookEndpoint.updateMany({ where: { livemode: true }, data: { deletedAt: new Date() } });
  }
}

async function besideAHangingOne(world: World, receiver: BenchReceiver, stores: number[]): Promise<number> {
  const [bad, ...good] = stores;
  if (bad === undefined || good.length === 0)
    throw new Problem("There are too few stores for this measurement.");
  await world.db.webhookEndpoint.updateMany({
    where: { storeId: bad },
    data: { url: receiver.urlOf(hangs) },
  });
  await publish(world, [bad], 50, "hanging");
  const waits: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const before = receiver.arrivedAt.size;
    await publish(world, good, 1, `beside-${round}`);
    const startedAt = performance.now();
    await untilReceived(receiver, before + good.length);
    for (const at of [...receiver.arrivedAt.values()].slice(before)) waits.push(at - startedAt);
  }
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
}

async function endpointOf(
  world: World,
  receiver: BenchReceiver,
  storeId: number,
  name: string,
): Promise<void> {
  const { accountId } = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const caller = { storeId, accountId, livemode: true, actor: "system" };
  const { secret } = await createEndpoint(world, caller, { url: receiver.urlOf(name) });
  receiver.secrets.set(name, secret);
}

/** Events as the outbox has them, `each` a store, and a wake-up for the workers. */
async function publish(world: World, storeIds: number[], each: number, batch: string): Promise<void> {
  await world.pool.query(publishSql, [storeIds, each, batch]);
  world.wake("webhooks");
}

const publishSql = `
  WITH made AS (
    INSERT INTO events (id, store_id, livemode, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at)
    SELECT 'evt_bench_' || $3 || '_' || s || '_' || n, s, true, 'order.paid', $3 || '_' || n, 1,
      'bench/' || $3 || '/' || s || '/' || n,
      '{"id":"evt_bench_' || $3 || '_' || s || '_' || n || '","type":"order.paid","livemode":true,"data":{"note":"' || repeat('x', 1200) || '"}}',
      now(), now()
    FROM unnest($1::int[]) s, generate_series(1, $2::int) n
    RETURNING id, store_id
  )
  INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, next_attempt_at, created_at)
  SELECT made.store_id, true, made.id, w.id, now(), now()
  FROM made JOIN webhook_endpoints w ON w.store_id = made.store_id AND w.livemode AND w.deleted_at IS NULL`;

async function untilReceived(receiver: BenchReceiver, count: number): Promise<void> {
  await until(() => receiver.arrivedAt.size >= count, {
    everyMs: 5,
    withinMs: patienceMs,
    late: () => `Of ${count} webhooks only ${receiver.arrivedAt.size} have arrived.`,
  });
  if (receiver.forged > 0)
    throw new Problem(`${receiver.forged} webhooks had a signature that does not fit.`);
}
