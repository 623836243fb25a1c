import type { Client } from "pg";
import { newClient } from "@/lib/db/connect";
import { lastTimes } from "@/lib/services/core/last-times";
import { isContract } from "../migrate/apply";
import { migrationNames, migrationsDirectory, replacedMigrations } from "../migrate/engine";
import { secretKeyFits, secretsOf } from "../start/secret-key";
import { bad, type Finding, unknown, watch, well, wordsOf } from "./report";

const connectMs = 5_000;
/** The oldest that is tested. */
const leastVersion = 15;
const extensions = ["pg_trgm", "btree_gin"];
const dayMs = 24 * 60 * 60_000;

export interface Database {
  url: string;
  isEmbedded: boolean;
  pooler: "none" | "transaction";
  /** Null where it is unknown. */
  secretKey: string | null;
  oldKeys: string[];
  trustedHops: number;
}

/** What the database itself shows. It only reads. */
export async function lookAtDatabase(database: Database): Promise<Finding[]> {
  const client = newClient({
    ...{ connectionString: database.url, connectionTimeoutMillis: connectMs, query_timeout: connectMs },
    // As the app connects: a pooler may refuse these.
    ...(database.pooler === "transaction" ? {} : { statement_timeout: connectMs, lock_timeout: connectMs }),
  });
  try {
    await client.connect();
  } catch (error) {
    return [notReached(error, database)];
  }
  try {
    return [
      well("database", "The database answers."),
      await version(client),
      await hasExtensions(client),
      await poolerOf(client, database),
      ...(await ofTables(client, database)),
    ];
  } catch (error) {
    return [bad("database", `The database refuses to be looked at: ${wordsOf(error)}.`, "See its own log.")];
  } finally {
    await client.end().catch(() => {});
  }
}

function notReached(error: unknown, { isEmbedded }: Database): Finding {
  const said = wordsOf(error);
  if (/unsupported startup parameter/.test(said))
    return bad(
      "pooler",
      "DATABASE_URL leads to PgBouncer, which refuses the app's timeouts.",
      "In transaction mode set DATABASE_POOLER=transaction; in session mode set ignore_startup_parameters = statement_timeout,lock_timeout there.",
    );
  if (isEmbedded)
    return unknown(
      "database",
      "The embedded database does not run, so nothing of it was looked at: npm start.",
    );
  return bad(
    "database",
    `The database cannot be reached: ${said}.`,
    "Check DATABASE_URL, and that the server runs and lets this machine in.",
  );
}

async function version(client: Client): Promise<Finding> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS major");
  const { major } = rows[0];
  if (major >= leastVersion) return well("database_version", `PostgreSQL ${major}.`);
  return bad("database_version", `PostgreSQL ${major} is too old.`, `Use ${leastVersion} or newer.`);
}

async function hasExtensions(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; here: boolean; possible: boolean }>(
    `SELECT name, EXISTS (SELECT 1 FROM pg_extension WHERE extname = name) AS here,
       EXISTS (SELECT 1 FROM pg_available_extensions a WHERE a.name = wanted.name) AS possible
     FROM unnest($1::text[]) AS wanted (name)`,
    [extensions],
  );
  const absent = rows.filter(({ here }) => !here);
  const names = absent.map(({ name }) => name).join(" and ");
  if (absent.length === 0) return well("extensions", "Its extensions are there.");
  return bad(
    "extensions",
    `${names} ${absent.length === 1 ? "is" : "are"} not in the database.`,
    absent.every(({ possible }) => possible)
      ? "npm run migrate makes them, as the owner of the database."
      : "Install PostgreSQL's contrib modules (Debian: postgresql-contrib).",
  );
}

/** A pooler answers with a process of its own, which is not that of the server. */
async function poolerOf(client: Client, { pooler }: Database): Promise<Finding> {
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  // Safe: what the server said when the connection began; the types leave it out.
  const { processID } = client as unknown as { processID: number };
  const isPooled = rows[0].pid !== processID;
  if (isPooled === (pooler === "transaction"))
    return well("pooler", isPooled ? "A pooler is in between, as set." : "No pooler is in between.");
  return isPooled
    ? watch(
        "pooler",
        "A pooler is between the app and the database, and DATABASE_POOLER is not set.",
        "Where it pools transactions, set DATABASE_POOLER=transaction.",
      )
    : watch(
        "pooler",
        "DATABASE_POOLER is set, and no pooler is in between: the database does more work than it must.",
        "Leave DATABASE_POOLER out.",
      );
}

