import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Client } from "pg";
import { newClient, withClient } from "@/lib/db/connect";
import { errorCode, Problem } from "../problem";
import {
  migrationNames,
  migrationSql,
  migrationsDirectory,
  noFilters,
  openSchemaEngine,
  readMigrations,
} from "./engine";

/** How long another start may migrate before this one ends with a sentence that names it. */
const TURN_MS = 60_000;

/**
 * A migration that takes away what the version before still uses. All others expand: the code before goes on beside
 * them. The name says it, because of migrations that a version does not have it knows the name alone (decisions/0012).
 */
export function isContract(name: string): boolean {
  return name.endsWith("_contract");
}

/**
 * Brings a database up to the newest migration and returns the names of the applied ones; none when it was current. An
 * existing database gets those that contract only when `contract` asks for them. Concurrent starts take turns. Throws
 * Problem when a migration fails or the database cannot be reached.
 */
export async function applyMigrations(
  databaseUrl: string,
  directory = migrationsDirectory,
  { turnMs = TURN_MS, contract = false } = {},
): Promise<string[]> {
  try {
    const turn = await takeTurn(databaseUrl, turnMs);
    try {
      return await withClient(soon(databaseUrl), async (client) => {
        await forgetInterrupted(client);
        const applied = await appliedMigrations(client);
        refuseNewerDatabase([...applied.keys()], migrationNames(directory));
        const isChosen = (name: string) =>
          contract || !isContract(name) || applied.size === 0 || applied.has(name);
        const names = migrationNames(directory).filter(isChosen);
        if (names.every((name) => applied.get(name) === checksumOf(migrationSql(directory, name)))) return [];
        return await applyByEngine(databaseUrl, { directory, names }, client);
      });
    } finally {
      await turn.release();
    }
  } catch (error) {
    throw connectionProblem(error) ?? error;
  }
}

/** The migrations that wait for `npm run migrate -- --contract`. */
export async function waitingContracts(
  databaseUrl: string,
  directory = migrationsDirectory,
): Promise<string[]> {
  const contracts = migrationNames(directory).filter(isContract);
  if (contracts.length === 0) return [];
  const applied = await withClient(soon(databaseUrl), appliedMigrations);
  return contracts.filter((name) => !applied.has(name));
}

const soon = (connectionString: string) => ({ connectionString, connectionTimeoutMillis: 10_000 });

/** The message for a database that cannot be reached or entered; undefined for other errors. */
function connectionProblem(error: unknown): Problem | undefined {
  const advice = "check DATABASE_URL";
  switch (errorCode(error)) {
    case "ECONNREFUSED":
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return new Problem(
        `Nothing answers at the host and port of the database: ${advice}, and that the server runs.`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new Problem(`The database's host name cannot be found: ${advice}.`);
    case "28P01":
    case "28000":
      return new Problem(`The database refuses this user or password: ${advice}.`);
    case "3D000":
      return new Problem(`There is no such database on the server: create it, or ${advice}.`);
    case "53100":
      return new Problem("The disk of the database is full: free some space and start again.");
    case "53300":
      return new Problem(
        "The database has no free connection: end other programs that use it, raise max_connections, or start again later.",
      );
    case "25006":
      return new Problem(
        "The database only reads: it is a copy of another server, or set to read-only. Set DATABASE_URL to the server that writes.",
      );
    case "42501":
      return new Problem(`The database's user may not create tables: give it the rights, or ${advice}.`);
    default:
      return isTimeout(error)
        ? new Problem(`The database did not answer within 10 s: ${advice}, and that the server runs.`)
        : undefined;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout expired|Connection terminated/.test(error.message);
}

// A killed start has left an open row of its migration and nothing else (migrate/adapter.ts), so the migration is run
// again. While its script still runs, the row is locked and this waits for the end. A failed migration has left its
// logs.
async function forgetInterrupted(client: Client): Promise<void> {
  if (!(await hasHistory(client))) return;
  await client.query(
    "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL",
  );
}

async function hasHistory(client: Client): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  return rows[0]?.present === true;
}

/** The names with the checksums of their SQL. */
async function appliedMigrations(client: Client): Promise<Map<string, string>> {
  if (!(await hasHistory(client))) return new Map();
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** A newer version may have been here: what it added harms nobody, but what it took away this version would miss. */
function refuseNewerDatabase(applied: string[], known: string[]): void {
  const foreign = applied.find((name) => isContract(name) && !known.includes(name));
  if (foreign === undefined) return;
  throw new Problem(
    `The migration ${foreign} has taken away what this version needs from the database: run the newer version of the code, or use another database.`,
  );
}

function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

// The engine takes a third of a second to load, which a start without pending migrations should not pay.
async function applyByEngine(
  databaseUrl: string,
  { directory, names }: { directory: string; names: string[] },
  client: Client,
): Promise<string[]> {
  const { engine, close } = await openSchemaEngine(databaseUrl);
  const migrationsList = readMigrations(directory, names);
  const diagnose = () =>
    engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilters });
  try {
    const before = await diagnose();
    refuseBrokenHistory(before.failedMigrationNames, before.editedMigrationNames);
    try {
      return (await engine.applyMigrations({ migrationsList, filters: noFilters })).appliedMigrationNames;
    } catch (error) {
      const said = reasonOf(error);
      await refuseUntouched(client, said);
      refuseBrokenHistory((await diagnose()).failedMigrationNames, [], ` The database said: ${said}.`);
      throw new Problem(`The migrations could not be applied: ${said}.`);
    }
  } finally {
    await close();
  }
}

