import { afterEach, beforeEach, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { deliverDueWebhooks } from "./deliver-due";

let world: TestWorld;
let store: TestStore;
let receiver: Receiver;
let statements: string[][];

/** A receiver that answers all eight at once, so that they are recorded at once too. */
beforeEach(async () => {
  world = testWorld();
  statements = [];
  store = await testStore(world);
  const waiting: (() => void)[] = [];
  receiver = await startReceiver((_request, response) => {
    waiting.push(() => response.end());
    if (waiting.length === 8) for (const answer of waiting) answer();
  });
  for (let nth = 0; nth < 2; nth += 1) await endpointAt(world, store.live, `${receiver.url}/${nth}`);
});
afterEach(() => receiver.close());

test("deliveries that are answered at once share statements, and each keeps its own record", async () => {
  const events = await four();
  expect(await deliver(() => false)).toMatchObject({ delivered: 8, failed: 0 });
  expect(statements.flat()).toHaveLength(8);
  expect(statements.length).toBeLessThan(8);
  expect(await recorded(events)).toEqual(Array(8).fill(["succeeded", 1, 1]));
});

test("what the database refuses of one is not lost of the others", async () => {
  const events = await four();
  const poisoned = String((await deliveriesOf(events))[5]?.id);
  expect(await deliver((ids) => ids.includes(poisoned))).toMatchObject({ delivered: 7, failed: 1 });
  expect((await recorded(events)).filter(([status]) => status === "succeeded")).toHaveLength(7);
  // Its lease ends, and it is sent again under the same id.
  expect(await world.db.webhookDelivery.findUniqueOrThrow({ where: { id: BigInt(poisoned) } })).toMatchObject(
    {
      status: "pending",
      attemptsMade: 0,
      leasedUntil: expect.any(Date),
    },
  );
});

test("an endpoint has its next ones while those that it took are being recorded", async () => {
  const quick = await startReceiver(200);
  await world.db.webhookEndpoint.updateMany({ where: { storeId: store.store.id }, data: { url: quick.url } });
  const events = [...(await four()), ...(await four())];
  const allArrived = expect.poll(() => quick.received.length, { timeout: 20_000 }).toBe(16);
  expect(await deliver(() => false, allArrived)).toMatchObject({ delivered: 16, failed: 0 });
  expect(await recorded(events)).toEqual(Array(16).fill(["succeeded", 1, 1]));
  await quick.close();
});

async function four() {
  const events = [];
  for (let nth = 0; nth < 4; nth += 1) events.push(await emitEvent(world, store.live));
  return events.map(({ id }) => id);
}

/** A pass whose database refuses to record what `refuses` says, and records nothing before `begins`. */
function deliver(refuses: (ids: string[]) => boolean, begins: PromiseLike<unknown> = Promise.resolve()) {
  const query = async (text: string, values: unknown[]) => {
    if (text.includes("json_to_recordset")) {
      await begins;
      const ids = values[1] as string[];
      statements.push(ids);
      if (refuses(ids)) throw new Error("Refused.");
    }
    return world.pool.query(text, values);
  };
  const pool = Object.assign(Object.create(world.pool), { query });
  return deliverDueWebhooks({ ...world, pool }, { storeId: store.store.id });
}

function deliveriesOf(eventIds: string[]) {
  const where = { eventId: { in: eventIds } };
  return world.db.webhookDelivery.findMany({ where, include: { attempts: true }, orderBy: { id: "asc" } });
}

async function recorded(eventIds: string[]) {
  const all = await deliveriesOf(eventIds);
  return all.map(({ status, attemptsMade, attempts }) => [status, attemptsMade, attempts.length]);
}
