import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

export type Role = "start" | "app" | "postgres" | "guard" | "other";

export interface Process {
  pid: number;
  role: Role;
  command: string;
}

/**
 * The living processes of one DATA_DIR, read from /proc (Linux): whoever has it in the environment or the command line,
 * or works in it, as PostgreSQL's backends do. The dead whom nobody has buried yet are left out.
 */
export function processesOf(dataDir: string): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => describe(Number(name), dataDir));
}

/** The one process of a DATA_DIR that plays a role; undefined while it is away. */
export function findProcess(dataDir: string, role: Role): number | undefined {
  return processesOf(dataDir).find((process) => process.role === role)?.pid;
}

function describe(pid: number, dataDir: string): Process[] {
  const command = read(pid, "cmdline").replaceAll("\0", " ").trim();
  const isOurs =
    read(pid, "environ").split("\0").includes(`DATA_DIR=${dataDir}`) ||
    command.includes(`${dataDir}/`) ||
    directoryOf(pid).startsWith(dataDir);
  if (!isOurs || /\) Z /.test(read(pid, "stat"))) return [];
  return [{ pid, role: roleOf(command, dataDir), command: command.slice(0, 120) }];
}

function roleOf(command: string, dataDir: string): Role {
  if (/scripts[-/]serve\.(ts|mjs)/.test(command)) return "app";
  if (command.includes("sente-guard")) return "guard";
  if (command.includes(`-D ${path.join(dataDir, "postgres")} `)) return "postgres";
  return command.includes("scripts/bootstrap.mjs start") ? "start" : "other";
}

/** Empty when the process has just gone. */
function read(pid: number, what: "cmdline" | "environ" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return "";
  }
}

function directoryOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
