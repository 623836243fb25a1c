import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RawCallback } from "@/lib/providers/rails/port";
import { statementsOf } from "@/lib/testing/statements";
import { testWorld } from "@/lib/testing/world";
import { storeCallback } from "./store-callback";

const world = testWorld();

const raw: RawCallback = {
  method: "POST",
  host: "localhost",
  path: "/api/rails/sandbox",
  query: new URLSearchParams(),
  headers: { signature: "sha256=1" },
  body: Buffer.from("{}"),
  ip: "203.0.113.9",
};

function store(dedupeKey: string) {
  return storeCallback(world, "sandbox", raw, { op: "charge", ourId: randomUUID(), dedupeKey });
}

test("callbacks that arrive together share statements, and each gets its own row", async () => {
  const keys = Array.from({ length: 12 }, () => randomUUID());
  const { result: ids, sent } = await statementsOf(() => Promise.all(keys.map(store)));
  expect(sent.filter((text) => text.includes("rail_callbacks")).length).toBeLessThanOrEqual(2);
  const rows = await world.db.railCallback.findMany({ where: { dedupeKey: { in: keys } } });
  const rowOf = new Map(rows.map(({ id, dedupeKey }) => [dedupeKey, id]));
  expect(ids).toEqual(keys.map((key) => rowOf.get(key)));
  expect(rows[0]).toMatchObject({
    event: { op: "charge", ourId: expect.any(String) },
    headers: { signature: "sha256=1", "x-client-ip": "203.0.113.9" },
  });
});

test("the same callback twice at once is stored once", async () => {
  const key = randomUUID();
  const ids = await Promise.all([store(key), store(key), store(randomUUID())]);
  expect(ids.filter((id) => id === null)).toHaveLength(1);
  expect(await world.db.railCallback.count({ where: { dedupeKey: key } })).toBe(1);
});

test("one that the database refuses takes no other with it", async () => {
  const keys = [randomUUID(), `${randomUUID()}\0`, randomUUID()];
  const stored = await Promise.allSettled(keys.map(store));
  expect(stored.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
