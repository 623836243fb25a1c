import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type OperatorEnv, parseOperatorEnv } from "@/lib/env";
import { giveBackMemory, writeBackupState } from "@/lib/providers/machine";
import { type BackupPlace, backupPlace } from "./backup/backups";
import { archiveFolder, keepDaily, keepShipping } from "./backup/ship";
import { applyMigrations, waitingContracts } from "./migrate/apply";
import { addressOf, bindPort, canListen } from "./ports";
import { printLines } from "./print-lines";
import { errorCode, explain, Problem } from "./problem";
import { holdUse } from "./start/build-use";
import { isRelease, launchArguments, migrateBy, type Program, wantedCode, writeStart } from "./start/code";
import {
  howToGoOn,
  isPaused,
  openDataDirectory,
  readSecrets,
  refuseMoved,
  type Secrets,
} from "./start/data-directory";
import { keepDatabase } from "./start/database";
import { prepareDemo } from "./start/demo";
import { type Doors, databaseDoors, embeddedDoors, giveRights } from "./start/doors";
import { type AppEnvironment, appEnvironment, appUrlFor, hasOwnInngest } from "./start/environment";
import { type Lock, takeLock } from "./start/lock";
import { registerFunctions } from "./start/register";
import { checkSecretKey, secretsOf } from "./start/secret-key";
import { summary, warningsOf } from "./start/summary";
import { beginLife, type Life, type Sockets, type Supervised, supervise } from "./start/supervise";
import { say, step } from "./steps";

/** How long the processes of a killed start may take to free the port. */
const ABANDONED_PORT_MS = 8_000;

/** What a start that is ending reports in its lock, and how long it may take. */
const ENDING = "a start that is ending";
const ENDING_MS = 20_000;

const isTty = process.stdout.isTTY === true;
printLines("start", isTty);
/** How long the app may take to reach the database once it listens. */
const READY_WITHIN_MS = 60_000;

const startedAt = performance.now();
/** The folder of the code that the app runs. A reload follows the link by which this start was called. */
let code = process.cwd();
let reloads = 0;
/** Lets others build over the build of that code. */
let releaseUse = () => {};
let reloading: Promise<void> = Promise.resolve();
const dev = process.argv.includes("--dev");
const settings = parseOperatorEnv(process.env);
const dataDir = path.resolve(settings.DATA_DIR);
const life = beginLife(dataDir);
const about = `the Sente at ${settings.SITE_URL} (process ${process.pid})`;

start().catch(life.fail);

/** Everything `npm start` does, in order. It returns when the site answers; the processes it started stay. */
async function start(): Promise<void> {
  await claim(settings, life);
  const secrets = readSecrets(dataDir);
  if (!isRelease) await prepareClient();
  const paused = isPaused(settings, dataDir);
  const own = databaseDoors(settings);
  const backups = own || paused ? undefined : backupPlace(settings);
  if (!own) refuseMoved(dataDir);
  planBackups(dataDir, { isOwn: own !== undefined, paused }, backups);
  const doors = own ?? (await startDatabase(secrets, backups));
  await step("Migrations", async () => {
    const applied = await applyMigrations(doors.ownerUrl);
    const waiting = await waitingContracts(doors.ownerUrl);
    const wait = waiting.length > 0 ? `; ${waiting.length} wait for npm run migrate -- --contract` : "";
    const said = (applied.length > 0 ? `applied ${applied.length}` : "nothing to apply") + wait;
    return { said, value: undefined };
  });
  await step("Rights", () => giveRights(doors));
  const SECRET_KEY = settings.SECRET_KEY ?? secrets.secretKey;
  await step("Secret key", () => checkSecretKey(doors.ownerUrl, secretsOf({ ...settings, SECRET_KEY })));
  if (!dev && !isRelease) await prepareBuild();
  const environment = appEnvironment(settings, secrets, {
    databaseUrl: doors.appUrl,
    dataDir,
    dev,
    isOwnClock: !hasOwnInngest(settings),
    isPaused: paused,
  });
  const demo = await step("Demo store", async () => {
    const made = await prepareDemo(dataDir, environment, settings.DATABASE_URL !== undefined, paused);
    return { said: made.outcome, value: made.demo };
  });
  await startProcesses(environment);
  if (hasOwnInngest(settings) && !paused)
    void registerFunctions(settings, appUrlFor(settings)).catch(life.fail);
  if (backups) {
    life.onStop(keepShipping(doors.ownerUrl, dataDir, backups));
    life.onStop(keepDaily(dataDir, settings));
  }
  const known = summary(settings, demo, path.join(dataDir, "demo.json"), isTty);
  for (const line of known.split("\n")) console.log(line);
  for (const warning of warningsOf(settings)) say("Warning", warning);
  if (paused) say("Paused", `pages and reads alone, and nothing goes out. ${howToGoOn(dataDir)}`);
  console.log(
    `Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Ctrl-C stops everything.`,
  );
  process.send?.({ ready: true });
  giveBackMemory();
}

// One start a DATA_DIR, and a port nobody else has: found out before anything is changed.
async function claim({ PORT, HOST, METRICS_ADDRESS }: OperatorEnv, { onStop }: Life): Promise<void> {
  openDataDirectory(dataDir);
  const lock = await takeDataDirectory();
  onStop(lock.release);
  const patience = performance.now() + (lock.wasAbandoned ? ABANDONED_PORT_MS : 0);
  while (!(await canListenOn(PORT, HOST))) {
    if (performance.now() > patience) {
      throw new Problem(`PORT ${PORT} is taken by another program: stop it, or set PORT to a free one.`);
    }
    await sleep(100);
  }
  const metrics = METRICS_ADDRESS && addressOf(METRICS_ADDRESS);
  if (metrics && !(await canListen(metrics.port, metrics.host)))
    throw new Problem(
      `METRICS_ADDRESS ${METRICS_ADDRESS} is taken by another program: stop it, or set another port.`,
    );
}

