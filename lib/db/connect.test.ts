import { expect, test, vi } from "vitest";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { newPool, withClient } from "./connect";

const ended = (pid: number) => `SELECT pg_terminate_backend(${pid}), pg_sleep(0.1)`;

test("a pool whose idle connection the server ends goes on with another, and the process with it", async () => {
  const pool = newPool({ connectionString: testDatabaseUrl(), max: 1 });
  const pid = async () =>
    (await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid ?? 0;
  const first = await pid();
  await withClient(testDatabaseUrl(), (client) => client.query(ended(first)));
  await vi.waitUntil(() => pool.totalCount === 0);
  expect(await pid()).not.toBe(first);
  await pool.end();
});

test("a client whose connection the server ends fails its next statement, and nothing else", async () => {
  const work = withClient(testDatabaseUrl(), async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await withClient(testDatabaseUrl(), (other) => other.query(ended(rows[0]?.pid ?? 0)));
    await client.query("SELECT 1");
  });
  await expect(work).rejects.toThrow();
});
