import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/lib/db/connect";
import { startPostgres } from "../postgres";
import { type Account, postgresAccount } from "../postgres/machine";
import { Problem } from "../problem";
import { markRestored } from "../start/data-directory";
import { type BackupInfo, type BackupPlace, listBackups, openOne, readCluster, readFiles } from "./backups";
import { shippedUntil } from "./ship";

const isSegment = /^[0-9A-F]{24}$/;
const lookEveryMs = 10;
/** Read before they are asked for: PostgreSQL replays one while the next ones come. */
const ahead = 4;

interface LogFetcher {
  /** What PostgreSQL runs for each file of the log. It works in the cluster's folder. */
  command: string;
  /** Why a file could not be fetched. */
  problem(): Problem | undefined;
  /** A file that is missing before others that are there: what comes after it cannot be read. */
  gap(): Promise<string | undefined>;
  end(): Promise<void>;
}

/**
 * Brings the files of the log from the backups as PostgreSQL asks for them, through a folder beside the cluster: it asks by
 * an empty file, and takes what is put there. Nothing of ours stands in the command, so that no path can break it.
 */
function fetchLog(dataDir: string, { store, vault }: BackupPlace, { uid, gid }: Account): LogFetcher {
  const folder = path.join(dataDir, "incoming");
  mkdirSync(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const ready = new Map<string, Promise<Buffer>>();
  let problem: Problem | undefined;
  let isOver = false;
  let missing = "";
  let last = "";
  const stored = store.list("wal/").then((files) => files.map(({ name }) => name.slice("wal/".length)));
  stored.catch(() => undefined);
  const read = (name: string) => {
    const known = ready.get(name) ?? store.get(`wal/${name}`).then((sealed) => openOne(vault, sealed));
    known.catch(() => undefined);
    ready.set(name, known);
    return known;
  };
  const serve = async (name: string) => {
    const names = await stored;
    const at = names.indexOf(name);
    if (at < 0) {
      if (isSegment.test(name)) missing = name;
      return put(`${name}.none`, Buffer.alloc(0));
    }
    for (const next of names.slice(at + 1, at + 1 + ahead)) void read(next);
    const bytes = await read(name);
    ready.delete(name);
    if (isSegment.test(name) && name > last) last = name;
    put(`${name}.ready`, bytes);
  };
  const put = (name: string, bytes: Buffer) => {
    const file = path.join(folder, name);
    writeFileSync(`${file}.new`, bytes, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(`${file}.new`, uid, gid);
    renameSync(`${file}.new`, file);
  };
  const working = (async () => {
    for (; !isOver; await sleep(lookEveryMs))
      for (const asked of readdirSync(folder).filter((name) => name.endsWith(".want"))) {
        const name = asked.slice(0, -".want".length);
        rmSync(path.join(folder, asked));
        await serve(name).catch((error: unknown) => {
          problem = error instanceof Problem ? error : new Problem(String(error));
          put(`${name}.bad`, Buffer.alloc(0));
        });
      }
  })();
  return {
    command: `touch ../incoming/%f.want && while :; do if test -e ../incoming/%f.ready; then exec mv ../incoming/%f.ready %p; fi; if test -e ../incoming/%f.bad; then exit 200; fi; if test -e ../incoming/%f.none; then rm ../incoming/%f.none; exit 1; fi; sleep 0.02; done`,
    problem: () => problem,
    async gap() {
      const later = (await stored).some((name) => isSegment.test(name) && name > missing);
      return missing > last && later ? missing : undefined;
    },
    async end() {
      isOver = true;
      await working;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Restored {
  backup: BackupInfo;
  /** When the last change was committed that is in it; null where nothing changed after the backup. */
  lastChangeAt: Date | null;
}

/**
 * Makes a DATA_DIR of a backup and of the log after it, up to `to`, else to its end. It appears at `into` when it is whole;
 * its first start is paused. Throws Problem.
 */
export async function restoreInto(
  { store, vault }: BackupPlace,
  { into, to }: { into: string; to: Date | null },
): Promise<Restored> {
  requireEmpty(into);
  const backup = newestBefore(await listBackups(store), to, store.place);
  const draft = `${into}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o711 });
  try {
    const files = await readFiles(store, vault, backup);
    const cluster = path.join(draft, "postgres");
    await unpack({ store, vault }, backup, cluster);
    const lastChangeAt = await replayTo({ store, vault }, { draft, to, password: passwordIn(files) });
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(draft, path.basename(name)), text, { mode: 0o600 });
    markRestored(draft, { backup: backup.id, from: store.place, to, lastChangeAt, restoredAt: new Date() });
    if (existsSync(into)) rmdirSync(into);
    renameSync(draft, into);
    return { backup, lastChangeAt };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function requireEmpty(into: string): void {
  if (!existsSync(into) || readdirSync(into).length === 0) return;
  throw new Problem(`${into} is not empty: name a directory that is, or that does not exist yet.`);
}

/** A copy cannot be brought to a time before it was whole. */
function newestBefore(backups: BackupInfo[], to: Date | null, place: string): BackupInfo {
  const found = backups.filter(({ endedAt }) => !to || endedAt <= to).at(-1);
  if (found) return found;
  const [oldest] = backups;
  throw new Problem(
    oldest
      ? `The oldest backup in ${place} was made at ${oldest.endedAt.toISOString()}: choose that time or a later one.`
      : `There is no backup in ${place}.`,
  );
}

function passwordIn(files: Record<string, string>): string {
  const { databasePassword } = JSON.parse(files["secrets.json"] ?? "{}");
  if (typeof databasePassword !== "string") throw new Problem("The backup lacks its secrets.json.");
  return databasePassword;
}

async function unpack({ store, vault }: BackupPlace, backup: BackupInfo, cluster: string): Promise<void> {
  const account = postgresAccount();
  mkdirSync(cluster, { mode: 0o700 });
  give(cluster, account);
  let open: number | undefined;
  const close = () => {
    if (open !== undefined) closeSync(open);
    open = undefined;
  };
  try {
    await readCluster(store, vault, backup, ({ name, type, target }) => {
      close();
      const file = path.join(cluster, name);
      if (path.relative(cluster, file).startsWith(".."))
        throw new Problem(`The backup holds a file outside: ${name}.`);
      if (type === "directory") mkdirSync(file, { recursive: true, mode: 0o700 });
      else if (type === "link") symlinkSync(target, file);
      else {
        const opened = openSync(file, "wx", 0o600);
        open = opened;
        give(file, account);
        return (bytes) => {
          for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at);
        };
      }
      if (type === "directory") give(file, account);
      return () => undefined;
    });
  } finally {
    close();
  }
}

function give(file: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

interface Wish {
  draft: string;
  to: Date | null;
  password: string;
}

/** A log that ends before the wished time is enough where the backups know that nothing was written in between. */
async function replayTo(place: BackupPlace, wish: Wish): Promise<Date | null> {
  try {
    return await replay(place, wish);
  } catch (error) {
    const until = wish.to && error instanceof LogEndsEarly ? await shippedUntil(place) : null;
    if (!wish.to || !until || until < wish.to) throw error;
    return replay(place, { ...wish, to: null });
  }
}

class LogEndsEarly extends Problem {}

/** Runs the server on the copy until it has done all that the log says, and stops it. */
async function replay(place: BackupPlace, { draft, to, password }: Wish): Promise<Date | null> {
  const cluster = path.join(draft, "postgres");
  const account = postgresAccount();
  const signal = path.join(cluster, "recovery.signal");
  writeFileSync(signal, "", { mode: 0o600 });
  give(signal, account);
  const log = fetchLog(draft, place, account);
  const settings = {
    restore_command: log.command,
    recovery_target_action: "promote",
    hot_standby: "off",
    ...(to ? { recovery_target_time: to.toISOString().replace("Z", "+00") } : {}),
  };
  try {
    const server = await startPostgres({ dataDir: draft, password, settings }).catch((error: unknown) => {
      throw log.problem() ?? tooLate(error, draft, to) ?? error;
    });
    const lastChangeAt = await lastChange(server.url);
    await server.stop();
    const gap = to ? undefined : await log.gap();
    if (gap)
      throw new Problem(
        `The log in the backup lacks ${gap}, and there is more after it: choose a time with --to, up to ${lastChangeAt?.toISOString() ?? "the backup's own"}.`,
      );
    return lastChangeAt;
  } finally {
    await log.end();
  }
}

/** The log ends before the wished time: whether it was quiet until then or something is missing, it does not say. */
function tooLate(error: unknown, draft: string, to: Date | null): Problem | undefined {
  const said = readFileSync(path.join(draft, "postgres.log"), "utf8");
  if (!said.includes("recovery ended before configured recovery target was reached")) return undefined;
  const last = /last completed transaction was at log time ([\d-]+ [\d:.]+)/.exec(said)?.[1];
  return new LogEndsEarly(
    `The log in the backup ends before ${to?.toISOString()}${last ? `: its last change is of ${last} UTC` : ""}. Choose an earlier time, or leave --to out for all that is there.`,
    { cause: error },
  );
}

async function lastChange(url: string): Promise<Date | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>("SELECT pg_last_xact_replay_timestamp() AS at");
    return rows[0]?.at ?? null;
  });
}
