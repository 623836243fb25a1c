import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderStore } from "../../backup/store";
import { Problem } from "../../problem";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import { ask } from "../testing/database";
import { startLoad } from "./load";
import { inPlace, newFolder, openPlace, type Place, runCommand } from "./place";
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
  const [folder, copies] = [newFolder("backup"), newFolder("copy")];
  const variables = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: "the passphrase of a drill", BACKUP_AT: "off" };
  const place = await openPlace(variables);
  const settings = { ...variables, DATA_DIR: place.dataDir };
  const run = (...words: string[]) => runCommand(words, settings);
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
      await logIsIn(folder, place);
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

/** Customers are deleted by mistake. A copy of the minute before has each of them, and the live instance goes on meanwhile. */
export async function pointInTime(): Promise<Outcome> {
  const [folder, copies] = [newFolder("backup"), newFolder("copy")];
  const variables = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: "the passphrase of a drill", BACKUP_AT: "off" };
  return inPlace(await openPlace(variables), async (place) => {
    const settings = { ...variables, DATA_DIR: place.dataDir };
    await runCommand(["backup"], settings);
    return loseCustomers(place, embeddedDatabaseUrl(place.dataDir), async (to) => {
      await logIsIn(folder, place);
      const into = path.join(copies, "data");
      await runCommand(["restore", "--into", into, "--to", to.toISOString()], settings);
      return { place: await openPlace({}, { dataDir: into }), url: embeddedDatabaseUrl(into) };
    });
  }).finally(() => {
    for (const left of [folder, copies]) rmSync(left, { recursive: true, force: true });
  });
}

interface Copy {
  place: Place;
  url: string;
}

/** Under load, deletes all customers that the load made, and has `recover` bring back the minute before. */
export async function loseCustomers(
  place: Place,
  databaseUrl: string,
  recover: (to: Date) => Promise<Copy>,
): Promise<Outcome> {
  const made = "FROM customers WHERE email LIKE 'drill-%'";
  const names = async (url: string) =>
    (await ask<{ email: string; at: Date }>(url, `SELECT email, created_at AS at ${made}`)).map(
      ({ email, at }) => ({ email, at: at.getTime() }),
    );
  const load = startLoad(place.url, place.demo(), { databaseUrl });
  await sleep(sweepMs);
  const all = await names(databaseUrl);
  const to = new Date(Date.now() - 60_000);
  await ask(databaseUrl, `DELETE ${made}`);
  const counts = await load.end(databaseUrl);
  const from = performance.now();
  const copy = await recover(to);
  const took = ((performance.now() - from) / 1000).toFixed(1);
  const found = new Set((await names(copy.url).finally(() => copy.place.stop())).map(({ email }) => email));
  // A customer is a moment older than the commit.
  const wanted = all.filter(({ at }) => at < to.getTime() - 1_000);
  const later = all.filter(({ at }) => at > to.getTime());
  const missing = wanted.filter(({ email }) => !found.has(email)).length;
  const early = later.filter(({ email }) => found.has(email)).length;
  const isPaused = copy.place.said().includes("pages and reads alone");
  return {
    said: `${all.length} customers deleted, ${wanted.length} of a minute before: ${wanted.length - missing} recovered in ${took} s`,
    wrong: [
      ...Object.entries(counts.failed).map(([how, count]) => `${count} × ${how}`),
      ...(wanted.length > 0 && later.length > 0 ? [] : ["no customers on both sides of that minute"]),
      ...(missing > 0 ? [`${missing} are missing`] : []),
      ...(early > 0 ? [`${early} are there that came later`] : []),
      ...(isPaused ? [] : ["the copy is not paused"]),
    ],
  };
}

/** Ends the present file of the log, and waits until it is where it is kept. */
export async function logIsThere(
  databaseUrl: string,
  isKept: (name: string) => boolean | Promise<boolean>,
): Promise<void> {
  const sql = "SELECT pg_walfile_name(pg_switch_wal()) AS name";
  const [row] = await ask<{ name: string }>(databaseUrl, sql);
  for (const end = performance.now() + soonMs; performance.now() < end; await sleep(200))
    if (await isKept(row?.name ?? "")) return;
  throw new Problem("The log did not reach the backups.");
}

/** Among the backups of an embedded database. */
function logIsIn(folder: string, { dataDir }: Place): Promise<void> {
  const isKept = async (name: string) => (await folderStore(folder).list(`wal/${name}`)).length > 0;
  return logIsThere(embeddedDatabaseUrl(dataDir), isKept);
}
