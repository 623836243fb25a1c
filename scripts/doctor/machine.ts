import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";
import { isThisMachine } from "@/lib/domain/sites";
import type { OperatorEnv } from "@/lib/env";
import { readBackupState } from "@/lib/providers/machine";
import { addressOf, canListen } from "../ports";
import { isFresh } from "../start/build-use";
import { warningsOf } from "../start/summary";
import { bad, type Finding, unknown, watch, well } from "./report";

const GB = 1024 ** 3;
/** `next build` beside a database; measured in docs/self-hosting.md. */
const buildBytes = 2 * GB;

export function lookAtNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return bad("node", `Node ${version} is too old.`, "Install Node 22 or newer.");
  if (major < 22)
    return watch("node", `Node ${version} works and gets no more mends.`, "Install Node 22 or newer.");
  return well("node", `Node ${version}.`);
}

export function lookAtMemory(bytes = totalmem(), isBuilt = isFresh()): Finding {
  const said = `${(bytes / GB).toFixed(1)} GB of memory`;
  if (bytes >= buildBytes) return well("memory", `${said}.`);
  if (isBuilt) return well("memory", `${said}; another build would need 2 GB.`);
  return watch(
    "memory",
    `${said}, and the next start builds, which takes up to 1.6 GB.`,
    "Build on another machine (docs/self-hosting.md), or add swap.",
  );
}

export function lookAtDisk(dataDir: string, statfs = statfsSync): Finding {
  if (!existsSync(dataDir)) return unknown("disk", "DATA_DIR does not exist yet.");
  const { bavail, bsize } = statfs(dataDir);
  const said = `${((bavail * bsize) / GB).toFixed(1)} GB are free where DATA_DIR is.`;
  if (bavail * bsize >= GB) return well("disk", said);
  return bad("disk", said, "Free some: a full disk stops the database.");
}

/** Whether others on the machine may read what is secret. */
export function lookAtRights(dataDir: string, envFile = ".env"): Finding[] {
  const isOpen = (file: string) => existsSync(file) && (statSync(file).mode & 0o077) !== 0;
  const findings: Finding[] = [];
  for (const name of ["secrets.json", "demo.json"])
    if (isOpen(path.join(dataDir, name)))
      findings.push(
        bad("file_rights", `Others may read ${name} in DATA_DIR.`, `chmod 600 ${path.join(dataDir, name)}`),
      );
  const holdsSecrets =
    isOpen(envFile) && /^\s*(SECRET_KEY|DATABASE_URL|SMTP_URL|RAIL_)/m.test(readFileSync(envFile, "utf8"));
  if (holdsSecrets)
    findings.push(bad("file_rights", "Others may read .env, which holds secrets.", "chmod 600 .env"));
  return findings.length > 0 ? findings : [well("file_rights", "Only their owner reads the secrets.")];
}

/** A running instance holds its ports itself; `isRunning` says whether it does. */
export async function lookAtPorts(
  { PORT, HOST, METRICS_ADDRESS }: Pick<OperatorEnv, "PORT" | "HOST" | "METRICS_ADDRESS">,
  isRunning: boolean,
): Promise<Finding[]> {
  if (isRunning) return [well("port", `The service answers on port ${PORT}.`)];
  const wanted = [{ name: "PORT", port: PORT, host: HOST }];
  if (METRICS_ADDRESS) wanted.push({ name: "METRICS_ADDRESS", ...addressOf(METRICS_ADDRESS) });
  const look = async ({ name, port, host }: (typeof wanted)[number]) => {
    const isFree = await canListen(port, host).catch(() => null);
    if (isFree) return well("port", `${name} ${port} is free.`);
    if (isFree === null)
      return bad("port", `${name}: ${host} is no address of this machine.`, `Set ${name} to one that is.`);
    return bad("port", `${name} ${port} is taken by another program.`, `Stop it, or set another ${name}.`);
  };
  return Promise.all(wanted.map(look));
}

/** Settings that work and are not meant. */
export function lookAtSettings(settings: OperatorEnv): Finding[] {
  const { SITE_URL, DATABASE_URL } = settings;
  const findings = warningsOf(settings).map((said) =>
    watch("settings", said, "See Before the first real seller in docs/self-hosting.md."),
  );
  if (DATABASE_URL && isThisMachine(SITE_URL))
    findings.push(
      watch(
        "settings",
        "DATABASE_URL is your own database, and SITE_URL is this machine: payers and sellers get links that only open here.",
        "Set SITE_URL to what they type.",
      ),
    );
  return findings.length > 0 ? findings : [well("settings", "No setting contradicts another.")];
}

/** What the embedded database's backups left behind. A database of one's own has tools of its own. */
export function lookAtBackup(dataDir: string, isOwn: boolean, now = Date.now()): Finding {
  if (isOwn) return unknown("backup", "A database of your own is backed up by its own tools.");
  const { backup } = readBackupState(dataDir);
  if (!backup)
    return watch("backup", "No backup is known of.", "See Backup and restore in docs/self-hosting.md.");
  const hours = Math.floor((now - backup.at.getTime()) / 3_600_000);
  const said = `The last complete backup is ${hours} h old.`;
  if (backup.failed)
    return bad("backup", `${said} The one after it failed: ${backup.failed}`, "npm run backup");
  return hours < 26 ? well("backup", said) : bad("backup", said, "npm run backup");
}
