import { type Client, escapeLiteral } from "pg";
import { withClient } from "@/lib/db/connect";
import { errorCode } from "../../problem";
import { appUrlOf, embeddedAppRole } from "../../start/doors";
import { noteUsedIndexes } from "./used-indexes";

/** The migrated database, of which every test file gets a copy. */
export const TEMPLATE = "sente_template";

/** In the tests' own server the app's role has a well-known password. */
export const appPassword = "app";

/** The same database with the app's role: with no more rights than the app has. */
export function appDatabaseUrl(): string {
  return appUrlOf(testDatabaseUrl(), embeddedAppRole, appPassword);
}

/** The database of this test file: a fresh copy of the migrated schema for this file only. */
export function testDatabaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error("There is no test database: is this test in the database project of vitest.config.ts?");
  return url;
}

/** Copies the template for this worker's current file, after dropping abandoned copies. */
export async function makeTestDatabase(adminUrl: string, file = ""): Promise<string> {
  return withClient(adminUrl, async (client) => {
    await dropAbandoned(client, adminUrl);
    const name = `test_${process.pid}_${process.hrtime.bigint()}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    await client.query(`COMMENT ON DATABASE ${name} IS ${escapeLiteral(file)}`);
    return urlOf(adminUrl, name);
  });
}

/** On a connection of its own, because others may be ended meanwhile. */
export async function ask<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
): Promise<Row[]> {
  return withClient(
    { connectionString: databaseUrl, connectionTimeoutMillis: 2_000 },
    async (client) => (await client.query<Row>(sql)).rows,
  );
}

/** The address of one more database beside that of the test file, an empty one. */
export async function anotherDatabase(name: string): Promise<string> {
  const own = testDatabaseUrl();
  const whole = `${new URL(own).pathname.slice(1)}_${name}`;
  await ask(own, `CREATE DATABASE ${whole}`);
  return urlOf(own, whole);
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies of ended workers, and of this one's earlier files, once nobody is connected to them. */
export async function dropAbandoned(client: Client, adminUrl: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d WHERE datname LIKE 'test\\_%'
     AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)`,
  );
  for (const { name } of rows) {
    const pid = Number(name.split("_")[1]);
    if (pid !== process.pid && isRunning(pid)) continue;
    await noteUsedIndexes(urlOf(adminUrl, name)).catch(() => undefined);
    await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => undefined); // The other worker was faster.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
