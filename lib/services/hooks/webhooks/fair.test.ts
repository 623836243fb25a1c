import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSafePost } from "@/lib/providers/safe-post";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { accountMax, placesMax } from "./claim";
import { deliverDueWebhooks } from "./deliver-due";

// What one seller's server does must not keep another's waiting. Every test fills the queue with what came earlier, and then
// asks whether the event of another store arrives while all that still waits. How soon is for the benchmark to say.

/** An attempt that hangs outlasts its test, however busy the machine is: nothing goes on because one has ended. */
const hangsMs = 600_000;
/** Far longer than anything here takes. */
const arrivesWithinMs = 50_000;
const open: Receiver[] = [];
const passes: Promise<unknown>[] = [];
let world: TestWorld;
let other: TestStore;
let receiver: Receiver;
let hanging: Receiver;

beforeEach(async () => {
  world = testWorld({ post: createSafePost({ allowLocal: true, timeoutMs: hangsMs }) });
  other = await testStore(world);
  receiver = await newReceiver(200);
  hanging = await newReceiver(() => {});
  await endpointAt(world, other.live, receiver.url);
});
afterEach(async () => {
  await world.pool.query("DELETE FROM webhook_attempts");
  await world.pool.query("DELETE FROM webhook_deliveries");
  await Promise.all(open.splice(0).map((one) => one.close()));
  // What hung is over now, and so are the passes that waited for it.
  await Promise.all(passes.splice(0));
});

test("300 events of one object at an endpoint that hangs keep nobody waiting", async () => {
  const seller = await testStore(world);
  const { id } = await endpointAt(world, seller.live, hanging.url);
  await fill(id, 300, { objects: 1 });
  await expectPrompt();
  // First attempts about one object go out one after the other.
  expect(hanging.mostAtOnce).toBe(1);
});

test("260 changes of one customer at an endpoint that takes its time keep nobody waiting, and arrive in order", async () => {
  const seller = await testStore(world);
  const slow = await newReceiver((_request, response) => void setTimeout(() => response.end(), 5));
  const { id } = await endpointAt(world, seller.live, slow.url);
  await fill(id, 260, { objects: 1 });
  await expectPrompt();
  expect(slow.received.length, "most still wait").toBeLessThan(200);
  await expect.poll(() => slow.received.length, { timeout: 50_000 }).toBeGreaterThan(30);
  const order = slow.received.map(({ body }) => JSON.parse(body).sequence);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(slow.mostAtOnce).toBe(1);
});

test.each([
  { endpoints: 16, each: 50 },
  { endpoints: 64, each: 10 },
])(
  "$endpoints endpoints of as many sellers that begin to hang at the same moment keep nobody waiting",
  async ({ endpoints, each }) => {
    for (let index = 0; index < endpoints; index += 1) {
      const seller = await testStore(world);
      const { id } = await endpointAt(world, seller.live, hanging.url);
      await fill(id, each);
    }
    await expectPrompt();
    // All are claimed at once; on a busy machine the last of them take a moment to get there.
    await expect
      .poll(() => hanging.mostAtOnce, { timeout: arrivesWithinMs })
      .toBeGreaterThanOrEqual(endpoints);
  },
);

test("2,000 that wait at a dead endpoint keep nobody waiting", async () => {
  const seller = await testStore(world);
  const dead = await newReceiver(200);
  const { id } = await endpointAt(world, seller.live, dead.url);
  await dead.close();
  open.splice(open.indexOf(dead), 1);
  await fill(id, 2_000);
  await expectPrompt();
  const tried = await world.db.webhookAttempt.count({ where: { delivery: { endpointId: id } } });
  expect(tried, "most still wait").toBeLessThan(1_000);
});

test("the endpoints of one account never take all places, and its stores share what it has", async () => {
  const seller = await testStore(world);
  const sisters: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const store = await testStore(world);
    await world.db.store.update({ where: { id: store.store.id }, data: { accountId: seller.accountId } });
    for (let number = 0; number < 5; number += 1)
      for (const caller of [store.live, store.test])
        sisters.push((await endpointAt(world, caller, hanging.url)).id);
  }
  for (const id of sisters) await fill(id, 3);
  await expectPrompt();
  await expect.poll(() => hanging.mostAtOnce, { timeout: arrivesWithinMs }).toBe(accountMax);
  expect(accountMax).toBeLessThanOrEqual(placesMax / 8);
  // Everybody's first before anybody's second.
  expect(Math.max(...world.courier.open.values())).toBe(1);
});

test("an endpoint that failed last gets one at a time, though nobody else is waiting", async () => {
  const { id } = await endpointAt(world, (await testStore(world)).live, hanging.url);
  await fill(id, 5);
  await world.db.webhookEndpoint.update({ where: { id }, data: { failuresInRow: 1 } });
  await expectPrompt();
  expect(hanging.mostAtOnce).toBe(1);
  expect(await leasedOf([id])).toHaveLength(1);
});

test("endpoints that failed last get at most half of the places, all together", async () => {
  const failing: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    const seller = await testStore(world);
    const { id } = await endpointAt(world, seller.live, hanging.url);
    await fill(id, 5);
    failing.push(id);
  }
  await world.db.webhookEndpoint.updateMany({
    where: { id: { in: failing } },
    data: { failuresInRow: 1, failingSince: world.clock.now() },
  });
  // As if others' attempts had nearly all of their half already.
  const elsewhere = await endpointAt(world, (await testStore(world)).live, hanging.url);
  await world.db.webhookEndpoint.update({ where: { id: elsewhere.id }, data: { failuresInRow: 1 } });
  world.courier.open.set(elsewhere.id, placesMax / 2 - 10);
  await expectPrompt();
  await expect.poll(() => hanging.mostAtOnce, { timeout: arrivesWithinMs }).toBe(10);
  expect(await leasedOf(failing)).toHaveLength(10);
});

