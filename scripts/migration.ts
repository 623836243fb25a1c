import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  migrationsDirectory,
  noFilters,
  openSchemaEngine,
  readMigrations,
  schemaFile,
} from "./migrate/engine";
import { withServer } from "./postgres";
import { Problem } from "./problem";

// npm run migration -- name: writes the SQL that leads from the migrations so far to prisma/schema.prisma.
const name = (process.argv[2] ?? "").replaceAll("-", "_");
if (!/^[a-z0-9_]+$/.test(name)) throw new Problem("Name the migration: npm run migration -- add_something.");
console.log(await writeMigration(name));

async function writeMigration(name: string): Promise<string> {
  mkdirSync(migrationsDirectory, { recursive: true });
  const sql = await differenceSql();
  if (sql.includes("This is an empty migration"))
    return "prisma/schema.prisma says nothing new: no migration was written.";
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const directory = path.join(migrationsDirectory, `${stamp}_${name}`);
  mkdirSync(directory);
  writeFileSync(path.join(migrationsDirectory, "migration_lock.toml"), 'provider = "postgresql"\n');
  writeFileSync(path.join(directory, "migration.sql"), sql);
  return `${path.relative(".", directory)}/migration.sql was written: read it, and add by hand what Prisma cannot say.`;
}

// The engine replays the migrations in a shadow database, so it needs its own server.
function differenceSql(): Promise<string> {
  return withServer(async (url) => {
    const { engine, close } = await openSchemaEngine(url);
    try {
      const { stdout } = await engine.diff({
        from: { tag: "migrations", ...readMigrations(migrationsDirectory) },
        to: {
          tag: "schemaDatamodel",
          files: [{ path: schemaFile, content: readFileSync(schemaFile, "utf8") }],
        },
        script: true,
        exitCode: null,
        filters: noFilters,
      });
      return stdout ?? "";
    } finally {
      await close();
    }
  });
}
