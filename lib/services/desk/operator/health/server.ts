import type { World } from "@/lib/services/core/world";
import packageFacts from "@/package.json";
import type { HealthLine } from "./line";

interface DatabaseRow {
  size: string;
  connections: number;
  connections_max: number;
  version: string;
  migrations: number;
  at: Date;
  role: string;
  owns: boolean;
  biggest: { name: string; bytes: number }[] | null;
}

/** The database and the versions of what runs. */
export async function readServer(world: World): Promise<HealthLine[]> {
  const asked = world.clock.now().getTime();
  const { rows } = await world.pool.query<DatabaseRow>(
    `SELECT pg_database_size(current_database())::text AS size,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
       current_setting('max_connections')::int AS connections_max,
       current_setting('server_version') AS version,
       (SELECT count(*)::int FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migrations,
       clock_timestamp() AS at,
       current_user AS role,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) OR EXISTS (
         SELECT 1 FROM pg_class WHERE oid = 'ledger_postings'::regclass AND pg_has_role(relowner, 'USAGE')) AS owns,
       (SELECT json_agg(t) FROM (SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
          WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          ORDER BY 2 DESC LIMIT 3) t) AS biggest`,
  );
  const answered = world.clock.now().getTime();
  const [row] = rows;
  if (!row) return [];
  return [
    sizeLine(row),
    roleLine(row),
    connectionsLine(row),
    clockLine(row.at.getTime(), asked, answered, world.clock.aheadMs ?? 0),
    {
      ...{ name: "Versions", state: "well", todo: null },
      value: `Sente ${packageFacts.version}, Node ${process.versions.node}, PostgreSQL ${row.version}, ${row.migrations} migrations`,
      means: "What to name when you ask for help.",
    },
  ];
}

function sizeLine({ size, biggest }: DatabaseRow): HealthLine {
  const tables = (biggest ?? []).map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join(", ");
  return {
    ...{ name: "Database", value: megabytes(Number(size)), state: "well" },
    means: `The largest tables: ${tables}. Logs of requests are kept for 7 days and those of webhooks for 90; money is kept for good.`,
    todo: "Keep twice this free on its disk, and a backup somewhere else.",
  };
}

/** Whoever owns a table may take its guards away: a mistake in the app, or a thief of its password, should not. */
function roleLine({ role, owns }: DatabaseRow): HealthLine {
  if (!owns)
    return {
      ...{ name: "Rights in the database", value: `As ${role}`, state: "well", todo: null },
      means: "The app cannot change tables, empty them or write a balance: the database refuses it.",
    };
  return {
    ...{ name: "Rights in the database", value: `As ${role}, the owner of the tables`, state: "watch" },
    means: "The app could take away what guards the books, by a mistake or by a thief of its password.",
    todo: "Give the app a role of its own and set MIGRATE_DATABASE_URL to the owner’s: see docs/self-hosting.md.",
  };
}

function connectionsLine({ connections, connections_max: max }: DatabaseRow): HealthLine {
  const isFull = connections > max * 0.8;
  return {
    ...{ name: "Connections", value: `${connections} of ${max}`, state: isFull ? "bad" : "well" },
    means: isFull
      ? "When they run out, pages and payments fail."
      : "Each server process takes its own share (DATABASE_POOL_SIZE).",
    todo: isFull ? "Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL." : null,
  };
}

const offMs = 2_000;

/** Dates decide about access and money, so the clocks have to agree. */
function clockLine(databaseMs: number, askedMs: number, answeredMs: number, aheadMs: number): HealthLine {
  const earlyMs = askedMs - databaseMs;
  const lateMs = databaseMs - answeredMs;
  const differenceMs = Math.max(earlyMs, lateMs, Math.abs(aheadMs));
  const isOff = differenceMs > offMs;
  return {
    name: "Clocks",
    value: isOff ? `${Math.round(differenceMs / 1000)} s apart` : "They agree",
    state: isOff ? "bad" : "well",
    means: isOff
      ? "This server and its database see different times. The server goes by the database’s; if that one is wrong, links, grace periods and retries end early or late."
      : "This server and its database see the same time.",
    todo: isOff ? "Turn on time synchronisation (NTP) on both." : null,
  };
}

function megabytes(bytes: number): string {
  const mega = bytes / 1024 / 1024;
  if (mega >= 1024) return `${(mega / 1024).toFixed(1)} GB`;
  return mega >= 1 ? `${Math.round(mega)} MB` : "less than 1 MB";
}
