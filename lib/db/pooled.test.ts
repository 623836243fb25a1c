import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { openDatabase, openTransaction, type Tx } from "./client";

// What a pooler in transaction mode allows: it refuses settings of a session at the connection, and a prepared statement
// of one transaction is not there in the next. `npm run drills pooler` asks a real one.
const pooled = openDatabase(testDatabaseUrl(), 1, { pooled: true });
afterAll(() => pooled.close());

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  openTransaction(pooled.prisma, work, { maxWait: 10_000, timeout: 15_000 });
const limits =
  "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, " +
  "current_setting('idle_in_transaction_session_timeout') AS rest";

test("behind a pooler no statement is prepared, whoever sends it", async () => {
  for (let nth = 0; nth < 30; nth += 1) {
    await pooled.pool.query({ name: "mine", text: "SELECT 1" });
    await pooled.prisma.account.findFirst({ where: { id: 1 } });
    await inTransaction(async (tx) => {
      await tx.$queryRaw`SELECT 2`;
      await tx.account.findFirst({ where: { id: 1 } });
    });
  }
  const { rows } = await pooled.pool.query("SELECT name FROM pg_prepared_statements");
  expect(rows).toEqual([]);
});

test("behind a pooler the limits of a statement are those of its transaction", async () => {
  expect((await pooled.pool.query(limits)).rows).toEqual([{ statement: "0", lock: "0", rest: "0" }]);
  expect(await inTransaction((tx) => tx.$queryRawUnsafe(limits))).toEqual([
    { statement: "15s", lock: "5s", rest: "15s" },
  ]);
  expect((await pooled.pool.query(limits)).rows).toEqual([{ statement: "0", lock: "0", rest: "0" }]);
});
