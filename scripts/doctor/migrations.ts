import type { Client } from "pg";
import { migrationNames, migrationsDirectory } from "../migrate/engine";

export interface MigrationState {
  /** Of this code, and not applied. */
  pending: string[];
  /** Applied, and not of this code. */
  foreign: string[];
  failed: string[];
}

/** Compares the migrations of the database with those of this code, and changes nothing. */
export async function migrationState(client: Client): Promise<MigrationState> {
  const known = migrationNames(migrationsDirectory);
  const { rows: present } = await client.query(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS here",
  );
  if (!present[0].here) return { pending: known, foreign: [], failed: [] };
  const { rows } = await client.query<{ name: string; is_applied: boolean; has_failed: boolean }>(
    `SELECT migration_name AS name, bool_or(finished_at IS NOT NULL AND rolled_back_at IS NULL) AS is_applied,
       bool_or(finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NOT NULL) AS has_failed
     FROM _prisma_migrations GROUP BY migration_name ORDER BY migration_name`,
  );
  const applied = rows.flatMap(({ name, is_applied }) => (is_applied ? name : []));
  return {
    pending: known.filter((name) => !applied.includes(name)),
    foreign: applied.filter((name) => !known.includes(name)),
    failed: rows.flatMap(({ name, has_failed }) => (has_failed ? name : [])),
  };
}
