import type { BackupState } from "@/lib/providers/machine";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import packageFacts from "@/package.json";
import { type HealthLine, megabytes, waitOf, well } from "./line";

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
    (await world.clock.doubt?.()) === "leapt"
      ? leapLine()
      : clockLine(row.at.getTime(), asked, answered, world.clock.aheadMs ?? 0),
    well(
      said("told_versions"),
      said("told_versions_value", {
        ...{ sente: packageFacts.version, node: process.versions.node },
        ...{ postgres: row.version, count: row.migrations },
      }),
      said("told_versions_means"),
    ),
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
  if (!owns) return well(said("told_rights"), said("told_rights_value", { role }), said("told_rights_means"));
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

const dayMs = 24 * 60 * 60 * 1000;
const backupOldMs = 2 * dayMs;
const drillOldMs = 30 * dayMs;
/** A file comes each minute, and one round takes seconds. */
const waitingMax = 10;

/** The backups, whether one was ever restored, and the disk. None where this process knows nothing of its machine. */
export async function readBackups(world: World): Promise<HealthLine[]> {
  const { machine } = world;
  const state = machine?.backups();
  if (!machine || !state?.plan || state.plan.kind === "paused") return [];
  if (state.plan.kind === "own") return [ownLine()];
  const disk = await diskLine(world, machine.freeBytes());
  if (state.plan.kind === "none") return [noneLine(), ...disk];
  const now = world.clock.now();
  return [backupLine(state.backup, now), ...logLine(state.log, now), drillLine(state.drill, now), ...disk];
}

function ownLine(): HealthLine {
  return {
    ...{ name: said("told_backups"), value: said("told_backupsOwn"), state: "unknown", todo: null },
    means: said("told_backupsOwn_means"),
  };
}

function noneLine(): HealthLine {
  return {
    ...{ name: said("told_backups"), value: said("told_backupsNone"), state: "watch" },
    means: said("told_backupsNone_means"),
    todo: said("told_backupsNone_todo"),
  };
}

function backupLine(backup: BackupState["backup"], now: Date): HealthLine {
  const name = said("told_backups");
  const todo = said("told_backups_todo");
  if (!backup || backup.at.getTime() === 0)
    return {
      ...{ name, value: said("told_backupsNever"), state: backup?.failed ? "bad" : "watch" },
      means: backup?.failed
        ? said("told_backupsFailed_means", { why: backup.failed })
        : said("told_backupsNever_means"),
      todo: said("told_backupsNever_todo"),
    };
  const ageMs = now.getTime() - backup.at.getTime();
  const isOld = ageMs > backupOldMs;
  const value = said("told_backupsMade", {
    ...{ size: megabytes(backup.bytes), seconds: Math.round(backup.seconds), wait: waitOf(ageMs) },
  });
  if (backup.failed)
    return {
      ...{ name, value, state: isOld ? "bad" : "watch", todo },
      means: said("told_backupsFailed_means", { why: backup.failed }),
    };
  return isOld
    ? { name, value, state: "bad", means: said("told_backupsOld_means"), todo }
    : well(name, value, said("told_backupsMade_means"));
}

function logLine(log: BackupState["log"], now: Date): HealthLine[] {
  if (!log) return [];
  const name = said("told_backupLog");
  const isWell = log.failed === null && log.waiting <= waitingMax;
  if (isWell && !log.at) return [];
  if (isWell)
    return [
      {
        ...{ name, state: "well", todo: null },
        value: said("told_backupLogWell", { wait: waitOf(now.getTime() - (log.at?.getTime() ?? 0)) }),
        means: said("told_backupLogWell_means"),
      },
    ];
  return [
    {
      ...{ name, state: log.waiting > waitingMax ? "bad" : "watch" },
      value: said("told_backupLogWaits", { count: log.waiting }),
      means: said("told_backupLogWaits_means", { why: log.failed ?? "…" }),
      todo: said("told_backupLog_todo"),
    },
  ];
}

function drillLine(drill: BackupState["drill"], now: Date): HealthLine {
  const name = said("told_drill");
  const todo = said("told_drill_todo");
  if (!drill)
    return {
      ...{ name, value: said("told_drillNever"), state: "watch", todo },
      means: said("told_drillOld_means"),
    };
  const ageMs = now.getTime() - drill.at.getTime();
  if (drill.problem)
    return {
      ...{ name, value: said("told_drillFailed", { wait: waitOf(ageMs) }), state: "bad", todo },
      means: said("told_drillFailed_means", { why: drill.problem }),
    };
  const isOld = ageMs > drillOldMs;
  return {
    ...{ name, state: isOld ? "watch" : "well", todo: isOld ? todo : null },
    value: said("told_drillWell", { wait: waitOf(ageMs), minutes: drill.minutes }),
    means: isOld
      ? said("told_drillOld_means")
      : said("told_drillWell_means", { age: waitOf(drill.ageMinutes * 60_000) }),
  };
}

const scarceBytes = 1024 ** 3;

async function diskLine({ pool }: World, free: number | null): Promise<HealthLine[]> {
  if (free === null) return [];
  const { rows } = await pool.query<{ size: string }>(
    "SELECT pg_database_size(current_database())::text AS size",
  );
  const isScarce = free < scarceBytes || free < 2 * Number(rows[0]?.size ?? 0);
  return [
    {
      ...{ name: said("told_disk"), value: megabytes(free), state: isScarce ? "bad" : "well" },
      means: isScarce ? said("told_diskScarce_means") : said("told_disk_means"),
      todo: isScarce ? said("told_diskScarce_todo") : null,
    },
  ];
}
