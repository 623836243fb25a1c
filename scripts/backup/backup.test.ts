import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "@/lib/db/connect";
import { ask } from "../lab/testing/database";
import { scratchDirectory } from "../lab/testing/scratch";
import { type RunningPostgres, startPostgres } from "../postgres";
import { isPaused } from "../start/data-directory";
import { forgetOld, listBackups, makeBackup } from "./backups";
import { openVault } from "./cipher";
import { restoreInto } from "./restore";
import { archiveFolder, noteQuiet, shipOnce } from "./ship";
import { folderStore } from "./store";

const root = scratchDirectory("sente-backup-");
const dataDir = path.join(root, "live");
const folder = path.join(root, "with 'quotes' and %p, backups");
const place = { store: folderStore(folder), vault: openVault("a long passphrase") };
const files = {
  "secrets.json": JSON.stringify({ databasePassword: "p", secretKey: "the key" }),
  "demo.json": "{}",
};
let live: RunningPostgres;

beforeAll(async () => {
  // Root's PostgreSQL runs under another account.
  chmodSync(root, 0o711);
  live = await startPostgres({ dataDir, password: "p", durable: false, archive: archiveFolder(dataDir) });
  await ask(live.url, "CREATE TABLE written (n int PRIMARY KEY, filler text)");
});
afterAll(async () => {
  await live.stop();
  rmSync(root, { recursive: true, force: true });
});

interface Write {
  n: number;
  sentAt: number;
  acknowledgedAt: number;
}

/** Writes one row after the other until told to end. */
function startWriting(from: number): { written: Write[]; end(): Promise<void> } {
  const written: Write[] = [];
  let isOver = false;
  const working = (async () => {
    const client = newClient(live.url);
    await client.connect();
    for (let n = from; !isOver; n += 1) {
      const sentAt = Date.now();
      await client.query("INSERT INTO written VALUES ($1::int, repeat(md5(($1::int)::text), 40))", [n]);
      written.push({ n, sentAt, acknowledgedAt: Date.now() });
    }
    await client.end();
  })();
  return {
    written,
    async end() {
      isOver = true;
      await working;
    },
  };
}

async function shipAll(): Promise<void> {
  // A file of the log in which nothing stands is not ended.
  await ask(live.url, "SELECT pg_create_restore_point('shipped')");
  const [row] = await ask(live.url, "SELECT pg_walfile_name(pg_switch_wal()) AS name");
  for (let waiting = true; waiting; await sleep(50)) {
    expect(await shipOnce(dataDir, place)).toMatchObject({ failed: null });
    waiting = (await place.store.list(`wal/${row?.name}`)).length === 0;
  }
}

const backUp = (to = place) => makeBackup(to.store, to.vault, { ownerUrl: live.url, postgres: "18", files });

test("every write that was acknowledged before a time is there, and none that was sent after it", async () => {
  const writing = startWriting(1);
  await sleep(200);
  const made = await backUp();
  await sleep(300);
  await shipAll();
  await sleep(200);
  const to = new Date();
  await sleep(300);
  await writing.end();
  await shipAll();
  const before = writing.written.filter(({ acknowledgedAt }) => acknowledgedAt < to.getTime());
  const after = writing.written.filter(({ sentAt }) => sentAt > to.getTime());
  expect(Math.min(before.length, after.length)).toBeGreaterThan(20);

  const into = path.join(root, "restored");
  const restored = await restoreInto(place, { into, to });
  expect(restored.backup.id).toBe(made.id);
  expect(restored.lastChangeAt?.getTime()).toBeLessThanOrEqual(to.getTime());
  expect(readFileSync(path.join(into, "secrets.json"), "utf8")).toBe(files["secrets.json"]);
  expect(isPaused({ PAUSED: false }, into)).toBe(true);
  expect(readdirSync(into).sort()).toEqual(
    ["demo.json", "paused", "postgres", "postgres.log", "restored.json", "secrets.json"].sort(),
  );
  const copy = await startPostgres({ dataDir: into, password: "p", durable: false });
  const found = new Set((await ask(copy.url, "SELECT n FROM written")).map(({ n }) => Number(n)));
  expect(before.filter(({ n }) => !found.has(n))).toEqual([]);
  expect(after.filter(({ n }) => found.has(n))).toEqual([]);
  await copy.stop();

  const all = path.join(root, "all");
  await restoreInto(place, { into: all, to: null });
  const whole = await startPostgres({ dataDir: all, password: "p", durable: false });
  expect(await ask(whole.url, "SELECT count(*)::int AS count FROM written")).toEqual([
    { count: writing.written.length },
  ]);
  await whole.stop();
});

test("no restore into a directory with something in it, to a time before the backups, or after the log", async () => {
  const into = mkdtempSync(path.join(root, "used-"));
  writeFileSync(path.join(into, "mine"), "");
  await expect(restoreInto(place, { into, to: null })).rejects.toThrow(/is not empty/);
  const free = path.join(root, "free");
  await expect(restoreInto(place, { into: free, to: new Date(0) })).rejects.toThrow(
    /The oldest backup .* was made at 20/,
  );
  await expect(restoreInto(place, { into: free, to: new Date() })).rejects.toThrow(
    /The log in the backup ends before .*: its last change is of .* UTC\. Choose an earlier time/,
  );
  expect(existsSync(free) || existsSync(`${free}.partial`)).toBe(false);
});

