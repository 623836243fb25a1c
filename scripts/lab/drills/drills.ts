import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postmasterPid } from "../../postgres/cluster";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import { runTool } from "../../steps";
import { fill } from "../bench/fill";
import { until } from "../bench/until";
import { ask } from "../testing/database";
import { busyTill, busyTillMs } from "./busy-till";
import { canary } from "./canary";
import { clockLeaps } from "./clock";
import { backup, paused, pointInTime } from "./copies";
import { endBackends, fullDisk, noConnections, pauseDatabase, pooler, silence } from "./database";
import type { Load } from "./load";
import { move, needsDebian, needsOlder, upgradeDatabase } from "./moves";
import { pointInTimeOfOwn, rekey } from "./once-a-year";
import { childrenOf, commandOf, inPlace, openPlace, type Place, untilCount } from "./place";
import { behind, openCaddy, openNginx } from "./proxies";
import { publicDemo, publicDemoMs } from "./public-demo";
import { offline, upgrade } from "./releases";
import { startTogether, twoHosts } from "./two-hosts";
import { cut, none, type Outcome, placeUnderLoad, unavailable, underLoad } from "./under-load";

const limitMb = 1_024;
const subscriptions = 100_000;
const underLoadMs = 20_000;
/** Leases, pauses and what follows after minutes are waited out. */
const silentMs = 2_700_000;

/** Version 2 has one tree, version 1 one for each thing that is limited. */
const [root, limitFile, statFile] = existsSync("/sys/fs/cgroup/memory")
  ? ["/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.oom_control"]
  : ["/sys/fs/cgroup", "memory.max", "memory.events"];

/** What a machine must have for a limit of memory. */
function needsMemoryLimit(): string | null {
  const group = path.join(root, "sente-drill");
  try {
    mkdirSync(group, { recursive: true });
    rmdirSync(group);
    return null;
  } catch {
    return "root and control groups";
  }
}

/** The whole of it, its database too, within 1 GB of memory and no swap, with 100,000 subscribers. */
async function smallServer(): Promise<Outcome> {
  const group = path.join(root, `sente-drill-${process.pid}`);
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-small-"));
  mkdirSync(group);
  writeFileSync(path.join(group, limitFile), String(limitMb * 1024 * 1024));
  try {
    const place = await openPlace({}, { dataDir, group });
    try {
      await fill(embeddedDatabaseUrl(dataDir), { stores: 10, subscriptions });
      const atRest = memoryOf(group);
      const outcome = await underLoad(place, () => sleep(underLoadMs), { ...none, madeUp: true });
      const busy = memoryOf(group);
      const killed = Number(
        /oom_kill (\d+)/.exec(readFileSync(path.join(group, statFile), "utf8"))?.[1] ?? 0,
      );
      const disk = execFileSync("du", ["-sm", dataDir], { encoding: "utf8" }).split("\t")[0];
      return {
        said: `${atRest} MB at rest, ${busy} MB busy, ${disk} MB on disk; ${outcome.said}`,
        wrong: [...outcome.wrong, ...(killed > 0 ? [`${killed} processes were killed for memory`] : [])],
      };
    } finally {
      await place.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await sleep(500);
    rmdirSync(group);
  }
}

/** Without what the system only keeps because there is room. */
function memoryOf(group: string): number {
  const stat = readFileSync(path.join(group, "memory.stat"), "utf8");
  const bytes = ["total_rss", "total_shmem", "anon", "shmem"].map((name) =>
    Number(new RegExp(`^${name} (\\d+)`, "m").exec(stat)?.[1] ?? 0),
  );
  return Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1024 / 1024);
}

/** What must be true of a drill. */
export interface Drill {
  name: string;
  /** What a machine must have for it, besides Node. */
  needs: () => string | null;
  run(): Promise<Outcome>;
  /** How long it may take; absent: a quarter of an hour. */
  withinMs?: number;
}

const nothing = () => null;
const asRoot = () => (process.getuid?.() === 0 ? null : "root");
const packageAt = (file: string, name: string) => () => (existsSync(file) ? null : `Debian's ${name}`);
const pgbouncer = packageAt("/usr/sbin/pgbouncer", "pgbouncer");

/** `requests`: so many are answered in all, evenly between the reloads. */
function reloads(times: number, variables = {}, requests = 0): Promise<Outcome> {
  const act = async (place: Place, load: Load) => {
    for (let nth = 1; nth <= times; nth += 1) {
      place.child.kill("SIGHUP");
      await untilCount(place, 'reloaded"', nth);
      await until(() => load.good() >= (requests * nth) / times, {
        everyMs: 50,
        withinMs: 60_000,
        late: () => `After reload ${nth} only ${load.good()} requests were answered well.`,
      });
    }
  };
  return placeUnderLoad(act, none, { variables });
}

function killDatabase(): Promise<Outcome> {
  return placeUnderLoad(async (place) => {
    process.kill(postmasterPid(path.join(place.dataDir, "postgres")) ?? 0, "SIGKILL");
    await place.untilSaid("starting it again");
  }, unavailable);
}

/** A process of the start that runs this program. */
function killProgram(program: string): Promise<Outcome> {
  return placeUnderLoad(async (place) => {
    const pid = childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes(program));
    if (!pid) throw new Error(`Nothing runs ${program}.`);
    process.kill(pid, "SIGKILL");
    await place.untilSaid("starting it again");
  }, cut);
}

