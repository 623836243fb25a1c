import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { PrismaClient } from "./generated/client";
import { nameOf, TransactionPool, usePool } from "./transaction";

export type { PrismaClient } from "./generated/client";
export { Prisma } from "./generated/client";

export { isConnectionLoss, sqlState } from "./sql-state";
export { openTransaction, readRows, type Tx } from "./transaction";

/** One pool for everything: Prisma's adapter and the prepared statements of hot reads share its connections. */
export interface Database {
  prisma: PrismaClient;
  pool: Pool;
  close(): Promise<void>;
}

/** A failover or a firewall may end a connection without telling us: then only the missing answer tells. */
const answerMs = 18_000;
/** The system asks after an idle connection when it has carried nothing for this long. */
const idleCheckMs = 10_000;

/**
 * Opens the one pool and the Prisma client on it. `size` is the number of connections. A statement without an answer
 * after `times.answerMs` fails, and its connection is closed: longer than any statement may take.
 */
export function openDatabase(url: string, size: number, times = { answerMs }): Database {
  const pool = new TransactionPool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // A statement that waits longer does more harm than an error, because it blocks others.
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    query_timeout: times.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: idleCheckMs,
    application_name: "sente",
    // A statement sent before the previous one is answered goes out at once: see `$send`.
    pipeline: true,
  });
  // An idle connection that the server closes (a restart) must not end the process; the next query reconnects.
  pool.on("error", () => {});
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf });
  const prisma = new PrismaClient({ adapter, errorFormat: "minimal" });
  usePool(prisma, pool);
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
