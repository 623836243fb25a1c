import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderStore } from "../backup/store";
import { runTool } from "../command";
import { Problem } from "../problem";
import { embeddedDatabaseUrl } from "../start/data-directory";
import { ask, startLoad } from "./load";
import { openPlace, type Place } from "./place";
import type { Outcome } from "./under-load";

/** Longer than the minute after which each sweep runs again. */
const sweepMs = 75_000;
const soonMs = 120_000;

interface Listener {
  port: number;
  connections(): number;
  close(): void;
}

/** Takes connections, counts them and hangs up. */
async function listen(): Promise<Listener> {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, connections: () => connections, close: () => server.close() };
}

/** Work of each kind that goes out, due now. */
const makeDue = `
  INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, line, next_attempt_at, created_at)
    SELECT e.store_id, e.livemode, e.id, w.id, 'drill', now(), now()
    FROM events e JOIN webhook_endpoints w ON w.store_id = e.store_id AND w.livemode = e.livemode LIMIT 20;
  INSERT INTO messages (channel, recipient, template, body, dedupe_key, next_attempt_at, created_at)
    SELECT channel::message_channel, recipient, 'drill', 'A drill.', 'drill-' || channel, now(), now()
    FROM (VALUES ('email', 'drill@example.com'), ('sms', '+256772123129')) AS due (channel, recipient);`;

interface Due {
  messages: number;
  deliveries: number;
}

const stillDue = `SELECT
  (SELECT count(*)::int FROM messages WHERE dedupe_key LIKE 'drill-%' AND status = 'queued' AND attempts_made = 0) AS messages,
  (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at <= now() AND leased_until IS NULL) AS deliveries`;

/** A paused instance with due webhooks, mail and texts connects to nobody; not paused, it does at once. */
export async function paused(): Promise<Outcome> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-paused-"));
  const [hooks, mail] = [await listen(), await listen()];
  const variables = {
    DEMO: "full",
    DEMO_WEBHOOK_URL: `http://localhost:${hooks.port}/hooks`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  };
  // Only while it is paused: the world outside is no part of a drill.
  const texts = {
    SMS_PROVIDER: "twilio",
    TWILIO_ACCOUNT_SID: "AC0",
    TWILIO_AUTH_TOKEN: "0",
    TWILIO_FROM: "DRILL",
  };
  const counted = () => ({ hooks: hooks.connections(), mail: mail.connections() });
  try {
    await (await openPlace(variables, { dataDir })).stop();
    const before = counted();
    const still = await openPlace({ ...variables, ...texts, PAUSED: "1" }, { dataDir });
    const wrong = await pausedFor(still, dataDir).finally(() => still.stop());
    const kept = counted();
    const out = (Object.keys(kept) as (keyof typeof kept)[]).filter((way) => kept[way] !== before[way]);
    const works = await openPlace(variables, { dataDir });
    const isDue = await until(
      () => counted().hooks > kept.hooks && counted().mail > kept.mail,
      soonMs,
    ).finally(() => works.stop());
    return {
      said: `0 connections in ${sweepMs / 1000} s with everything due; not paused: ${JSON.stringify(counted())}`,
      wrong: [
        ...wrong,
        ...out.map((way) => `while paused it connected to ${way}`),
        ...(isDue ? [] : [`not paused it does not send what was due: ${JSON.stringify(counted())}`]),
      ],
    };
  } finally {
    for (const one of [hooks, mail]) one.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function pausedFor(place: Place, dataDir: string): Promise<string[]> {
  await ask(embeddedDatabaseUrl(dataDir), makeDue);
  const [due] = await ask<Due>(embeddedDatabaseUrl(dataDir), stillDue);
  await sleep(sweepMs);
  const [left] = await ask<Due>(embeddedDatabaseUrl(dataDir), stillDue);
  const headers = { authorization: `Bearer ${place.demo().live_key}`, "content-type": "application/json" };
  const read = await fetch(`${place.url}/api/v1/customers`, { headers });
  const body = JSON.stringify({ email: "drill@example.com", name: "Drill" });
  const write = await fetch(`${place.url}/api/v1/customers`, { method: "POST", headers, body });
  const { error } = (await write.json()) as { error?: string };
  const page = await (await fetch(`${place.url}/sign-in`)).text();
  return [
    ...(JSON.stringify(due) === JSON.stringify(left) &&
    Number(due?.messages) === 2 &&
    Number(due?.deliveries) > 0
      ? []
      : [`due were ${JSON.stringify(due)}, then ${JSON.stringify(left)}`]),
    ...(read.status === 200 ? [] : [`a read was answered ${read.status}`]),
    ...(write.status === 503 && error === "service_unavailable"
      ? []
      : [`a write was answered ${write.status} ${error}`]),
    ...(page.includes("Paused copy") ? [] : ["its pages do not say that it is paused"]),
  ];
}

async function until(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(200))
    if (isTrue()) return true;
  return false;
}