/** Everything at once, as when the power fails, and started again. */
async function powerCut(): Promise<Outcome> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-power-"));
  const first = await openPlace({}, { dataDir });
  // The same port, as after a boot, and the same seller's server.
  const port = { PORT: new URL(first.url).port, DEMO_WEBHOOK_URL: first.receiver.urlOf("all") };
  let second: Place | null = null;
  try {
    return await underLoad(
      first,
      async () => {
        first.kill();
        await sleep(1_000);
        second = await openPlace(port, { dataDir });
      },
      cut,
    );
  } finally {
    await first.stop();
    await (second as Place | null)?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sellers whose servers hang, refuse, have no name or a certificate that nobody signed, beside one whose server is well. */
async function badReceivers(): Promise<Outcome> {
  return inPlace(await openPlace(), async (place) => {
    const databaseUrl = embeddedDatabaseUrl(place.dataDir);
    const noTls = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((listening) => noTls.listen(0, "127.0.0.1", listening));
    const address = noTls.address();
    const port = typeof address === "object" ? address?.port : 0;
    const urls = [
      place.receiver.urlOf("hangs"),
      "http://127.0.0.1:9/",
      "https://no-such-name.invalid/hooks",
      `https://localhost:${port}/`,
    ];
    for (const url of urls)
      await ask(
        databaseUrl,
        `INSERT INTO webhook_endpoints (store_id, livemode, url, types, secret_sealed, created_at)
         SELECT store_id, livemode, '${url}', types, secret_sealed, now() FROM webhook_endpoints WHERE NOT livemode LIMIT 1`,
      );
    try {
      const good = `SELECT event_id AS id FROM webhook_deliveries JOIN webhook_endpoints e ON e.id = endpoint_id
        WHERE url = '${place.receiver.urlOf("all")}'`;
      return await underLoad(place, () => sleep(15_000), none, databaseUrl, good);
    } finally {
      noTls.close();
    }
  });
}

async function foreignKey(): Promise<Outcome> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-key-"));
  await (await openPlace({}, { dataDir })).stop();
  const SECRET_KEY = Buffer.alloc(32, 9).toString("base64");
  const place = await openPlace({ SECRET_KEY }, { dataDir, isReady: false });
  rmSync(dataDir, { recursive: true, force: true });
  const isRefused = place.said().includes("SECRET_KEY is not the one") && place.child.exitCode === 1;
  return { said: "a foreign key is refused at the start", wrong: isRefused ? [] : [place.said()] };
}

/** In a process of its own (alone.ts). Its last line is its outcome. */
async function alone(name: string): Promise<Outcome> {
  const { code, output } = await runTool(["--import", "tsx", "scripts/lab/drills/alone.ts", name]);
  const last = output.trim().split("\n").at(-1) ?? "";
  return code === 0 ? (JSON.parse(last) as Outcome) : { said: "", wrong: [output] };
}

/** Everything that people have learnt about the life around the service, each within a minute on a quiet machine. */
export const drills: Drill[] = [
  {
    name: "reload",
    needs: nothing,
    run: () => reloads(Number(process.env.RELOADS) || 10, {}, Number(process.env.REQUESTS) || 0),
  },
  { name: "reload-two-processes", needs: nothing, run: () => reloads(3, { WEB_CONCURRENCY: "2" }) },
  { name: "kill-database", needs: nothing, run: killDatabase },
  { name: "kill-app", needs: nothing, run: () => killProgram("scripts-serve") },
  { name: "power-cut", needs: nothing, run: powerCut },
  { name: "silence", needs: nothing, run: silence },
  { name: "end-backends", needs: nothing, run: endBackends },
  { name: "pause-database", needs: nothing, run: pauseDatabase },
  { name: "no-connections", needs: nothing, run: noConnections },
  { name: "pooler", needs: pgbouncer, run: pooler },
  { name: "two-hosts", needs: pgbouncer, run: twoHosts },
  { name: "start-together", needs: nothing, run: startTogether },
  { name: "full-disk", needs: asRoot, run: () => fullDisk(false) },
  { name: "full-log", needs: asRoot, run: () => fullDisk(true) },
  { name: "busy-till", needs: nothing, run: busyTill, withinMs: busyTillMs },
  {
    name: "silent-authority",
    needs: nothing,
    run: () => alone("silent-authority"),
    withinMs: silentMs,
  },
  { name: "silent-whatsapp", needs: nothing, run: () => alone("silent-whatsapp"), withinMs: silentMs },
  { name: "public-demo", needs: nothing, run: publicDemo, withinMs: publicDemoMs },
  { name: "bad-receivers", needs: nothing, run: badReceivers },
  { name: "clock", needs: packageAt("/usr/bin/faketime", "faketime"), run: clockLeaps },
  { name: "small-server", needs: needsMemoryLimit, run: smallServer },
  { name: "upgrade", needs: nothing, run: upgrade },
  { name: "offline", needs: asRoot, run: offline },
  { name: "caddy", needs: packageAt("/usr/bin/caddy", "caddy"), run: () => behind(openCaddy) },
  { name: "nginx", needs: packageAt("/usr/sbin/nginx", "nginx-light"), run: () => behind(openNginx) },
  { name: "foreign-key", needs: nothing, run: foreignKey },
  { name: "canary", needs: nothing, run: canary },
  { name: "paused", needs: nothing, run: paused },
  { name: "backup", needs: nothing, run: backup },
  { name: "point-in-time", needs: nothing, run: pointInTime },
  { name: "point-in-time-own", needs: needsDebian, run: pointInTimeOfOwn },
  { name: "rekey", needs: nothing, run: rekey },
  { name: "move", needs: needsDebian, run: move },
  { name: "upgrade-database", needs: needsOlder, run: upgradeDatabase },
];

/** The part of `npm test`. */
export const short: Drill = { name: "reload", needs: nothing, run: () => reloads(1) };
