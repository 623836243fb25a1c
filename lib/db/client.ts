import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { PrismaClient } from "./generated/client";
import { nameOf, TransactionPool } from "./transaction";

export type { PrismaClient } from "./generated/client";
export { Prisma } from "./generated/client";

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
    // A statement that waits longer than this holds others up more than an error would.
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    application_name: "sente",
  });
  // An idle connection that the server closes (a restart) must not end the process; the next query reconnects.
  pool.on("error", () => {});
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf });
  const prisma = new PrismaClient({ adapter, errorFormat: "minimal" });
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** PostgreSQL's own error code (SQLSTATE) wherever Prisma or pg has put it; null when the error is not the database's. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const known = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const original = known.meta?.driverAdapterError?.cause?.originalCode;
  if (typeof original === "string") return original;
  if (known.code === "P2034") return "40001";
  return typeof known.code === "string" && /^[0-9A-Z]{5}$/.test(known.code) ? known.code : null;
}

/** True when the database could not be reached or went away, so that trying again later is the right thing. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return state.startsWith("08") || state.startsWith("57P") || state === "53300";
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "P1001" || code === "P1002" || code === "P1017" || code === "P2024" || code === "P2028")
    return true;
  if (code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE" || code === "ENOENT") return true;
  return (
    error instanceof Error &&
    /Connection terminated|connection error|timeout exceeded when trying to connect/.test(error.message)
  );
}
