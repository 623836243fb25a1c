import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import { migrationAdapter } from "./adapter";

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
