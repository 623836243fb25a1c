import { type Client, escapeIdentifier, Query } from "pg";
import { newClient } from "@/lib/db/connect";
import { applyMigrations } from "../migrate/apply";
import { Problem } from "../problem";

export interface Copied {
  tables: number;
  rows: number;
}

interface Table {
  name: string;
  columns: string[];
}

/** What says how values are written as text, so that both sides say them alike. */
const alike = `SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET bytea_output = 'hex';
  SET extra_float_digits = 1; SET statement_timeout = 0; SET lock_timeout = 0`;

/**
 * Copies a whole database of Sente into an empty one, of whichever versions of PostgreSQL, and compares every table. Both
 * are brought to the newest migration first. Nobody may write to the source meanwhile. Throws Problem; the target is then
 * to be made anew, and the source is as it was.
 */
export async function copyDatabase(sourceUrl: string, targetUrl: string): Promise<Copied> {
  await requireEmpty(targetUrl);
  await applyMigrations(sourceUrl);
  await applyMigrations(targetUrl);
  const source = await connect(sourceUrl);
  const target = await connect(targetUrl);
  try {
    await source.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables = await tablesOf(source);
    const names = tables.map(({ name }) => escapeIdentifier(name));
    // The migrations of the target put rows there that the source has too.
    await target.query("BEGIN");
    for (const name of names) await target.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await target.query(`TRUNCATE ${names.join(", ")}`);
    for (const table of tables) {
      const into = `${escapeIdentifier(table.name)} (${table.columns.join(", ")})`;
      await copyRows(
        { client: source, sql: `COPY ${into} TO STDOUT` },
        { client: target, sql: `COPY ${into} FROM STDIN` },
      );
    }
    for (const name of names) await target.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await copySequences(source, target);
    const rows = await requireSame(source, target, tables);
    await target.query("COMMIT");
    await target.query("ANALYZE");
    return { tables: tables.length, rows };
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

async function connect(url: string): Promise<Client> {
  const client = newClient({ connectionString: url, application_name: "sente move" });
  await client.connect();
  await client.query(alike);
  return client;
}

async function requireEmpty(url: string): Promise<void> {
  const client = await connect(url).catch((error: unknown) => {
    throw new Problem(
      `The database to move to cannot be reached: ${error instanceof Error ? error.message : error}.`,
    );
  });
  try {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'S') AND relnamespace = 'public'::regnamespace",
    );
    if (rows[0]?.count !== 0)
      throw new Problem("The database to move to is not empty: name one without tables, such as a new one.");
  } finally {
    await client.end();
  }
}

/** All tables but the history of migrations, each after those that it refers to. */
async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
          WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
     FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
     ORDER BY 1`,
  );
  const ordered: (Table & { needs: string[] })[] = [];
  const isDone = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < rows.length) {
    const next = rows.filter(({ name, needs }) => !isDone(name) && needs.every(isDone));
    if (next.length === 0) throw new Error("The foreign keys of the tables form a circle.");
    ordered.push(...next);
  }
  return ordered;
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    "SELECT quote_ident(sequencename) AS name FROM pg_sequences WHERE schemaname = 'public'",
  );
  for (const { name } of rows) {
    const [at] = (await source.query(`SELECT last_value, is_called FROM ${name}`)).rows;
    await target.query("SELECT setval($1::regclass, $2, $3)", [name, at.last_value, at.is_called]);
  }
}

/** Every table has the same rows on both sides, by their count and by the sum of their hashes. */
async function requireSame(source: Client, target: Client, tables: Table[]): Promise<number> {
  let all = 0;
  for (const table of tables) {
    const [there, here] = await Promise.all([source, target].map((client) => digestOf(client, table)));
    if (there?.digest !== here?.digest || there?.count !== here?.count)
      throw new Problem(
        `The table ${table.name} did not arrive as it was (${there?.count} rows there, ${here?.count} here). Nothing was moved.`,
      );
    all += here?.count ?? 0;
  }
  return all;
}

async function digestOf(
  client: Client,
  { name, columns }: Table,
): Promise<{ count: number; digest: string }> {
  const hash = (from: number) => `coalesce(sum(('x' || substr(hash, ${from}, 15))::bit(60)::bigint), 0)`;
  const { rows } = await client.query<{ count: number; digest: string }>(
    `SELECT count(*)::int AS count, ${hash(1)} || '/' || ${hash(16)} AS digest
     FROM (SELECT md5(ROW(${columns.join(", ")})::text) AS hash FROM ${escapeIdentifier(name)}) AS hashed`,
  );
  return rows[0] ?? { count: 0, digest: "" };
}

/** What PostgreSQL's client does while a table is copied, which its types leave out. */
interface CopyWire {
  stream: {
    pause(): void;
    resume(): void;
    once(event: "drain", listener: () => void): void;
    writableNeedDrain: boolean;
  };
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

interface CopyQuery {
  handleCopyInResponse(connection: CopyWire): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleError(error: Error, connection: CopyWire): void;
  handleReadyForQuery(connection: CopyWire): void;
}

/** Sends what one database says of a statement to another, as it comes; neither holds the whole. */
export async function copyRows(
  from: { client: Client; sql: string },
  to: { client: Client; sql: string },
): Promise<void> {
  const reader = copying(from.sql);
  const writer = copying(to.sql);
  const begun = new Promise<CopyWire>((resolve) => {
    writer.query.handleCopyInResponse = resolve;
  });
  to.client.query(writer.query);
  const target = await Promise.race([
    begun,
    writer.done.then(() => Promise.reject(new Error("The copy did not begin."))),
  ]);
  const source = wireOf(from.client);
  reader.query.handleCopyData = ({ chunk }) => {
    // The parser uses its buffer again.
    target.sendCopyFromChunk(Buffer.from(chunk));
    if (!target.stream.writableNeedDrain) return;
    source.stream.pause();
    target.stream.once("drain", () => source.stream.resume());
  };
  from.client.query(reader.query);
  try {
    await Promise.race([reader.done, writer.done]);
  } catch (error) {
    target.sendCopyFail("the source failed");
    throw error;
  }
  target.endCopyFrom();
  await writer.done;
}

/** A statement whose rows are handled by us. */
function copying(sql: string): { query: Query & CopyQuery; done: Promise<void> } {
  // Safe: the client's own class, with the functions that it calls.
  const query = new Query(sql) as Query & CopyQuery;
  const ended = query.handleReadyForQuery.bind(query);
  const failed = query.handleError.bind(query);
  const done = new Promise<void>((resolve, reject) => {
    query.handleReadyForQuery = (connection) => {
      ended(connection);
      resolve();
    };
    query.handleError = (error, connection) => {
      failed(error, connection);
      reject(error);
    };
  });
  done.catch(() => undefined);
  query.on("error", () => undefined);
  return { query, done };
}

function wireOf(client: Client): CopyWire {
  // Safe: every client has it.
  return (client as unknown as { connection: CopyWire }).connection;
}
