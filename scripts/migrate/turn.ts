import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Client } from "pg";
import { newClient } from "@/lib/db/connect";
import { Problem } from "../problem";

/** An arbitrary lock number: all starts on one database take turns with it. */
const turn = 7_368_653;
const betweenMs = 100;

/**
 * Waits until no other start migrates this database, and keeps others waiting until it is released. A lock of a
 * transaction, because a lock of a session would stay behind on the connection of a pooler. Throws Problem, which names
 * the holder, when it takes too long.
 */
export async function takeTurn(databaseUrl: string, waitMs: number): Promise<{ release(): Promise<void> }> {
  const client = newClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: `sente migrations, ${hostname()} process ${process.pid}`,
  });
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const endsAt = Date.now() + waitMs;
    while (!(await isMine(client))) {
      if (Date.now() >= endsAt) throw await lateProblem(client, waitMs);
      await setTimeout(betweenMs);
    }
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Asks again and again instead of waiting in the database: a statement that waits keeps its snapshot, and an index that
 * the holder makes concurrently would wait for it. Without a parameter, because one keeps its snapshot until the next
 * statement.
 */
async function isMine(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(${turn}) AS mine`);
  return rows[0]?.mine === true;
}

async function lateProblem(client: Client, waitMs: number): Promise<Problem> {
  const { rows } = await client.query<{ who: string }>(
    `SELECT format('"%s" of %s (server process %s, connected since %s%s)', a.application_name, a.usename, a.pid,
       to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'),
       (SELECT string_agg(format('; beside it process %s %s %s, behind %s: %s', b.pid, b.state, b.wait_event,
           pg_blocking_pids(b.pid), left(b.query, 80)), '')
         FROM pg_stat_activity b WHERE b.datname = a.datname AND cardinality(pg_blocking_pids(b.pid)) > 0)) AS who
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
