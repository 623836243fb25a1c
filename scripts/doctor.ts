import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { hostname, totalmem } from "node:os";
import path from "node:path";
import { isThisMachine } from "@/lib/domain/this-machine";
import { EnvironmentProblem, type OperatorEnv, parseOperatorEnv } from "@/lib/env";
import { readBackupState } from "@/lib/providers/backup-state";
import { maskSecrets } from "@/lib/providers/log";
import { type Said, sayIn } from "@/lib/text/mail";
import packageFacts from "@/package.json";
import { lookAtDatabase } from "./doctor/database";
import { bad, type Finding, unknown, watch, well, wordsOf } from "./doctor/finding";
import { lookAtMail, lookAtSite, lookAtWayOut } from "./doctor/outside";
import { addressOf, canListen } from "./ports";
import { isFresh } from "./start/build";
import { embeddedDatabaseUrl, readSecrets } from "./start/data-directory";
import { lockHolder } from "./start/lock";
import { warningsOf } from "./start/warnings";

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

const words = { well: "well", watch: "look", bad: "BAD", unknown: "?" } as const;

/** One line a finding, what is bad last, so that it is what is read. */
function printed(findings: readonly Finding[]): string[] {
  const order = ["unknown", "well", "watch", "bad"];
  return [...findings]
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(({ state, said, todo }) => `${words[state].padEnd(6)}${said}${todo ? ` → ${todo}` : ""}`);
}

/** A text for whoever helps: without secrets, names of machines, addresses or paths of this one. */
export function maskedText(findings: readonly Finding[], settings: OperatorEnv): string {
  const { DATABASE_URL, MIGRATE_DATABASE_URL, SITE_URL, SMTP_URL, DATA_DIR } = settings;
  const hidden = new Map<string, string>();
  const hide = (text: string | undefined, as: string) => {
    if (text && text.length > 2 && text !== "localhost" && text !== "127.0.0.1") hidden.set(text, as);
  };
  for (const [url, as] of [
    ...([
      [SITE_URL, "site"],
      [DATABASE_URL, "database"],
      [MIGRATE_DATABASE_URL, "database"],
    ] as const),
    ...([
      [SMTP_URL, "mail"],
      [settings.ALERT_WEBHOOK_URL, "alerts"],
    ] as const),
    ...([
      [settings.HEARTBEAT_URL, "heartbeat"],
      [settings.INNGEST_BASE_URL, "inngest"],
    ] as const),
  ]) {
    if (!url) continue;
    const { host, hostname: name, username, password } = new URL(url);
    hide(url, `[${as}]`);
    hide(host, `[${as}]`);
    hide(name, `[${as}]`);
    for (const secret of [username, password])
      if (secret.length > 3) hide(decodeURIComponent(secret), `[of ${as}]`);
  }
  hide(path.resolve(DATA_DIR), "[DATA_DIR]");
  hide(process.cwd(), "[code]");
  hide(process.env.HOME, "[home]");
  hide(hostname(), "[machine]");
  const longestFirst = [...hidden].sort(([a], [b]) => b.length - a.length);
  const text = [
    `Sente ${packageFacts.version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...findings.map(({ id, state, said }) => `${words[state].padEnd(6)}${id}: ${said}`),
  ].join("\n");
  return maskSecrets(longestFirst.reduce((left, [found, as]) => left.replaceAll(found, as), text));
}

// npm run doctor [-- --json]: looks at everything around the service, whether it runs or not, and changes nothing. The
// exit code is 1 when something is bad. It ends with a text without secrets for whoever helps.

/** Where it can be known: a doctor makes no key. */
function keyOf({ SECRET_KEY, DATA_DIR }: OperatorEnv): string | null {
  if (SECRET_KEY) return SECRET_KEY;
  return existsSync(path.join(DATA_DIR, "secrets.json")) ? readSecrets(DATA_DIR).secretKey : null;
}

function databaseOf(settings: OperatorEnv): string | null {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) return DATABASE_URL;
  return existsSync(path.join(DATA_DIR, "ports.json")) ? embeddedDatabaseUrl(DATA_DIR) : null;
}

async function examine(settings: OperatorEnv): Promise<Finding[]> {
  const { DATA_DIR, SITE_URL, SMTP_URL } = settings;
  // Asking for the lock would make the directory.
  const lock = path.join(DATA_DIR, "start.sock");
  const isRunning = existsSync(DATA_DIR) && (await lockHolder(lock)) !== undefined;
  const url = databaseOf(settings);
  const secretKey = keyOf(settings);
  const ofDatabase = url
    ? await lookAtDatabase({
        ...{ url, secretKey, isEmbedded: !settings.DATABASE_URL, pooler: settings.DATABASE_POOLER },
        ...{ oldKeys: settings.SECRET_KEY_OLD, trustedHops: settings.TRUSTED_PROXY_HOPS },
      })
    : [];
  // What stands on the health page needs a whole database and its key.
  const isWhole = ofDatabase.some(({ id, state }) => id === "secret_key" && state === "well");
  return [
    ...[lookAtNode(), lookAtMemory(), lookAtDisk(DATA_DIR), ...lookAtRights(DATA_DIR)],
    ...(await lookAtPorts(settings, isRunning)),
    ...lookAtSettings(settings),
    lookAtBackup(DATA_DIR, settings.DATABASE_URL !== undefined),
    ...ofDatabase,
    ...(isWhole && url && secretKey ? await healthLines({ url, secretKey }) : []),
    await lookAtMail(SMTP_URL),
    ...(await lookAtWayOut(settings)),
    ...(await lookAtSite(SITE_URL, isRunning)),
  ];
}

const isForPrograms = process.argv.includes("--json");
let findings: Finding[];
let masked = "";
try {
  const settings = parseOperatorEnv(process.env);
  findings = await examine(settings);
  masked = maskedText(findings, settings);
} catch (error) {
  if (!(error instanceof EnvironmentProblem)) throw error;
  findings = error.message
    .split("\n")
    .map((said) => bad("settings", said, "See lib/env.ts for what it takes."));
  masked = findings.map(({ said }) => said).join("\n");
}
if (isForPrograms) console.log(JSON.stringify({ findings, masked }, null, 2));
else {
  for (const line of printed(findings)) console.log(line);
  console.log(`\nFor whoever helps you, without secrets, names and addresses:\n\n${masked}`);
}
process.exit(findings.some(({ state }) => state === "bad") ? 1 : 0);

/** The lines of the operator's health page that are not well: queues, books, rails, messages, rights, the executor. */
async function healthLines({ url, secretKey }: { url: string; secretKey: string }): Promise<Finding[]> {
  Object.assign(process.env, { DATABASE_URL: url, SECRET_KEY: secretKey, LOG_LEVEL: "silent" });
  const { systemWorld } = await import("@/lib/services/desk/system-world");
  const { readLines } = await import("@/lib/services/desk/operator/health/read-health");
  const inEnglish = (text: Said | string) => (typeof text === "string" ? text : sayIn("en", text));
  try {
    const world = systemWorld();
    await Promise.all([world.rails.routes?.ready(), world.clock.compared?.()]);
    const lines = (await readLines(world)).flatMap((group) => group.lines);
    return lines.map(({ name, value, means, todo, state }) => ({
      id: "health",
      state,
      said: `${inEnglish(name)}: ${inEnglish(value)}.${state === "well" ? "" : ` ${inEnglish(means)}`}`,
      ...(todo && state !== "well" ? { todo: inEnglish(todo) } : {}),
    }));
  } catch (error) {
    return [unknown("health", `The health page could not be read: ${wordsOf(error)}.`)];
  }
}