test("an endpoint that answered slowly comes after those that answer at once, and is forgiven when it does", async () => {
  const seller = await testStore(world);
  const { id } = await endpointAt(world, seller.live, hanging.url);
  hanging.answer = (_request, response) => void setTimeout(() => response.end(), 2_100);
  await fill(id, 1);
  await deliverDueWebhooks(world);
  const read = () => world.db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  expect(await read()).toMatchObject({ answersSlowly: true, failuresInRow: 0 });
  hanging.answer = 200;
  await fill(id, 1);
  await deliverDueWebhooks(world);
  expect(await read()).toMatchObject({ answersSlowly: false });
});

describe("what a claim costs", () => {
  test("beside 1,000 endpoints with a backlog it grows with the endpoints and not with what waits", async () => {
    const few = await costBeside(1_000, 2);
    await world.pool.query("DELETE FROM webhook_deliveries");
    await world.pool.query("VACUUM ANALYZE webhook_deliveries");
    const many = await costBeside(1_000, 40);
    // A step to each, its first, and what the attempt needs.
    expect(many).toBeLessThan(15 * 1_000);
    expect(many).toBeLessThan(2 * few);
  });

  test("of one endpoint with 5,000 events of one object it reads a few pages, also in a fresh database", async () => {
    const seller = await testStore(world);
    const { id } = await endpointAt(world, seller.live, hanging.url);
    await world.pool.query("VACUUM ANALYZE webhook_deliveries");
    await fill(id, 5_000, { objects: 1 });
    expect(await costOfClaim()).toBeLessThan(600);
    await world.pool.query("VACUUM ANALYZE webhook_deliveries");
    expect(await costOfClaim()).toBeLessThan(600);
  });
});

/** Events of another store that come now arrive, though all the others were there before and still wait. */
async function expectPrompt(): Promise<void> {
  passes.push(deliverDueWebhooks(world));
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let round = 0; round < 3; round += 1) {
    const { id } = await emitEvent(world, other.live);
    passes.push(deliverDueWebhooks(world));
    await expect
      .poll(() => receiver.received.some((one) => one.id === id), { interval: 5, timeout: arrivesWithinMs })
      .toBe(true);
  }
}

/** Deliveries of one endpoint that have been due for a minute, of so many objects, or each of its own. */
async function fill(endpointId: number, count: number, { objects = count } = {}): Promise<void> {
  const prefix = `${endpointId}_${world.random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0)}`;
  await world.pool.query(
    `WITH made AS (
       INSERT INTO events (id, store_id, livemode, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at)
       SELECT format('evt_%s_%s', $2::text, n), w.store_id, w.livemode, 'customer.updated', format('%s_%s', $2::text, n % $4), n,
         format('%s/%s', $2::text, n), format('{"sequence":%s}', n), $5, $5
       FROM webhook_endpoints w, generate_series(1, $3::int) n WHERE w.id = $1 ORDER BY n
       RETURNING id, store_id, livemode, object_id, sequence
     )
     INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, line, next_attempt_at, created_at)
     SELECT store_id, livemode, id, $1, object_id, $5, $5 FROM made ORDER BY sequence`,
    [endpointId, prefix, count, objects, new Date(world.clock.now().getTime() - 60_000)],
  );
}

/** Those that an attempt is open at. One that just arrived elsewhere is leased until that is written down. */
async function leasedOf(endpoints: number[]): Promise<number[]> {
  const rows = await world.db.webhookDelivery.findMany({
    where: { status: "pending", leasedUntil: { not: null }, endpointId: { in: endpoints } },
    distinct: ["endpointId"],
    select: { endpointId: true },
  });
  return rows.map(({ endpointId }) => endpointId);
}

async function costBeside(endpoints: number, each: number): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    `INSERT INTO webhook_endpoints (store_id, livemode, url, types, secret_sealed, created_at)
     SELECT $1, true, 'http://localhost/', '{}', '\\x00', now() FROM generate_series(1, $2::int) RETURNING id`,
    [other.store.id, endpoints],
  );
  await world.pool.query(
    `WITH event AS (
       INSERT INTO events (id, store_id, livemode, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at)
       SELECT format('evt_cost_%s_%s', $2::int, n), $1, true, 'customer.updated', n, 1, format('cost/%s/%s', $2::int, n), '{}', $4, $4
       FROM generate_series(1, $2::int) n RETURNING id, object_id
     )
     INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, line, next_attempt_at, created_at)
     SELECT $1, true, event.id, w, event.object_id, $4, $4 FROM event, unnest($3::int[]) w`,
    [other.store.id, each, rows.map(({ id }) => id), new Date(world.clock.now().getTime() - 60_000)],
  );
  await world.pool.query("VACUUM ANALYZE webhook_deliveries, events, webhook_endpoints");
  return costOfClaim();
}

interface Plan {
  Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
}

/** How many pages the claim of everything reads, asked of PostgreSQL itself. It takes nothing. */
async function costOfClaim(): Promise<number> {
  let pages = -1;
  const client = await world.pool.connect();
  const pool = {
    query: async (text: string, values: unknown[]) => {
      await client.query("BEGIN");
      const { rows } = await client.query<{ "QUERY PLAN": Plan[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      await client.query("ROLLBACK");
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      pages = (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
      return { rows: [] };
    },
  } as unknown as TestWorld["pool"];
  try {
    await deliverDueWebhooks({ ...world, pool });
  } finally {
    client.release();
  }
  return pages;
}

async function newReceiver(answer: Receiver["answer"]): Promise<Receiver> {
  const one = await startReceiver(answer);
  open.push(one);
  return one;
}
