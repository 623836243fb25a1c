import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { postmasterPid } from "../postgres/orphan";
import { embeddedDatabaseUrl } from "../start/data-directory";
import { openSilentProxy } from "../testing/silent-proxy";
import { clockLeaps } from "./clock";
import { ask } from "./load";
import { childrenOf, commandOf, openPlace, type Place } from "./place";
import { offline, upgrade } from "./releases";
import { withPooler, withServer } from "./server";
import { needsMemoryLimit, smallServer } from "./small-server";
import { twoHosts } from "./two-hosts";
import { cut, none, type Outcome, unavailable, underLoad } from "./under-load";

/** What must be true of a drill. */
export interface Drill {
  name: string;
  /** What a machine must have for it, besides Node. */
  needs: () => string | null;
  run(): Promise<Outcome>;
}

const nothing = () => null;
const asRoot = () => (process.getuid?.() === 0 ? null : "root");
const packageAt = (file: string, name: string) => () => (existsSync(file) ? null : `Debian's ${name}`);
const pgbouncer = packageAt("/usr/sbin/pgbouncer", "pgbouncer");

async function inPlace<T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> {
  try {
    return await work(place);
  } finally {
    await place.stop();
  }
}

async function reloads(times: number, variables = {}): Promise<Outcome> {
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

async function killDatabase(): Promise<Outcome> {
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

/** A process of the start that runs this program. */
async function killProgram(program: string): Promise<Outcome> {
  return inPlace(await openPlace(), (place) =>
    underLoad(
      place,
      async () => {
        const pid = childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes(program));
        if (!pid) throw new Error(`Nothing runs ${program}.`);
        process.kill(pid, "SIGKILL");
        await place.untilSaid("starting it again");
      },
      cut,
    ),
  );
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

async function silence(): Promise<Outcome> {
  return withServer(async (url) => {
    const way = await openSilentProxy(url);
    return inPlace(await openPlace({ DATABASE_URL: way.url }), (place) =>
      underLoad(place, async () => way.goSilent(), unavailable, url),
    ).finally(() => way.close());
  });
}

/** Every backend is ended, as an operator of the database may do. */
async function endBackends(): Promise<Outcome> {
  return withServer(async (url) =>
    inPlace(await openPlace({ DATABASE_URL: url }), (place) =>
      underLoad(
        place,
        async () => {
          for (let nth = 0; nth < 5; nth += 1) {
            const others =
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
            await ask(url, `${others} AND backend_type = 'client backend'`);
            await sleep(500);
          }
        },
        unavailable,
        url,
      ),
    ),
  );
}

/** A database that does nothing for half a minute and then goes on, as a machine that is moved. */
async function pauseDatabase(): Promise<Outcome> {
  return withServer(async (url, dataDir) =>
    inPlace(await openPlace({ DATABASE_URL: url }), (place) =>
      underLoad(
        place,
        async () => {
          const postmaster = postmasterPid(path.join(dataDir, "postgres")) ?? 0;
          const all = [postmaster, ...childrenOf(postmaster)];
          for (const pid of all) process.kill(pid, "SIGSTOP");
          await sleep(30_000);
          for (const pid of all.reverse()) process.kill(pid, "SIGCONT");
        },
        unavailable,
        url,
      ),
    ),
  );
}

/** Others take every connection that the database has, for five seconds. */
async function noConnections(): Promise<Outcome> {
  return withServer(async (url) =>
    inPlace(await openPlace({ DATABASE_URL: url }), (place) =>
      underLoad(place, () => takeConnections(url, 5_000), unavailable, url),
    ),
  );
}

async function takeConnections(url: string, forMs: number): Promise<void> {
  const taken: Client[] = [];
  const take = async () => {
    const one = new Client({ connectionString: url, application_name: "drill" });
    one.on("error", () => undefined);
    await one.connect();
    taken.push(one);
  };
  await take();
  const others =
    "FROM pg_stat_activity WHERE application_name <> 'drill' AND backend_type = 'client backend'";
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(5)) {
    const isFull = await take().then(
      () => false,
      () => true,
    );
    // Whoever has one must come for another, and finds none.
    if (isFull) await taken[0]?.query(`SELECT pg_terminate_backend(pid) ${others}`);
  }
  await Promise.all(taken.map((one) => one.end()));
}

async function pooler(): Promise<Outcome> {
  return withServer((url) =>
    withPooler(url, async (variables) =>
      inPlace(await openPlace(variables), (place) => underLoad(place, () => sleep(5_000), none, url)),
    ),
  );
}

async function fullDisk(): Promise<Outcome> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=260m", "tmpfs", dataDir]);
  const ballast = path.join(dataDir, "ballast");
  try {
    return await inPlace(await openPlace({}, { dataDir }), (place) =>
      underLoad(
        place,
        async () => {
          const fill = spawn("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"], { stdio: "ignore" });
          await new Promise((ended) => fill.once("exit", ended));
          await sleep(8_000);
          rmSync(ballast);
        },
        unavailable,
      ),
    );
  } finally {
    execFileSync("umount", ["-l", dataDir]);
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

/** Everything that people have learnt about the life around the service, each within a minute on a quiet machine. */
export const drills: Drill[] = [
  { name: "reload", needs: nothing, run: () => reloads(10) },
  { name: "reload-two-processes", needs: nothing, run: () => reloads(3, { WEB_CONCURRENCY: "2" }) },
  { name: "kill-database", needs: nothing, run: killDatabase },
  { name: "kill-app", needs: nothing, run: () => killProgram("scripts-serve") },
  { name: "kill-executor", needs: nothing, run: () => killProgram("inngest-local-runner") },
  { name: "power-cut", needs: nothing, run: powerCut },
  { name: "silence", needs: nothing, run: silence },
  { name: "end-backends", needs: nothing, run: endBackends },
  { name: "pause-database", needs: nothing, run: pauseDatabase },
  { name: "no-connections", needs: nothing, run: noConnections },
  { name: "pooler", needs: pgbouncer, run: pooler },
  { name: "two-hosts", needs: pgbouncer, run: twoHosts },
  { name: "full-disk", needs: asRoot, run: fullDisk },
  { name: "bad-receivers", needs: nothing, run: badReceivers },
  { name: "clock", needs: packageAt("/usr/bin/faketime", "faketime"), run: clockLeaps },
  { name: "small-server", needs: needsMemoryLimit, run: smallServer },
  { name: "upgrade", needs: nothing, run: upgrade },
  { name: "offline", needs: asRoot, run: () => offline() },
  { name: "foreign-key", needs: nothing, run: foreignKey },
];

/** The part of `npm test`. */
export const short: Drill = { name: "reload", needs: nothing, run: () => reloads(1) };
