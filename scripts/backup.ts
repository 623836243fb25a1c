import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { withClient } from "@/lib/db/connect";
import { type OperatorEnv, parseOperatorEnv } from "@/lib/env";
import { readBackupState, writeBackupState } from "@/lib/providers/machine";
import { forgetOld, makeBackup, type OtherFiles, requiredPlace } from "./backup/backups";
import { printLines } from "./print-lines";
import { explain, Problem } from "./problem";
import { embeddedDatabaseUrl, readSecrets } from "./start/data-directory";
import { say, step } from "./steps";

// npm run backup: copies the embedded database while it works, sealed, to BACKUP_DIR or the bucket, reads the copy back,
// and deletes older ones beyond BACKUP_KEEP. `npm start` calls this once a day.
if (process.connected) printLines("backup");
const settings = parseOperatorEnv(process.env);
const dataDir = path.resolve(settings.DATA_DIR);
if (settings.DATABASE_URL)
  throw new Problem(
    "DATABASE_URL is set, so the database is your own: back it up with its own tools, such as pg_basebackup or snapshots.",
  );
const { store, vault } = requiredPlace(settings);
const ownerUrl = embeddedDatabaseUrl(dataDir);
const before = readBackupState(dataDir).backup;
const startedAt = performance.now();
try {
  const made = await step("Backup", async () => {
    const info = await makeBackup(store, vault, {
      ownerUrl,
      postgres: await versionOf(ownerUrl),
      files: filesOf(settings),
    });
    return {
      said: `${info.id}: ${(info.bytes / 1024 ** 2).toFixed(1)} MB in ${store.place}, read back and right`,
      value: info,
    };
  });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  writeBackupState(dataDir, "backup", { at: made.endedAt, bytes: made.bytes, seconds, failed: null });
  const gone = await forgetOld(store, settings.BACKUP_KEEP);
  if (gone > 0)
    say(
      "Backup",
      `deleted ${gone} that ${gone === 1 ? "is" : "are"} older than the newest ${settings.BACKUP_KEEP}`,
    );
} catch (error) {
  const failed = explain(error, dataDir).split("\n")[0] ?? "";
  writeBackupState(dataDir, "backup", { ...(before ?? { at: new Date(0), bytes: 0, seconds: 0 }), failed });
  throw error;
}

/** What a restored DATA_DIR needs beside the cluster. A key of the environment goes along: without it nothing opens. */
function filesOf({ SECRET_KEY }: OperatorEnv): OtherFiles {
  const secrets = readSecrets(dataDir);
  const demo = path.join(dataDir, "demo.json");
  return {
    "secrets.json": JSON.stringify({ ...secrets, secretKey: SECRET_KEY ?? secrets.secretKey }, null, 2),
    ...(existsSync(demo) ? { "demo.json": readFileSync(demo, "utf8") } : {}),
  };
}

async function versionOf(url: string): Promise<string> {
  const sql = "SELECT current_setting('server_version') AS version";
  try {
    const { rows } = await withClient(url, (client) => client.query<{ version: string }>(sql));
    return rows[0]?.version ?? "";
  } catch {
    throw new Problem(
      `Nothing answers at the database of ${dataDir}: a backup is made while npm start runs there.`,
    );
  }
}
