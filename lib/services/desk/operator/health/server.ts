import { existsSync, statfsSync } from "node:fs";
import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
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
    ...diskLine(world.config.dataDir),
    (await world.clock.doubt?.()) === "leapt"
      ? leapLine()
      : clockLine(row.at.getTime(), asked, answered, world.clock.aheadMs ?? 0),
    {
      ...{ name: said("told_versions"), state: "well", todo: null },
      value: said("told_versions_value", {
        ...{ sente: packageFacts.version, node: process.versions.node },
        ...{ postgres: row.version, count: row.migrations },
      }),
      means: said("told_versions_means"),
    },
  ];
}

function sizeLine({ size, biggest }: DatabaseRow): HealthLine {
  const [first = "", second = "", third = ""] = (biggest ?? []).map(({ name, bytes }) =>
    said("told_tableSize", { table: name, size: megabytes(bytes) }),
  );
  return {
    ...{ name: said("told_database"), value: megabytes(Number(size)), state: "well" },
    means: said("told_database_means", { first, second, third }),
    todo: said("told_database_todo"),
  };
}

/**
 * The owner of a table can remove its triggers: a bug in the app, or a stolen password of its role, must not be able
 * to.
 */
function roleLine({ role, owns }: DatabaseRow): HealthLine {
  if (!owns)
    return {
      ...{ name: said("told_rights"), value: said("told_rights_value", { role }), state: "well", todo: null },
      means: said("told_rights_means"),
    };
  return {
    ...{ name: said("told_rights"), value: said("told_rightsOwner_value", { role }), state: "watch" },
    means: said("told_rightsOwner_means"),
    todo: said("told_rightsOwner_todo"),
  };
}

function connectionsLine({ connections, connections_max: max }: DatabaseRow): HealthLine {
  const isFull = connections > max * 0.8;
  return {
    ...{
      name: said("told_connections"),
      value: said("told_connections_value", { used: connections, max }),
      state: isFull ? "bad" : "well",
    },
    means: isFull ? said("told_connectionsFull_means") : said("told_connections_means"),
    todo: isFull ? said("told_connectionsFull_todo") : null,
  };
}

/** With less, a checkpoint or an index can stop the database. */
const scarceBytes = 1024 ** 3;

/** None where this process has no such directory, as beside a database elsewhere. */
function diskLine(dataDir: string | undefined): HealthLine[] {
  if (!dataDir || !existsSync(dataDir)) return [];
  const { bavail, bsize } = statfsSync(dataDir);
  const isScarce = bavail * bsize < scarceBytes;
  return [
    {
      ...{ name: said("told_disk"), value: said("told_disk_value", { size: megabytes(bavail * bsize) }) },
      state: isScarce ? "bad" : "well",
      means: isScarce ? said("told_diskFull_means") : said("told_disk_means"),
      todo: isScarce ? said("told_diskFull_todo") : null,
    },
  ];
}

const offMs = 2_000;

/** Dates decide about access and money, so the clocks have to agree. */
function clockLine(databaseMs: number, askedMs: number, answeredMs: number, aheadMs: number): HealthLine {
  const earlyMs = askedMs - databaseMs;
  const lateMs = databaseMs - answeredMs;
  const differenceMs = Math.max(earlyMs, lateMs, Math.abs(aheadMs));
  const isOff = differenceMs > offMs;
  return {
    name: said("told_clocks"),
    value: isOff
      ? said("told_clocksApart", { count: Math.round(differenceMs / 1000) })
      : said("told_clocksAgree"),
    state: isOff ? "bad" : "well",
    means: isOff ? said("told_clocksApart_means") : said("told_clocksAgree_means"),
    todo: isOff ? said("told_clocksApart_todo") : null,
  };
}

function leapLine(): HealthLine {
  return {
    ...{ name: said("told_clocks"), value: said("told_clocksLeapt"), state: "bad" },
    means: said("told_clocksLeapt_means"),
    todo: said("told_clocksApart_todo"),
  };
}

function megabytes(bytes: number): Said {
  const mega = bytes / 1024 / 1024;
  if (mega >= 1024) return said("told_gigabytes", { size: Math.round((mega / 1024) * 10) / 10 });
  return mega >= 1 ? said("told_megabytes", { size: Math.round(mega) }) : said("told_underMegabyte");
}