// A start that is just ending (Ctrl-C, or npm was killed) is waited for; one that lives is not disturbed.
async function takeDataDirectory(): Promise<Lock> {
  const file = path.join(dataDir, "start.sock");
  for (const end = performance.now() + ENDING_MS; ; await sleep(100)) {
    const lock = await takeLock(file, () => (life.isEnding() ? ENDING : about));
    if (!("heldBy" in lock)) return lock;
    if (lock.heldBy === ENDING && performance.now() < end) continue;
    throw new Problem(
      `${dataDir} is in use by ${lock.heldBy || "another start"}: stop that, or set DATA_DIR to another directory.`,
    );
  }
}

async function canListenOn(port: number, host: string): Promise<boolean> {
  try {
    return await canListen(port, host);
  } catch (error) {
    throw new Problem(
      `HOST ${host} is not an address of this machine (${errorCode(error)}): set HOST to one, or leave it out.`,
    );
  }
}

function startDatabase(secrets: Secrets, backups: BackupPlace | undefined): Promise<Doors> {
  return step("Database", async () => {
    const archive = backups ? archiveFolder(dataDir) : undefined;
    const database = await keepDatabase(dataDir, secrets.databasePassword, archive);
    life.onStop(database.stop);
    return {
      said: database.cluster === "made" ? "made and started" : "started",
      value: embeddedDoors(database.url, secrets.databasePassword),
    };
  });
}

// What makes the client and the build is not in a release, nor are the packages that it needs.
async function prepareClient(): Promise<void> {
  const { generateClient } = await import("./start/generate");
  await step("Prisma client", generateClient);
}

async function prepareBuild(): Promise<void> {
  const { holdFreshBuild } = await import("./start/build");
  releaseUse = await step("Build", async () => {
    const held = await holdFreshBuild(about);
    return { said: held.outcome, value: held.release };
  });
  life.onStop(() => releaseUse());
}

async function startProcesses(environment: AppEnvironment): Promise<void> {
  await step("App", async () => {
    const sockets: Sockets = { LISTEN_FD: await bindPort(settings.PORT, settings.HOST) };
    const metrics = settings.METRICS_ADDRESS && addressOf(settings.METRICS_ADDRESS);
    if (metrics) sockets.METRICS_FD = await bindPort(metrics.port, metrics.host);
    const delayMs = settings.DRAIN_DELAY * 1000;
    const app = supervise("App", () => launchOf("scripts/serve.ts"), environment, {
      sockets,
      delayMs,
    });
    life.onStop(app.stop);
    writeStart(dataDir, { code, reloads, isTty });
    life.onReload(() => reload(app));
    if (!(await app.ready)) throw new Problem("The app did not start: its own message is above.");
    if (!dev) await untilReady(new URL("/readyz", appUrlFor(settings)));
    return `listening on ${settings.HOST}:${settings.PORT}`;
  });
}

/** A process that listens may still not reach the database, through a pooler for example. */
async function untilReady(url: URL): Promise<void> {
  const answer = () => fetch(url, { headers: { connection: "close" } }).catch(() => undefined);
  for (const end = performance.now() + READY_WITHIN_MS; ; await sleep(500)) {
    if ((await answer())?.status === 200) return;
    if (performance.now() > end)
      throw new Problem(
        "The app listens and cannot serve: its database does not answer it. Check DATABASE_URL, and DATABASE_POOLER where it leads to PgBouncer.",
      );
  }
}

function launchOf(program: Program) {
  return { args: launchArguments(program, dev, code), cwd: code };
}

/** One after the other: each needs the memory of a second app. */
function reload(app: Supervised): Promise<void> {
  reloading = reloading.then(async () => {
    const said = await reloadOnce(app).catch((error: unknown) => explain(error, dataDir));
    say("App", said === "" ? "reloaded" : `was not reloaded: ${said}`);
    reloads += 1;
    writeStart(dataDir, { code, reloads, isTty });
  });
  return reloading;
}

/** Returns why the version before goes on, or an empty text. */
async function reloadOnce(app: Supervised): Promise<string> {
  const before = code;
  const wanted = wantedCode();
  if (wanted !== before && !(await migrateBy(wanted, dataDir))) return "its migrations were not applied";
  const release = wanted === before ? () => undefined : await holdUse(about, wanted);
  code = wanted;
  if (!(await app.replace())) {
    release();
    code = before;
    return "the new process ended before it was ready";
  }
  if (wanted !== before) {
    releaseUse();
    releaseUse = release;
    say("Version", wanted);
  }
  return "";
}

/**
 * Writes down how this start backs up, for the operator's health. A start without a place, or paused, forgets the last backup: what
 * the log says until the next start with one is in no backup, so that one must begin with a new copy.
 */
function planBackups(
  dataDir: string,
  { isOwn, paused }: { isOwn: boolean; paused: boolean },
  place: BackupPlace | undefined,
): void {
  const kind = paused ? "paused" : place ? "kept" : isOwn ? "own" : "none";
  writeBackupState(dataDir, "plan", { kind, place: place?.store.place ?? "" });
  if (!place) rmSync(path.join(dataDir, "backup-state/backup.json"), { force: true });
}