async function ofTables(client: Client, database: Database): Promise<Finding[]> {
  const { pending, waiting, foreign, failed } = await migrationState(client);
  if (failed.length > 0)
    return [bad("migrations", `The migration ${failed[0]} failed.`, "npm run migrate says why.")];
  if (foreign.length > 0)
    return [
      watch(
        "migrations",
        `The database has the migration ${foreign[0]}, which this code does not know: a newer version made it.`,
        "Run that version; npm start says whether this one may run.",
      ),
    ];
  if (pending.length > 0)
    return [bad("migrations", `${pending.length} migrations wait.`, "npm start applies them.")];
  return [
    well(
      "migrations",
      waiting === 0
        ? "Every migration is applied."
        : `Every migration is applied but ${waiting} that take away what earlier versions use: npm run migrate -- --contract, once you no longer want to go back.`,
    ),
    await keyOf(database),
    ...(await timesOf(client, database)),
  ];
}

async function keyOf({ url, secretKey, oldKeys }: Database): Promise<Finding> {
  if (secretKey === null)
    return unknown("secret_key", "There is no SECRET_KEY yet: the first start makes one.");
  const fits = await secretKeyFits(url, secretsOf({ SECRET_KEY: secretKey, SECRET_KEY_OLD: oldKeys }));
  if (fits === null) return unknown("secret_key", "The database knows no key yet.");
  if (fits) return well("secret_key", "SECRET_KEY is the database's.");
  return bad(
    "secret_key",
    "SECRET_KEY is not the one that this database was made with.",
    "Set that one: it stands in secrets.json of its DATA_DIR, or where you keep it.",
  );
}

async function timesOf(client: Client, { trustedHops }: Database): Promise<Finding[]> {
  // Safe: it needs no more of a pool than `query`.
  const { forwarded } = await lastTimes(client as unknown as Parameters<typeof lastTimes>[0]);
  const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const now = rows[0]?.now.getTime() ?? Date.now();
  const offMs = Math.abs(now - Date.now());
  return [
    offMs < 5_000
      ? well("clock", "The clocks of this machine and the database agree.")
      : bad(
          "clock",
          `This machine and the database are ${Math.round(offMs / 1000)} s apart.`,
          "Turn on time synchronisation (timedatectl set-ntp true) on both.",
        ),
    trustedHops === 0 && forwarded && now - forwarded.getTime() < dayMs
      ? watch(
          "proxy",
          "TRUSTED_PROXY_HOPS is 0, and requests came with X-Forwarded-For: all payers behind a proxy then share one limit.",
          "Where a proxy of yours stands before the app, set TRUSTED_PROXY_HOPS=1.",
        )
      : well("proxy", `TRUSTED_PROXY_HOPS is ${trustedHops}, and nothing speaks against it.`),
  ];
}

interface MigrationState {
  /** Of this code, and not applied by a start. */
  pending: string[];
  /** How many contract: nothing lacks while they are not applied. */
  waiting: number;
  /** Applied, and not of this code. */
  foreign: string[];
  failed: string[];
}

/** Compares the migrations of the database with those of this code, and changes nothing. */
async function migrationState(client: Client): Promise<MigrationState> {
  const own = migrationNames(migrationsDirectory);
  const known = [...own, ...replacedMigrations()];
  const { rows: present } = await client.query(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS here",
  );
  if (!present[0].here) return { pending: own, waiting: 0, foreign: [], failed: [] };
  const { rows } = await client.query<{ name: string; is_applied: boolean; has_failed: boolean }>(
    `SELECT migration_name AS name, bool_or(finished_at IS NOT NULL AND rolled_back_at IS NULL) AS is_applied,
       bool_or(finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NOT NULL) AS has_failed
     FROM _prisma_migrations GROUP BY migration_name ORDER BY migration_name`,
  );
  const applied = rows.flatMap(({ name, is_applied }) => (is_applied ? name : []));
  const absent = own.filter((name) => !applied.includes(name));
  return {
    pending: absent.filter((name) => !isContract(name)),
    waiting: absent.filter(isContract).length,
    foreign: applied.filter((name) => !known.includes(name)),
    failed: rows.flatMap(({ name, has_failed }) => (has_failed ? name : [])),
  };
}
