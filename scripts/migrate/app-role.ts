import { Client, escapeIdentifier, escapeLiteral } from "pg";

/** The role the app of an embedded database connects as: it owns nothing and may change no table. */
export const embeddedAppRole = "sente_app";

/** Only ever added to. The app reads and adds; what is written stays as it was. */
const onlyAdded = ["ledger_accounts", "ledger_transactions", "ledger_postings", "audit_entries"];

/** They change, but what was once there is never gone. */
const neverDeleted = [
  ...["ledger_balances", "orders", "order_items", "payment_attempts", "refunds", "payouts", "disputes"],
  ...["wallet_holds", "invoices", "tasks", "ledger_corrections"],
];

/** Grants of two starts at once would meet in the catalogue; they take turns. */
const turn = 7_368_654;

/**
 * Gives the app's role what the app does, and no more: it reads and writes rows, cannot empty, alter or own a table,
 * nor write a balance, which moves by postings alone. Made anew after every start's migrations, so that new tables are
 * covered. With a password the role is made too, or its password set; without one it must be there.
 */
export async function grantToApp(ownerUrl: string, app: { role: string; password?: string }): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [turn]);
    if (app.password !== undefined) await makeRole(client, app.role, app.password);
    await client.query(rightsOf(escapeIdentifier(app.role)));
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** The same server and database, entered as the app. */
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
    REVOKE DELETE ON ${neverDeleted.join(", ")} FROM ${role};
    REVOKE UPDATE ON ledger_balances, events FROM ${role};
    -- A lock on the row asks for the right to change one column; the guard refuses the change itself.
    GRANT UPDATE (account_id) ON ledger_balances TO ${role};`;
}
