import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { errorCode, Problem } from "../problem";

/** Where backups are: a folder, or a bucket. A name such as `wal/000000010000000000000001` is there whole or not at all. */
export interface Store {
  /** For people. */
  place: string;
  put(name: string, bytes: Buffer): Promise<void>;
  /** Throws Problem when there is none of that name. */
  get(name: string): Promise<Buffer>;
  /** The names that begin so, sorted. */
  list(prefix: string): Promise<Stored[]>;
  remove(name: string): Promise<void>;
}

export interface Stored {
  name: string;
  bytes: number;
  at: Date;
}

const unfinished = ".partial";

export function folderStore(folder: string): Store {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    place: folder,
    async put(name, bytes) {
      const file = fileOf(name);
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        writeWhole(`${file}${unfinished}`, bytes);
        renameSync(`${file}${unfinished}`, file);
        syncDirectory(path.dirname(file));
      } catch (error) {
        rmSync(`${file}${unfinished}`, { force: true });
        throw new Problem(`The backup cannot be written to ${folder} (${errorCode(error) ?? error}).`);
      }
    },
    async get(name) {
      try {
        return readFileSync(fileOf(name));
      } catch (error) {
        throw new Problem(`${fileOf(name)} of the backup cannot be read (${errorCode(error) ?? error}).`);
      }
    },
    async list(prefix) {
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => name.split(path.sep).join("/"))
        .filter((name) => name.startsWith(prefix) && !name.endsWith(unfinished))
        .sort()
        .flatMap((name) => {
          const facts = statSync(fileOf(name), { throwIfNoEntry: false });
          return facts?.isFile() ? [{ name, bytes: facts.size, at: facts.mtime }] : [];
        });
    },
    async remove(name) {
      rmSync(fileOf(name), { force: true });
      const parent = path.dirname(fileOf(name));
      if (parent === folder || !existsSync(parent)) return;
      if (readdirSync(parent).every((left) => left.endsWith(unfinished))) rmSync(parent, { recursive: true });
    },
  };
}

function writeWhole(file: string, bytes: Buffer): void {
  const opened = openSync(file, "w", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function syncDirectory(directory: string): void {
  const opened = openSync(directory, "r");
  fsyncSync(opened);
  closeSync(opened);
}
