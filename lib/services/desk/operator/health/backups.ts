import type { BackupState } from "@/lib/providers/machine";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { type HealthLine, megabytes, waitOf } from "./line";

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
    : { name, value, state: "well", means: said("told_backupsMade_means"), todo: null };
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
