import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../ports";
import { startPostgres } from "../postgres";
import { postmasterPid } from "../postgres/orphan";
import { embeddedDatabaseUrl } from "../start/data-directory";
import { openSilentProxy } from "../testing/silent-proxy";
import { backup, paused } from "./copies";
import { type Counts, type Load, startLoad } from "./load";
import { move, needsDebian, needsOlder, upgrade } from "./moves";
import { openPlace, type Place } from "./place";

/** What must be true of a drill. Each line is one that is not. */
export interface Drill {
  name: string;
  /** What a machine must have for it, besides Node. */
  needs: () => string | null;
  run(): Promise<{ said: string; wrong: string[] }>;
}

const nothing = () => null;
const asRoot = () => (process.getuid?.() === 0 ? null : "root");
const packageAt = (file: string, name: string) => () => (existsSync(file) ? null : `Debian's ${name}`);
/** Under load, `act`; then it must serve well again, and have lost no write that it acknowledged. */
async function underLoad(
  place: Place,
  act: (load: Load) => Promise<void>,
  allowed: RegExp,
  databaseUrl = embeddedDatabaseUrl(place.dataDir),
  key = place.liveKey(),
): Promise<{ said: string; wrong: string[] }> {
  const load = startLoad(place.url, key, { databaseUrl });
  await untilGood(load);
  await act(load);
  const isWell = await untilGood(load);
  const counts = await load.end(databaseUrl);
  return {
    said: told(counts),
    wrong: [...wrongIn(counts, allowed), ...(isWell ? [] : ["it does not serve again"])],
  };
}

async function untilGood(load: Load, withinMs = 40_000): Promise<boolean> {
  const goal = load.good() + 30;
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(50))
    if (load.good() >= goal) return true;
  return false;
}

function told({ requests, failed, acknowledged, lost, doubled }: Counts): string {
  const ways = Object.entries(failed).map(([how, count]) => `${count} × ${how}`);
  return `${requests} requests, ${ways.join(", ") || "0 failed"}; ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`;
}

function wrongIn({ failed, acknowledged, lost, doubled }: Counts, allowed: RegExp): string[] {
  const wrong = Object.keys(failed).filter((how) => !allowed.test(how));
  return [
    ...wrong.map((how) => `${failed[how]} × ${how}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} doubled`] : []),
    ...(acknowledged === 0 ? ["nothing was written"] : []),
  ];
}

async function inPlace<T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> {
  try {
    return await work(place);
  } finally {
    await place.stop();
  }
}

const none = /^$/;
/** What a client is told while the database is away. */
const unavailable = /^503$/;
/** A process that was killed takes its connections along. */
const cut = /^(503|cut|ECONNRESET|ECONNREFUSED|EPIPE|socket hang up)$/;

async function reloads(times: number, variables = {}): Promise<{ said: string; wrong: string[] }> {
  return inPlace(await openPlace(variables), (place) =>
    underLoad(
      place,
      async () => {
        for (let nth = 1; nth <= times; nth += 1) {
          place.child.kill("SIGHUP");
          await untilCount(place, 'reloaded"', nth);
        }
      },
      none,
    ),
  );
}

async function untilCount(place: Place, words: string, count: number): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50))
    if (place.said().split(words).length > count) return;
  throw new Error(`It did not say ${words} ${count} times:\n${place.said()}`);
}

async function killDatabase(): Promise<{ said: string; wrong: string[] }> {
  return inPlace(await openPlace(), (place) =>
    underLoad(
      place,
      async () => {
        process.kill(postmasterPid(path.join(place.dataDir, "postgres")) ?? 0, "SIGKILL");
        await place.untilSaid("starting it again");
      },
      unavailable,
    ),
  );
}

async function killApp(): Promise<{ said: string; wrong: string[] }> {
  return inPlace(await openPlace(), (place) =>
    underLoad(
      place,
      async () => {
        const pid = childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes("scripts-serve"));
        if (pid) process.kill(pid, "SIGKILL");
        await place.untilSaid("starting it again");
      },
      cut,
    ),
  );
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

/** A place with a PostgreSQL that is not its own. */
async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-db-"));
  const server = await startPostgres({ dataDir, password: "drill", durable: false, disposable: true });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function silence(): Promise<{ said: string; wrong: string[] }> {
  return withServer(async (url) => {
    const way = await openSilentProxy(url);
    const variables = { DATABASE_URL: way.url, ALLOW_SANDBOX_RAIL: "true" };
    return inPlace(await openPlace(variables), (place) =>
      underLoad(place, async () => way.goSilent(), unavailable, url),
    ).finally(() => way.close());
  });
}

