import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
} from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import { DatabaseError, type Pool, type QueryResult } from "pg";
import { errorCode } from "../problem";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** PostgreSQL's one-byte "char", in which its catalogues store kinds. */
const charOid = 18;
/** A type that neither the catalogues nor our tables use; it carries a "char" through the adapter. */
const timetzOid = 1266;

/**
 * Runs before every script, in the same transaction, and marks the current migration as finished. A killed process
 * therefore leaves either both or neither, and an open row means that nothing of its script was committed. It locks the
 * row while the script runs, which may be longer than its process lives.
 */
const markFinished = `DO $mark$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET finished_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL;
  END IF;
END $mark$;
`;

/**
 * While a migration waits for its lock on a table, everybody who needs that table waits behind it. So it waits shortly
 * and tries again: its script is one transaction, which a try without the lock leaves as it was.
 */
const shortWait = "SELECT set_config('lock_timeout', '2s', true);\n";
const lockTriesMax = 10;
const lockPauseMs = 1_000;
const lockNotAvailable = "55P03";

/**
 * A migration whose first line is this runs statement by statement, outside of a transaction, as CREATE INDEX
 * CONCURRENTLY asks for. Each statement ends its line, and must be repeatable: a killed start runs them all again.
 */
const withoutTransaction = /^-- no-transaction\b/;

/**
 * Prisma's adapter with four corrections for migrations. It cuts a script at every semicolon, even in comments and
 * functions. It does not know the catalogues' "char", which the engine needs to describe a schema. And the engine
 * records the end of a migration only afterwards, so that a kill -9 between the two would block every later start. And
 * it waits for locks without a limit.
 */
export function migrationAdapter(databaseUrl: string): { factory: PrismaPg; close(): Promise<void> } {
  const factory = new PrismaPg({ connectionString: databaseUrl, max: 2 });
  const connect = factory.connect.bind(factory);
  const connectToShadowDb = factory.connectToShadowDb.bind(factory);
  const pools = new Set<Pool>();
  const opened = (adapter: Adapter) => {
    const pool = adapter.underlyingDriver();
    pool.on("error", () => undefined); // A lost idle connection is no news; the next query tells it.
    pools.add(pool);
    return mended(adapter);
  };
  factory.connect = async () => opened(await connect());
  factory.connectToShadowDb = async () => opened(await connectToShadowDb());
  // The engine leaves its connections to time out, and with them the lock under which it migrates.
  const close = async () => {
    await Promise.all([...pools].filter((pool) => !pool.ending).map((pool) => pool.end()));
  };
  return { factory, close };
}

function mended(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<QueryResult>;
  const readable = async (...given: unknown[]) => {
    const result = await query(...given);
    for (const field of result.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = timetzOid;
    return result;
  };
  // Safe: the adapter calls query with a configuration object and awaits it; it uses no other form.
  pool.query = readable as Pool["query"];
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (given) => {
    const result = await queryRaw(given);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  adapter.executeScript = async (script) => {
    for (const part of partsOf(script))
      await patiently(() => query(part)).catch((error: unknown) => {
        throw error instanceof DatabaseError ? new DriverAdapterError(told(error)) : error;
      });
  };
  return adapter;
}

/** What is sent at once. */
function partsOf(script: string): string[] {
  if (withoutTransaction.test(script)) return script.split(/;\s*$/m).filter((part) => part.trim() !== "");
  // A script also creates the shadow database of a diff, which PostgreSQL cannot do inside a transaction.
  if (/^\s*(CREATE|DROP) DATABASE\b/i.test(script)) return [script];
  return [shortWait + markFinished + script];
}

/** Another waited for what this had, and the database ended one of the two: nothing of it was done. */
const deadlock = "40P01";

function isForNow(code: string | undefined): boolean {
  return code === lockNotAvailable || code === deadlock;
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isForNow(errorCode(error)) || tried === lockTriesMax) throw error;
      await sleep(lockPauseMs);
    }
  }
}

// In the engine's own format; otherwise the engine would not notice or record the failure.
function told({ code, severity, message, detail, column, hint }: DatabaseError) {
  return {
    kind: "postgres" as const,
    code: code ?? "",
    severity: severity ?? "",
    message,
    detail,
    column,
    hint,
  };
}

type Bindings = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

let bindings: Promise<Bindings> | undefined;

export const schemaFile = path.resolve("prisma/schema.prisma");
export const migrationsDirectory = path.resolve("prisma/migrations");
export const noFilters = { externalTables: [], externalEnums: [] };

/**
 * Prisma's schema engine, compiled to WebAssembly, on the given database. It is the engine that `prisma migrate` runs
 * as a downloaded program, and writes the same `_prisma_migrations` table, without a download.
 */
export async function openSchemaEngine(
  databaseUrl: string,
): Promise<{ engine: SchemaEngine; close(): Promise<void> }> {
  bindings ??= loadBindings();
  const { SchemaEngine } = await bindings;
  const { factory, close } = migrationAdapter(databaseUrl);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const datamodels: [string, string][] = [[schemaFile, readFileSync(schemaFile, "utf8")]];
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, adapter);
  return {
    engine,
    close: () => {
      engine.free();
      return close();
    },
  };
}

/** The migrations of a directory, all or those of these names, in the form the engine takes. */
export function readMigrations(directory: string, names = migrationNames(directory)): MigrationList {
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: migrationSql(directory, name) } },
    })),
  };
}

/** The names of the migrations of a directory, oldest first. */
export function migrationNames(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The SQL of one migration. */
export function migrationSql(directory: string, name: string): string {
  return readFileSync(path.join(directory, name, "migration.sql"), "utf8");
}

/** The names of released migrations in whose place the first one stands, which a database may have in its history. */
export function replacedMigrations(directory = migrationsDirectory): string[] {
  const [first = ""] = migrationNames(directory);
  return [...migrationSql(directory, first).matchAll(/^ +'(\d{14}_\w+) [0-9a-f]{64}'/gm)].map(
    ([, name = ""]) => name,
  );
}

// Once per process: the bindings know only one instance, and unfinished work of an older one would reach the newer one.
async function loadBindings(): Promise<Bindings> {
  // The engine reports its panics to this registry, which Prisma's own command line would set up.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  });
  const loaded = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const wasm = readFileSync(path.join(path.dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": functionsOf(loaded) });
  loaded.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  return loaded;
}

// The imports that WebAssembly needs are exactly the functions that the binding module exports.
function functionsOf(bindings: object): WebAssembly.ModuleImports {
  const imports: WebAssembly.ModuleImports = {};
  for (const [name, value] of Object.entries(bindings))
    if (typeof value === "function") imports[name] = value;
  return imports;
}
