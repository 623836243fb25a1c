import { createHmac } from "node:crypto";
import { type Client, escapeIdentifier, escapeLiteral } from "pg";
import { withClient } from "@/lib/db/connect";
import type { OperatorEnv } from "@/lib/env";
import { Problem } from "../problem";
import { embeddedDatabaseUrl, readSecrets } from "./data-directory";

/** The two ways to connect to the database: as the owner of its tables, for migrations, and as the app. */
export interface Doors {
  ownerUrl: string;
  appUrl: string;
  /**
   * The password of the app's role, where the role is created here; an own database's role is created by its operator.
   */
  appPassword?: string;
}

type DatabaseVariable = "DATABASE_URL" | "MIGRATE_DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_POOLER";

/**
 * The connections of the operator's own PostgreSQL; undefined where the embedded one must be started. Throws Problem.
 */
export function databaseDoors(settings: Pick<OperatorEnv, DatabaseVariable>): Doors | undefined {
  const { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl, DATABASE_DIRECT_URL: directUrl } = settings;
  if (settings.DATABASE_POOLER === "transaction" && !ownerUrl && !directUrl)
    throw new Problem(
      "DATABASE_POOLER is set, and migrations cannot go through a pooler: set DATABASE_DIRECT_URL to the database itself.",
    );
  if (appUrl) return { appUrl, ownerUrl: ownerUrl ?? directUrl ?? appUrl };
  if (ownerUrl)
    throw new Problem("MIGRATE_DATABASE_URL is set without DATABASE_URL: set DATABASE_URL too, or neither.");
  return undefined;
}

/** The connections of the embedded PostgreSQL. The app's password derives from the owner's, but not the reverse. */
export function embeddedDoors(ownerUrl: string, ownerPassword: string): Doors {
  const appPassword = createHmac("sha256", ownerPassword).update("app role").digest("hex");
  return { ownerUrl, appPassword, appUrl: appUrlOf(ownerUrl, embeddedAppRole, appPassword) };
}

/** The same of a DATA_DIR in which an instance has run. Throws Problem. */
export function doorsOf(dataDir: string): Doors {
  return embeddedDoors(embeddedDatabaseUrl(dataDir), readSecrets(dataDir).databasePassword);
}

/** The connections of the instance of these settings, which may be running. Throws Problem. */
export function reach(settings: Pick<OperatorEnv, DatabaseVariable | "DATA_DIR">): Doors {
  return databaseDoors(settings) ?? doorsOf(settings.DATA_DIR);
}

/** Grants the app's role its rights, and returns a word for how the app connects. */
export async function giveRights({ ownerUrl, appUrl, appPassword: password }: Doors): Promise<string> {
  const role = roleOf(appUrl);
  if (role === roleOf(ownerUrl))
    return "the app enters as the owner of the tables: set MIGRATE_DATABASE_URL (docs/self-hosting.md)";
  await grantToApp(ownerUrl, password === undefined ? { role } : { role, password });
  return `the app enters as ${role}`;
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** The role of the app in an embedded database: it owns nothing and may alter no table. */
export const embeddedAppRole = "sente_app";

/** Append-only tables. The app reads and inserts, but cannot change or delete. */
const onlyAdded = ["ledger_accounts", "ledger_transactions", "ledger_postings"];

/** Tables whose rows change but are never deleted. */
const neverDeleted = [
  ...["ledger_balances", "orders", "order_items", "payment_attempts", "refunds", "payouts", "disputes"],
  ...["wallet_holds", "invoices", "tasks", "ledger_corrections"],
];

/** Concurrent grants of two starts would conflict in the catalogue, so they take turns. */
const turn = 7_368_654;

/**
 * Grants the app's role only what the app needs: it reads and writes rows, but cannot empty, alter or own a table, nor
 * write a balance, which only postings change. Granted again after every start's migrations, so that new tables are
 * covered. With a password the role is created, or its password set; without one it must exist.
 */
export async function grantToApp(ownerUrl: string, app: { role: string; password?: string }): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [turn]);
    if (app.password !== undefined) await makeRole(client, app.role, app.password);
    await client.query(rightsOf(escapeIdentifier(app.role)));
    await client.query("COMMIT");
  });
}

/** The same server and database, with the app's role. */
export function appUrlOf(ownerUrl: string, role: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}

async function makeRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  await client.query(
    `${rowCount === 0 ? "CREATE" : "ALTER"} ROLE ${escapeIdentifier(role)}
     WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${escapeLiteral(password)}`,
  );
}

function rightsOf(role: string): string {
  return `
    GRANT USAGE ON SCHEMA public TO ${role};
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${role};
    REVOKE UPDATE, DELETE ON ${onlyAdded.join(", ")} FROM ${role};
    -- Seals are written by a function of the owner's.
    REVOKE INSERT, UPDATE, DELETE ON audit_seals FROM ${role};
    REVOKE DELETE ON ${neverDeleted.join(", ")} FROM ${role};
    -- Lines of sign-ins go after a year; a guard refuses to delete any other line of the log.
    REVOKE UPDATE ON ledger_balances, events, audit_entries FROM ${role};
    -- A lock on the row asks for the right to change one column; the guard refuses the change itself.
    GRANT UPDATE (account_id) ON ledger_balances TO ${role};`;
}