async function pooler(): Promise<{ said: string; wrong: string[] }> {
  return withServer(async (url) => {
    const direct = new URL(url);
    const port = await freePort();
    const directory = mkdtempSync(path.join(tmpdir(), "sente-drill-pool-"));
    execFileSync("chmod", ["777", directory]);
    writeFileSync(path.join(directory, "users"), `"sente" "drill"\n`, { mode: 0o644 });
    const settings = `[databases]
sente = host=127.0.0.1 port=${direct.port} dbname=sente
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${directory}/users
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
logfile = ${directory}/log
`;
    writeFileSync(path.join(directory, "ini"), settings, { mode: 0o644 });
    const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
    const program = spawn("/usr/sbin/pgbouncer", [...user, path.join(directory, "ini")], { stdio: "ignore" });
    const pooled = new URL(url);
    pooled.port = String(port);
    const variables = { DATABASE_URL: pooled.href, DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: url };
    try {
      return await inPlace(await openPlace(variables), (place) =>
        underLoad(place, () => sleep(5_000), none, url),
      );
    } finally {
      program.kill("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    }
  });
}

async function fullDisk(isLogFull = false): Promise<{ said: string; wrong: string[] }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=800m", "tmpfs", dataDir]);
  const filler = path.join(dataDir, "filler");
  try {
    return await inPlace(await openPlace({}, { dataDir }), (place) =>
      underLoad(
        place,
        async (load) => {
          const fill = spawn("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"], { stdio: "ignore" });
          await new Promise((ended) => fill.once("exit", ended));
          await sleep(8_000);
          if (isLogFull) await comesBack(place, load);
          rmSync(filler);
        },
        unavailable,
      ),
    );
  } finally {
    execFileSync("umount", ["-l", dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A database that cannot go on with its log ends; with the room that was kept for it, it serves while the disk is full. */
async function comesBack(place: Place, load: Load): Promise<void> {
  const client = new Client({ connectionString: embeddedDatabaseUrl(place.dataDir) });
  client.on("error", () => undefined);
  await client.connect();
  for (let isAlive = true; isAlive; )
    isAlive = await client
      .query("SELECT pg_logical_emit_message(false, 'drill', repeat('x', 1000000)), pg_switch_wal()")
      .then(
        () => true,
        () => false,
      );
  await place.untilSaid("are given back", 60_000);
  if (!(await untilGood(load))) throw new Error("It did not come back on a full disk.");
}

async function foreignKey(): Promise<{ said: string; wrong: string[] }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-key-"));
  await (await openPlace({}, { dataDir })).stop();
  const SECRET_KEY = Buffer.alloc(32, 9).toString("base64");
  const place = await openPlace({ SECRET_KEY }, { dataDir, isReady: false });
  rmSync(dataDir, { recursive: true, force: true });
  const isRefused = place.said().includes("SECRET_KEY is not the one") && place.child.exitCode === 1;
  return { said: "a foreign key is refused at the start", wrong: isRefused ? [] : [place.said()] };
}

/** Everything that people have learnt about the life around the service, each within a minute on a quiet machine. */
export const drills: Drill[] = [
  { name: "reload", needs: nothing, run: () => reloads(10) },
  { name: "reload-two-processes", needs: nothing, run: () => reloads(3, { WEB_CONCURRENCY: "2" }) },
  { name: "kill-database", needs: nothing, run: killDatabase },
  { name: "kill-app", needs: nothing, run: killApp },
  { name: "silence", needs: nothing, run: silence },
  { name: "pooler", needs: packageAt("/usr/sbin/pgbouncer", "pgbouncer"), run: pooler },
  { name: "full-disk", needs: asRoot, run: () => fullDisk() },
  { name: "full-log", needs: asRoot, run: () => fullDisk(true) },
  { name: "foreign-key", needs: nothing, run: foreignKey },
  { name: "paused", needs: nothing, run: paused },
  { name: "backup", needs: nothing, run: backup },
  { name: "move", needs: needsDebian, run: move },
  { name: "upgrade", needs: needsOlder, run: upgrade },
];

/** The part of `npm test`. */
export const short: Drill = { name: "reload", needs: nothing, run: () => reloads(1) };
