import { hostname } from "node:os";
import { Client } from "pg";
import { errorCode, Problem } from "../problem";

/** An arbitrary lock number: all starts on one database take turns with it. */
const turn = 7_368_653;

/**
 * Waits until no other start migrates this database, and keeps others waiting until it is released. A lock of a
 * transaction, because a lock of a session would stay behind on the connection of a pooler. Throws Problem, which names
 * the holder, when it takes too long.
 */
export async function takeTurn(databaseUrl: string, waitMs: number): Promise<{ release(): Promise<void> }> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: `sente migrations, ${hostname()} process ${process.pid}`,
  });
  client.on("error", () => undefined); // A lost connection fails the next query, which tells it better.
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
    // Without a parameter: one keeps its snapshot until the next statement, and an index that is made concurrently would
    // wait for us.
    await client.query(`SELECT pg_advisory_xact_lock(${turn})`);
    return { release };
  } catch (error) {
    const isLate = errorCode(error) === "55P03";
    if (isLate) await client.query("ROLLBACK");
    const problem = isLate ? await lateProblem(client, waitMs) : error;
    await release();
    throw problem;
  }
}

async function lateProblem(client: Client, waitMs: number): Promise<Problem> {
  const { rows } = await client.query<{ who: string }>(
    `SELECT format('"%s" of %s (server process %s, connected since %s)', a.application_name, a.usename, a.pid,
       to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')) AS who
     FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = $1 AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [turn],
  );
  const who = rows[0]?.who ?? "somebody who has just ended";
  return new Problem(
    `Another start holds the turn to migrate this database, and did not give it back within ${waitMs / 1000} s: ${who}. Wait for its end and start again, or end it with pg_terminate_backend.`,
  );
}
