import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { newClient } from "@/lib/db/connect";
import { withServer } from "../../postgres";
import { postmasterPid } from "../../postgres/cluster";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import { ask } from "../testing/database";
import { openSilentProxy } from "../testing/silent-proxy";
import type { Load } from "./load";
import { withPooler } from "./moves";
import { pressPay } from "./pages";
import { childrenOf, inPlace, openPlace, type Place } from "./place";
import { none, type Outcome, placeUnderLoad, unavailable, underLoad, untilGood } from "./under-load";

/** Connections that carry nothing any more, as in a failover. */
export async function silence(): Promise<Outcome> {
  return withServer(async (databaseUrl) => {
    const way = await openSilentProxy(databaseUrl);
    const act = async () => way.goSilent();
    const variables = { DATABASE_URL: way.url };
    return placeUnderLoad(act, unavailable, { databaseUrl, variables }).finally(() => way.close());
  });
}

/** On a PostgreSQL that belongs to no place, which may be away for a while. */
function onOwnDatabase(act: (url: string, dataDir: string) => Promise<void>): Promise<Outcome> {
  return withServer((databaseUrl, dataDir) =>
    placeUnderLoad(() => act(databaseUrl, dataDir), unavailable, { databaseUrl }),
  );
}

/** Every backend is ended, as an operator of the database may do. */
export function endBackends(): Promise<Outcome> {
  return onOwnDatabase(async (url) => {
    const others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
    for (let nth = 0; nth < 5; nth += 1) {
      await ask(url, `${others} AND backend_type = 'client backend'`);
      await sleep(500);
    }
  });
}

/** A database that does nothing for half a minute and then goes on, as a machine that is moved. */
export function pauseDatabase(): Promise<Outcome> {
  return onOwnDatabase(async (_, dataDir) => {
    const postmaster = postmasterPid(path.join(dataDir, "postgres")) ?? 0;
    const all = [postmaster, ...childrenOf(postmaster)];
    for (const pid of all) process.kill(pid, "SIGSTOP");
    await sleep(30_000);
    for (const pid of all.reverse()) process.kill(pid, "SIGCONT");
  });
}

/** Others take every connection that the database has, for five seconds. */
export function noConnections(): Promise<Outcome> {
  return onOwnDatabase((url) => takeConnections(url, 5_000));
}

async function takeConnections(url: string, forMs: number): Promise<void> {
  const taken: Client[] = [];
  const take = async () => {
    const one = newClient({ connectionString: url, application_name: "drill" });
    await one.connect();
    taken.push(one);
  };
  const isFull = () =>
    take().then(
      () => false,
      () => true,
    );
  while (!(await isFull()));
  const others =
    "FROM pg_stat_activity WHERE application_name <> 'drill' AND backend_type = 'client backend'";
  // Whoever has one must come for another, and finds none.
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(5))
    if (await isFull()) await taken[0]?.query(`SELECT pg_terminate_backend(pid) ${others}`);
  await Promise.all(taken.map((one) => one.end()));
}

export async function pooler(): Promise<Outcome> {
  return withServer((databaseUrl) =>
    withPooler(databaseUrl, (variables) =>
      placeUnderLoad(() => sleep(5_000), none, { databaseUrl, variables }),
    ),
  );
}

/** A disk that something else fills; with `isLogFull` also to the last byte of the database's log. */
export async function fullDisk(isLogFull: boolean): Promise<Outcome> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=800m", "tmpfs", dataDir]);
  const filler = path.join(dataDir, "filler");
  const wrong: string[] = [];
  try {
    const outcome = await inPlace(await openPlace({ SANDBOX_MODE: "auto" }, { dataDir }), (place) =>
      underLoad(
        place,
        async (load) => {
          const fill = spawn("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"], { stdio: "ignore" });
          await new Promise((ended) => fill.once("exit", ended));
          await sleep(8_000);
          wrong.push(...(await answersAreClear(place)));
          if (isLogFull) await comesBack(place, load);
          rmSync(filler);
        },
        unavailable,
      ),
    );
    return { said: outcome.said, wrong: [...outcome.wrong, ...wrong] };
  } finally {
    execFileSync("umount", ["-l", dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Until the disk is so full that nothing can be written, what a payer presses works; then a page says that it does not. */
async function answersAreClear(place: Place): Promise<string[]> {
  const { status, text } = await pressPay(place);
  const isClear = status === 303 || (status >= 500 && text.includes("Something broke on our side"));
  return isClear ? [] : [`a payer was answered ${status}: ${text.slice(0, 200)}`];
}

/** A database that cannot go on with its log ends; with the room that was kept for it, it serves while the disk is full. */
async function comesBack(place: Place, load: Load): Promise<void> {
  const client = newClient(embeddedDatabaseUrl(place.dataDir));
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
