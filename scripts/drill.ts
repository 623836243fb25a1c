import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withClient } from "@/lib/db/connect";
import { parseOperatorEnv } from "@/lib/env";
import { writeBackupState } from "@/lib/providers/machine";
import { requiredPlace } from "./backup/backups";
import { restoreInto } from "./backup/restore";
import { checkBooks } from "./books/check";
import { explain, Problem } from "./problem";
import { type Service, startService } from "./service";
import { embeddedDatabaseUrl } from "./start/data-directory";
import { say, step } from "./steps";

// npm run drill: restores the newest backup into a temporary folder, starts it paused, checks its books, compares it with
// the live instance, and deletes it. /ops/health shows the result. The exit code is 1 where something is wrong.
/** No transaction is older than this when it commits. */
const openMs = 60_000;
/** Rows of these are never deleted, so that both must have the same from before the copy's end. */
const compared = ["orders", "payment_attempts", "refunds", "payouts", "invoices"];

const settings = parseOperatorEnv(process.env);
const dataDir = path.resolve(settings.DATA_DIR);
const place = requiredPlace(settings);
const liveUrl = embeddedDatabaseUrl(dataDir);
const startedAt = performance.now();
const folder = mkdtempSync(path.join(tmpdir(), "sente-drill-"));
// Root's PostgreSQL runs under another account.
chmodSync(folder, 0o711);
const copy = path.join(folder, "data");
let ageMinutes = 0;
let problem: string | null = null;
try {
  const { backup, lastChangeAt } = await step("Restore", async () => {
    const restored = await restoreInto(place, { into: copy, to: null });
    return { said: `from the backup ${restored.backup.id}`, value: restored };
  });
  const end = lastChangeAt ?? backup.endedAt;
  ageMinutes = minutes(Date.now() - end.getTime());
  say("", `its last change is ${ageMinutes} min old`);
  await startPaused(async () => {
    const copyUrl = embeddedDatabaseUrl(copy);
    await step("Books", () => rightBooks(copyUrl));
    await step("Live", () => sameAsLive(copyUrl, new Date(end.getTime() - openMs)));
  });
} catch (error) {
  problem = explain(error, folder).split("\n")[0] ?? "";
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const took = minutes(performance.now() - startedAt);
writeBackupState(dataDir, "drill", { at: new Date(), minutes: took, ageMinutes, problem });
say(
  "Drill",
  problem ?? `the newest backup is whole: ${took} min, the books agree, data ${ageMinutes} min old`,
);
process.exit(problem === null ? 0 : 1);

async function startPaused(work: () => Promise<void>): Promise<void> {
  let service: Service | undefined;
  try {
    await step("Start", async () => {
      const own = { DATA_DIR: copy, HOST: "127.0.0.1", PAUSED: "1", DEMO: "off" };
      service = await startService(own).catch((error: Error) => {
        throw new Problem(`the copy did not start: ${error.message.trim().split("\n").at(-1)}`);
      });
      await requireStatus(`${service.url}/sign-in`, "GET", 200);
      await requireStatus(`${service.url}/api/v1/customers`, "POST", 503);
      return "paused, with its pages";
    });
    await work();
  } finally {
    await service?.stop();
  }
}

async function requireStatus(url: string, method: string, status: number): Promise<void> {
  const answer = await fetch(url, { method, headers: { connection: "close" } });
  await answer.arrayBuffer();
  if (answer.status !== status)
    throw new Problem(
      `the copy answered ${answer.status} instead of ${status} to ${method} ${new URL(url).pathname}`,
    );
}

async function rightBooks(copyUrl: string): Promise<string> {
  const broken = await checkBooks(copyUrl);
  for (const line of broken) say("", line);
  if (broken.length > 0) throw new Problem(`the books of the copy are wrong in ${broken.length} places`);
  return "everything agrees";
}

async function sameAsLive(copyUrl: string, before: Date): Promise<string> {
  const [inCopy, inLive] = await Promise.all([copyUrl, liveUrl].map((url) => countRows(url, before)));
  const other = compared.filter((table) => inCopy?.[table] !== inLive?.[table]);
  const told = other.map((table) => `${table}: ${inCopy?.[table]} there, ${inLive?.[table]} live`);
  if (other.length > 0)
    throw new Problem(`the copy has other rows than the live instance (${told.join("; ")})`);
  const rows = Object.values(inCopy ?? {}).reduce((all, count) => all + count, 0);
  return `the same ${rows} rows of orders, payments, refunds, payouts and invoices`;
}

async function countRows(url: string, before: Date): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const parts = compared.map(
      (table) => `SELECT '${table}' AS name, count(*)::int AS count FROM ${table} WHERE created_at < $1`,
    );
    const { rows } = await client.query<{ name: string; count: number }>(parts.join(" UNION ALL "), [before]);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  });
}

function minutes(ms: number): number {
  return Math.round(ms / 6_000) / 10;
}
