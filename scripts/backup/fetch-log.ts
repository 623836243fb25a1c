import { chownSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "../postgres/account";
import { Problem } from "../problem";
import { openOne } from "./backups";
import type { BackupPlace } from "./place";

const isSegment = /^[0-9A-F]{24}$/;
const lookEveryMs = 10;
/** Read before they are asked for: PostgreSQL replays one while the next ones come. */
const ahead = 4;

export interface LogFetcher {
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
export function fetchLog(dataDir: string, { store, vault }: BackupPlace, { uid, gid }: Account): LogFetcher {
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
