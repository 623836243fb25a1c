import type { Client } from "pg";
import { migrationNames, migrationsDirectory, replacedMigrations } from "../migrate/engine";

export interface MigrationState {
  /** Of this code, and not applied. */
  pending: string[];
  /** Applied, and not of this code. */
  foreign: string[];
  failed: string[];
}

/** Compares the migrations of the database with those of this code, and changes nothing. */
export async function migrationState(client: Client): Promise<MigrationState> {
  const own = migrationNames(migrationsDirectory);
  const known = [...own, ...replacedMigrations()];
  const { rows: present } = await client.query(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS here",
  );
  if (!present[0].here) return { pending: own, foreign: [], failed: [] };
  const { rows } = await client.query<{ name: string; is_applied: boolean; has_failed: boolean }>(
    `SELECT migration_name AS name, bool_or(finished_at IS NOT NULL AND rolled_back_at IS NULL) AS is_applied,
       bool_or(finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NOT NULL) AS has_failed
     FROM _prisma_migrations GROUP BY migration_name ORDER BY migration_name`,
  );
  const applied = rows.flatMap(({ name, is_applied }) => (is_applied ? name : []));
  return {
    pending: own.filter((name) => !applied.includes(name)),
    foreign: applied.filter((name) => !known.includes(name)),
    failed: rows.flatMap(({ name, has_failed }) => (has_failed ? name : [])),
  };
}

/** What one look found. `unknown`: it could not be looked at, or there is nothing to look at. */
export interface Finding {
  /** Stays the same from version to version, for programs that read it. */
  id: string;
  state: "well" | "watch" | "bad" | "unknown";
  said: string;
  /** What to do about it. */
  todo?: string;
}

export const well = (id: string, said: string): Finding => ({ id, state: "well", said });
export const unknown = (id: string, said: string): Finding => ({ id, state: "unknown", said });
export const watch = (id: string, said: string, todo: string): Finding => ({
  id,
  state: "watch",
  said,
  todo,
});
export const bad = (id: string, said: string, todo: string): Finding => ({ id, state: "bad", said, todo });

/** The words of an error, which may be several in one. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map((one) => wordsOf(one)).join("; ");
  return error instanceof Error ? error.message : String(error);
}
