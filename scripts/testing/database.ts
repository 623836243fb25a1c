import { Client } from "pg";
import { appUrlOf, embeddedAppRole } from "../migrate/app-role";
import { errorCode } from "../problem";

/** The migrated database every test file gets a copy of. */
export const TEMPLATE = "sente_template";

/** In the tests' own server the app's role has a password that everybody knows. */
export const appPassword = "app";

/** The same database, entered as the app does: with no more rights than it has. */
export function appDatabaseUrl(): string {
  return appUrlOf(testDatabaseUrl(), embeddedAppRole, appPassword);
}

/** The database of this test file: a fresh copy of the migrated schema that nobody else uses. */
export function testDatabaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error("There is no test database: is this test in the database project of vitest.config.ts?");
  return url;
}

/** Copies the template for the file that this worker runs now, after dropping what earlier ones left behind. */
export async function makeTestDatabase(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await dropAbandoned(client);
    const name = `test_${process.pid}_${process.hrtime.bigint()}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    return url.href;
  } finally {
    await client.end();
  }
}

/** Of workers that are gone, and of this one's earlier files, once nobody is connected any more. */
async function dropAbandoned(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d WHERE datname LIKE 'test\\_%'
     AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)`,
  );
  for (const { name } of rows) {
    const pid = Number(name.split("_")[1]);
    if (pid !== process.pid && isRunning(pid)) continue;
    await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => undefined); // The other worker was quicker.
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