test("a time after the last write can be restored to where the backups know that nothing is missing until then", async () => {
  await shipAll();
  const early = new Date();
  await sleep(20);
  await ask(live.url, "CREATE TABLE unsent (n int)");
  expect(await noteQuiet(live.url, dataDir, place)).toBe(false);
  await shipAll();
  const into = path.join(root, "quiet");
  const to = new Date();
  await sleep(20);
  const wish = () => restoreInto(place, { into, to });
  await expect(wish()).rejects.toThrow(/ends before/);
  while (!(await noteQuiet(live.url, dataDir, place))) await shipAll();
  const { lastChangeAt } = await wish();
  expect(lastChangeAt?.getTime()).toBeGreaterThan(early.getTime());
  expect(lastChangeAt?.getTime()).toBeLessThan(to.getTime());
  expect(JSON.parse(readFileSync(path.join(into, "restored.json"), "utf8")).to).toBe(to.toISOString());
  const later = { into: path.join(root, "later"), to: new Date() };
  await expect(restoreInto(place, later)).rejects.toThrow(/ends before/);
  await ask(live.url, "DROP TABLE unsent");
});

test("a log with a hole is no log to its end", async () => {
  const [, second, last] = (await place.store.list("wal/"))
    .filter(({ name }) => /[0-9A-F]{24}$/.test(name))
    .slice(-3);
  expect(last).toBeDefined();
  const name = second?.name ?? "";
  const bytes = await place.store.get(name);
  await place.store.remove(name);
  const into = path.join(root, "hole");
  await expect(restoreInto(place, { into, to: null })).rejects.toThrow(
    new RegExp(`lacks ${name.slice(4)}, and there is more after it`),
  );
  await place.store.put(name, bytes);
});

test("another passphrase, a changed byte and a missing part are noticed, and leave nothing behind", async () => {
  const into = path.join(root, "damaged");
  const [info] = await listBackups(place.store);
  const name = `base/${info?.id}/base.00000`;
  const bytes = await place.store.get(name);
  const other = { ...place, vault: openVault("another passphrase") };
  await expect(restoreInto(other, { into, to: null })).rejects.toThrow(/BACKUP_PASSPHRASE is not the one/);
  const changed = Buffer.from(bytes);
  changed[changed.length - 30] = (changed[changed.length - 30] ?? 0) ^ 1;
  for (const [spoiled, said] of [
    [changed, /a file of it was changed/],
    [bytes.subarray(0, -40), /cut off/],
    [bytes.subarray(0, 300_000), /cut off/],
  ] as const) {
    await place.store.put(name, spoiled);
    await expect(restoreInto(place, { into, to: null })).rejects.toThrow(said);
  }
  await place.store.remove(name);
  await expect(restoreInto(place, { into, to: null })).rejects.toThrow(/cannot be read \(ENOENT\)/);
  await place.store.put(name, bytes);
  expect(existsSync(into) || existsSync(`${into}.partial`)).toBe(false);
});

test("a backup that was not made to its end is none, and nothing of a sealed one can be read", async () => {
  let puts = 0;
  const failing = {
    ...place.store,
    put: async (name: string, bytes: Buffer) => {
      puts += 1;
      if (puts > 1) throw new Error("the disk is full");
      await place.store.put(name, bytes);
    },
  };
  const before = await listBackups(place.store);
  await expect(backUp({ ...place, store: failing })).rejects.toThrow("the disk is full");
  expect(await listBackups(place.store)).toEqual(before);
  for (const { name } of await place.store.list(""))
    if (!name.endsWith("info.json")) {
      const text = readFileSync(path.join(folder, name)).toString("latin1");
      expect(text.startsWith("SENTEBK1")).toBe(true);
      expect(text).not.toContain("databasePassword");
    }
});

test("the newest are kept, with the log since the oldest of them", async () => {
  await shipAll();
  const second = await backUp();
  await shipAll();
  const third = await backUp();
  expect(await forgetOld(place.store, 2)).toBe(1);
  expect((await listBackups(place.store)).map(({ id }) => id)).toEqual([second.id, third.id]);
  const into = path.join(root, "kept");
  await restoreInto(place, { into, to: second.endedAt }).catch((error: Error) =>
    // Nothing was written since, so the log may end before it.
    expect(error.message).toMatch(/ends before/),
  );
  expect(await forgetOld(place.store, 2)).toBe(0);
  const segments = (await place.store.list("wal/")).map(({ name }) => name.slice("wal/".length));
  expect(segments[0]?.slice(8, 24)).toBeDefined();
  expect(segments.every((name) => name.slice(8) >= (segments[0] ?? "").slice(8))).toBe(true);
  await forgetOld(place.store, 1);
  expect((await place.store.list("wal/")).length).toBeLessThan(segments.length);
});
