import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, PoolClient } from "pg";
import { PrismaClient } from "./generated/client";
import { nameOf, rawOn, TransactionPool, usePool } from "./transaction";

export type { PrismaClient } from "./generated/client";
export { Prisma } from "./generated/client";

export { isConnectionLoss, sqlState } from "./sql-state";
export { openTransaction, type Tx } from "./transaction";

/** One pool for everything: Prisma's adapter and the prepared statements of hot reads share its connections. */
export interface Database {
  prisma: PrismaClient;
  pool: Pool;
  close(): Promise<void>;
}

/** A failover or a firewall may end a connection without telling us: then only the missing answer tells. */
const usualAnswerMs = 18_000;
/** The system asks after an idle connection when it has carried nothing for this long. */
const idleCheckMs = 10_000;

const statementLimits = { statement_timeout: 15_000, lock_timeout: 5_000 };
/**
 * Of a transaction whose client went silent the server hears nothing for hours, and it keeps its locks. No network is asked
 * inside of ours, so one that rests has lost us.
 */
const restLimit = { idle_in_transaction_session_timeout: 15_000 };
const limitsOfTransaction = Object.entries({ ...statementLimits, ...restLimit })
  .map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
  .join("; ");

/** A prepared statement stays on the connection where it was made, which is somebody else's in the next transaction. */
function withoutNames(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const unnamed = (first: unknown, ...others: unknown[]) =>
    query(
      typeof first === "object" && first !== null ? Object.assign(first, { name: "" }) : first,
      ...others,
    );
  // Safe: the same function, which gets its statement without a name.
  client.query = unnamed as PoolClient["query"];
}

function limitRests(client: PoolClient): void {
  const [[name, ms] = []] = Object.entries(restLimit);
  // Where it fails the connection is lost, and whoever has it finds out.
  client.query(`SET ${name} = ${ms}`).catch(() => {});
}

interface DatabaseOptions {
  /** A statement without an answer after this time fails, and its connection is closed. */
  answerMs?: number;
  /** A pooler before the database gives each transaction another connection of the server. */
  pooled?: boolean;
}

/** Opens the one pool and the Prisma client on it. `size` is the number of connections. */
export function openDatabase(url: string, size: number, options: DatabaseOptions = {}): Database {
  const { pooled = false } = options;
  const pool = new TransactionPool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // A statement that waits longer does more harm than an error, because it blocks others. A pooler takes no settings
    // of a session: there each transaction sets its own.
    ...(pooled ? {} : statementLimits),
    query_timeout: options.answerMs ?? usualAnswerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: idleCheckMs,
    application_name: "sente",
    // A statement sent before the previous one is answered goes out at once: see `$send`.
    pipeline: true,
  });
  // No setting of the connection: a pooler in session mode would have to be told to let it through.
  pool.on("connect", pooled ? withoutNames : limitRests);
  // An idle connection that the server closes (a restart) must not end the process; the next query reconnects.
  pool.on("error", () => {});
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf });
  const prisma = Object.assign(new PrismaClient({ adapter, errorFormat: "minimal" }), rawOn(pool));
  usePool(prisma, pool, pooled ? `BEGIN; ${limitsOfTransaction}` : "BEGIN");
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
