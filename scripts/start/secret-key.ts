import type { Client } from "pg";
import { withClient } from "@/lib/db/connect";
import { createSecrets, type Secrets } from "@/lib/providers/secrets";
import { Problem } from "../problem";

/** The row of instance_keys that recognises the SECRET_KEY of this database. */
const rowName = "secret-key";
const batch = 500;

/** What a process opens and seals with. */
export function secretsOf(settings: { SECRET_KEY: string; SECRET_KEY_OLD: string[] }): Secrets {
  const bytes = (key: string) => Buffer.from(key, "utf8");
  return createSecrets(bytes(settings.SECRET_KEY), settings.SECRET_KEY_OLD.map(bytes));
}

/**
 * Refuses a SECRET_KEY that is not the database's: with it webhooks, sign-ins and payouts would fail later, one by one.
 * The first start of a database remembers its key. Throws Problem.
 */
export async function checkSecretKey(databaseUrl: string, secrets: Secrets): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ public: string }>(
      "SELECT public FROM instance_keys WHERE name = $1",
      [rowName],
    );
    const [found] = rows;
    if (!found) {
      await requireOpens(client, secrets);
      await remember(client, secrets);
      return "remembered";
    }
    const known = marksOf(secrets).indexOf(found.public);
    if (known < 0) throw foreignKey();
    return known === 0 ? "the database's" : "new: run npm run rekey, and leave SECRET_KEY_OLD out after it";
  });
}

/** Whether these keys open what the database sealed; null where it knows no key yet. It only reads. */
export async function secretKeyFits(databaseUrl: string, secrets: Secrets): Promise<boolean | null> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ public: string }>(
      "SELECT public FROM instance_keys WHERE name = $1",
      [rowName],
    );
    return rows[0] ? marksOf(secrets).includes(rows[0].public) : null;
  });
}

/**
 * Seals everything anew with the present SECRET_KEY, in small batches, while the service runs. Returns how many values
 * were sealed anew. Safe to repeat and to interrupt.
 */
export async function sealAnew(databaseUrl: string, secrets: Secrets): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    let sealed = 0;
    // A row that the app changes meanwhile may move to a place that was passed.
    for (const { name, column } of await sealedColumns(client))
      for (let found = 1; found > 0; sealed += found) found = await sealColumn(client, secrets, name, column);
    await remember(client, secrets);
    return sealed;
  });
}

async function sealColumn(client: Client, secrets: Secrets, name: string, column: string): Promise<number> {
  let sealed = 0;
  for (let after: string | null = "(0,0)"; after !== null; ) {
    const next = await sealBatch(client, secrets, { name, column, after });
    sealed += next.sealed;
    after = next.after;
  }
  return sealed;
}

/** Goes by a row's place in its table. One that moves meanwhile was written by the app, with the present key. */
async function sealBatch(
  client: Client,
  secrets: Secrets,
  { name, column, after }: { name: string; column: string; after: string },
): Promise<{ sealed: number; after: string | null }> {
  const { rows } = await client.query<{ place: string; value: Buffer }>(
    `SELECT ctid::text AS place, ${column} AS value FROM ${name}
     WHERE ctid > $1::tid AND ${column} IS NOT NULL ORDER BY ctid LIMIT ${batch}`,
    [after],
  );
  let sealed = 0;
  for (const { place, value } of rows) {
    const anew = secrets.reseal(value);
    if (anew === null) continue;
    const { rowCount } = await client.query(
      `UPDATE ${name} SET ${column} = $3 WHERE ctid = $1::tid AND ${column} = $2`,
      [place, value, Buffer.from(anew)],
    );
    sealed += rowCount ?? 0;
  }
  return { sealed, after: rows.at(-1)?.place ?? null };
}

async function sealedColumns(client: Client): Promise<{ name: string; column: string }[]> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `SELECT quote_ident(table_name) AS name, quote_ident(column_name) AS column
     FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name ~ '(^|_)sealed$' ORDER BY 1, 2`,
  );
  return rows;
}

/** A database that is older than this check: what was sealed last tells. */
async function requireOpens(client: Client, secrets: Secrets): Promise<void> {
  for (const { name, column } of await sealedColumns(client)) {
    const { rows } = await client.query<{ value: Buffer }>(
      `SELECT ${column} AS value FROM ${name} WHERE ${column} IS NOT NULL LIMIT 1`,
    );
    if (!rows[0]) continue;
    try {
      secrets.open(rows[0].value);
    } catch {
      throw foreignKey();
    }
  }
}

function foreignKey(): Problem {
  return new Problem(
    "SECRET_KEY is not the one that this database was made with, so nothing that it sealed could be opened: set that one (it stands in secrets.json of its DATA_DIR), or name it in SECRET_KEY_OLD where you change keys.",
  );
}

function marksOf(secrets: Secrets): string[] {
  return secrets.macs("secret-key", "of this database").map((mac) => Buffer.from(mac).toString("base64url"));
}

async function remember(client: Client, secrets: Secrets): Promise<void> {
  await client.query(
    `INSERT INTO instance_keys (name, public, sealed, created_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (name) DO UPDATE SET public = EXCLUDED.public, sealed = EXCLUDED.sealed`,
    [rowName, marksOf(secrets)[0], Buffer.from(secrets.seal(rowName))],
  );
}
