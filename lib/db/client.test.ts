import { once } from "node:events";
import { expect, test } from "vitest";
import { newClient } from "@/lib/db/connect";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { isConnectionLoss } from "./client";

test("a query on a connection that the server has ended is a lost connection, not a fault of ours", async () => {
  const [victim, killer] = [newClient(testDatabaseUrl()), newClient(testDatabaseUrl())];
  await Promise.all([victim.connect(), killer.connect()]);
  const { rows } = await victim.query("SELECT pg_backend_pid() AS pid");
  const ended = once(victim, "error");
  await killer.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
  await killer.end();
  const [first] = await ended;
  expect(isConnectionLoss(first)).toBe(true);
  for (let n = 0; n < 2; n += 1) {
    const error: unknown = await victim.query("SELECT 1").then(
      () => null,
      (error: unknown) => error,
    );
    expect(isConnectionLoss(error), String(error)).toBe(true);
  }
});

test("a mistake in a query is no lost connection", async () => {
  const client = newClient(testDatabaseUrl());
  await client.connect();
  const error: unknown = await client.query("SELECT nothing").then(
    () => null,
    (error: unknown) => error,
  );
  await client.end();
  expect(isConnectionLoss(error)).toBe(false);
});
