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

/** Opens the one pool and the Prisma client on it. `size` is the number of connections. */
export function openDatabase(url: string, size: number): Database {
  const pool = new TransactionPool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // A statement that waits longer does more harm than an error, because it blocks others.
    statement_timeout: 15_000,
    lock_timeout: 5_000,
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