/** A backup and a restore under load have every acknowledged write, and `npm run drill` finds the copy right. */
export async function backup(): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "sente-drill-backup-"));
  const copies = mkdtempSync(path.join(tmpdir(), "sente-drill-copy-"));
  // Root's PostgreSQL runs under another account.
  chmodSync(copies, 0o711);
  const variables = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: "the passphrase of a drill", BACKUP_AT: "off" };
  const place = await openPlace(variables);
  const settings = { ...variables, DATA_DIR: place.dataDir, DATABASE_URL: "" };
  const run = async (...words: string[]) => {
    const from = performance.now();
    const { code, output } = await runTool(["scripts/bootstrap.mjs", ...words], settings);
    if (code !== 0) throw new Problem(`${words[0]}: ${output.trim()}`);
    return { seconds: (performance.now() - from) / 1000, output };
  };
  try {
    const load = startLoad(place.url, place.demo(), { databaseUrl: embeddedDatabaseUrl(place.dataDir) });
    await until(() => load.good() > 200, soonMs);
    const made = await run("backup");
    const after = load.good();
    await until(() => load.good() > after + 200, soonMs);
    let restored = 0;
    let drilled = 0;
    let copy: Place | undefined;
    const into = path.join(copies, "data");
    const counts = await load.end(async () => {
      await logIsThere(place, folder);
      restored = (await run("restore", "--into", into)).seconds;
      drilled = (await run("drill")).seconds;
      // It is paused by what the restore left there.
      copy = await openPlace({}, { dataDir: into });
      return embeddedDatabaseUrl(into);
    });
    const isPaused = copy?.said().includes("pages and reads alone") ?? false;
    await copy?.stop();
    const size = /([\d.]+) MB/.exec(made.output)?.[1];
    const failed = Object.entries(counts.failed).map(([how, count]) => `${count} × ${how}`);
    return {
      said: `backup ${size} MB in ${made.seconds.toFixed(1)} s under load, restore ${restored.toFixed(1)} s, drill ${drilled.toFixed(1)} s; ${counts.acknowledged} acknowledged, ${counts.lost} lost`,
      wrong: [
        ...failed,
        ...(counts.lost > 0 || counts.acknowledged === 0
          ? [`${counts.lost} of ${counts.acknowledged} lost`]
          : []),
        ...(isPaused ? [] : ["the restored copy is not paused"]),
      ],
    };
  } finally {
    await place.stop();
    for (const left of [folder, copies]) rmSync(left, { recursive: true, force: true });
  }
}

/** Ends the present file of the log, and waits until it is among the backups. */
async function logIsThere(place: Place, folder: string): Promise<void> {
  const [row] = await ask<{ name: string }>(
    embeddedDatabaseUrl(place.dataDir),
    "SELECT pg_walfile_name(pg_switch_wal()) AS name",
  );
  for (const end = performance.now() + soonMs; performance.now() < end; await sleep(200))
    if ((await folderStore(folder).list(`wal/${row?.name}`)).length > 0) return;
  throw new Problem("The log did not reach the backups.");
}