/** A migration that never got its lock, or is not for so old a database, changed nothing: the next start tries it again. */
async function refuseUntouched(client: Client, said: string): Promise<void> {
  const isTooOld = said.startsWith("This database is older than");
  if (!isTooOld && !said.includes("lock timeout")) return;
  const { rows } = await client.query<{ name: string }>(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE finished_at IS NULL AND rolled_back_at IS NULL RETURNING migration_name AS name`,
  );
  if (isTooOld) throw new Problem(`${said}.`);
  throw new Problem(
    `The migration ${rows[0]?.name} got no lock on its tables in ten tries, because other sessions use them without a pause. It changed nothing: start again, or end what runs long (pg_stat_activity).`,
  );
}

function refuseBrokenHistory([failed]: string[], [edited]: string[], because = ""): void {
  if (failed) throw new Problem(failureSentence(failed) + because);
  if (!edited) return;
  throw new Problem(
    `The migration ${edited} was changed after it was applied: put its migration.sql back and write a new migration.`,
  );
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.match(/ERROR: (.*)/)?.[1] ?? text.split("\n")[0] ?? text;
}

function failureSentence(name: string): string {
  return `The migration ${name} failed half-way: restore the database from a backup, or repair it by hand and mark the row of ${name} in _prisma_migrations as rolled back.`;
}

/** An arbitrary lock number: all starts on one database take turns with it. */
const turn = 7_368_653;
const betweenMs = 100;

/**
 * Waits until no other start migrates this database, and keeps others waiting until it is released. A lock of a
 * transaction, because a lock of a session would stay behind on the connection of a pooler. Throws Problem, which names
 * the holder, when it takes too long.
 */
export async function takeTurn(databaseUrl: string, waitMs: number): Promise<{ release(): Promise<void> }> {
  const client = newClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: `sente migrations, ${hostname()} process ${process.pid}`,
  });
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const endsAt = Date.now() + waitMs;
    while (!(await isMine(client))) {
      if (Date.now() >= endsAt) throw await lateProblem(client, waitMs);
      await setTimeout(betweenMs);
    }
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Asks again and again instead of waiting in the database: a statement that waits keeps its snapshot, and an index that
 * the holder makes concurrently would wait for it. Without a parameter, because one keeps its snapshot until the next
 * statement.
 */
async function isMine(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(${turn}) AS mine`);
  return rows[0]?.mine === true;
}

async function lateProblem(client: Client, waitMs: number): Promise<Problem> {
  const { rows } = await client.query<{ who: string }>(
    `SELECT format('"%s" of %s (server process %s, connected since %s%s)', a.application_name, a.usename, a.pid,
       to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'),
       (SELECT string_agg(format('; beside it process %s %s %s, behind %s: %s', b.pid, b.state, b.wait_event,
           pg_blocking_pids(b.pid), left(b.query, 80)), '')
         FROM pg_stat_activity b WHERE b.datname = a.datname AND cardinality(pg_blocking_pids(b.pid)) > 0)) AS who
     FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = $1 AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [turn],
  );
  const who = rows[0]?.who ?? "somebody who has just ended";
  return new Problem(
    `Another start holds the turn to migrate this database, and did not give it back within ${waitMs / 1000} s: ${who}. Wait for its end and start again, or end it with pg_terminate_backend.`,
  );
}
