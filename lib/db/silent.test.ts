import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { openSilentProxy, type SilentProxy } from "@/scripts/lab/testing/silent-proxy";
import { type Database, isConnectionLoss, openDatabase, openTransaction } from "./client";

let way: SilentProxy;
let database: Database;

beforeEach(async () => {
  way = await openSilentProxy(testDatabaseUrl());
  database = openDatabase(way.url, 1, { answerMs: 500 });
});

afterEach(async () => {
  await way.close();
  await database.close();
});

const options = { maxWait: 10_000, timeout: 15_000 };
const ask = () => database.pool.query("SELECT 1 AS one").then(({ rows }) => rows);

/** How it ended; "still waiting" after far longer than it may take. */
async function endingOf(work: Promise<unknown>): Promise<unknown> {
  const ends = work.then(
    () => "well",
    (error: unknown) => (isConnectionLoss(error) ? "lost" : error),
  );
  return Promise.race([ends, sleep(20_000, "still waiting")]);
}

// A failover, a frozen host, a firewall that forgot: nobody tells us that the connection is gone.
test.each([
  ["a query of the pool", ask],
  ["a query of Prisma", () => database.prisma.account.count()],
  ["a transaction", () => openTransaction(database.prisma, (tx) => tx.$queryRaw`SELECT 1`, options)],
])("%s on a connection that went silent fails, and the next one finds a new connection", async (_, work) => {
  await ask();
  way.goSilent();
  expect(await endingOf(work())).toBe("lost");
  expect(await endingOf(work())).toBe("well");
});

test("a transaction whose connection goes silent while it is open gives it up", async () => {
  const open = openTransaction(
    database.prisma,
    async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      way.goSilent();
      await tx.$queryRaw`SELECT 2`;
    },
    options,
  );
  expect(await endingOf(open)).toBe("lost");
  expect(await ask()).toEqual([{ one: 1 }]);
});

test("a transaction that took too long does not wait for a silent connection to undo it", async () => {
  await database.close();
  database = openDatabase(way.url, 1);
  const open = openTransaction(
    database.prisma,
    async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      way.goSilent();
      await tx.$queryRaw`SELECT 2`;
    },
    { ...options, timeout: 300 },
  );
  expect(await endingOf(open)).toBe("lost");
  expect(await ask()).toEqual([{ one: 1 }]);
});

test("the server gives up a transaction whose client went silent, and with it its locks", async () => {
  const { rows } = await database.pool.query("SHOW idle_in_transaction_session_timeout");
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: "15s" }]);
});
