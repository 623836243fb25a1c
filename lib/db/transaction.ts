import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import { Pool, type PoolClient, type QueryConfig, types } from "pg";
import { Prisma, type PrismaClient } from "./generated/client";
import { sqlState } from "./sql-state";
import { statementNames } from "./statement-names";

/** The client that a verb writes with inside a transaction. */
export type Tx = Prisma.TransactionClient & {
  /**
   * Sends a statement without waiting for its answer: later statements on this connection, COMMIT too, follow it. If it
   * fails, the whole transaction fails. `answered` gets its rows before the transaction ends for the caller.
   */
  $send<Row>(query: Prisma.Sql, answered?: (rows: Row[]) => void): void;
};

/** The connection of a transaction, and the statements sent on it without waiting. */
interface Held {
  client: PoolClient | null;
  sent: Promise<void>[];
}

interface Shared {
  /** On one connection a name stands for one text, whoever sends it. */
  nameOf: ReturnType<typeof statementNames>;
  /** The connection of the transaction that is being opened. */
  holder: AsyncLocalStorage<Held>;
}

// Next and the fast lane are separate bundles in one process: each loads this module once, but they share the pool.
const shared = globalThis as { senteTransactions?: Shared };
shared.senteTransactions ??= { nameOf: statementNames(), holder: new AsyncLocalStorage() };
export const { nameOf } = shared.senteTransactions;
const { holder } = shared.senteTransactions;

type Connected = Parameters<Pool["connect"]>[0];

/** A pool that reports to `openTransaction` on which connection Prisma opened it. */
export class TransactionPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    const held = holder.getStore();
    return super.connect().then((client) => {
      if (held && held.client === null) held.client = client;
      return client;
    });
  }
}

/**
 * Opens a Prisma transaction. Raw SQL statements (`tx.$queryRaw`, `tx.$executeRaw` and their Unsafe forms) go directly
 * to its connection: through Prisma's engine each takes five times as much time of the one thread. BIGINT is returned
 * as bigint and DATE as midnight in UTC, as by Prisma; NUMERIC is returned as text.
 */
export async function openTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Tx) => Promise<T>,
  options: { maxWait: number; timeout: number },
): Promise<T> {
  const held: Held = { client: null, sent: [] };
  try {
    const done = await holder.run(held, () => prisma.$transaction((tx) => work(direct(tx, held)), options));
    // After a failed statement, PostgreSQL treats COMMIT as ROLLBACK without reporting an error.
    await Promise.all(held.sent);
    return done;
  } catch (error) {
    // After its first failure, a transaction only gets the error that it was aborted.
    if (sqlState(error) === "25P02") await Promise.all(held.sent);
    throw error;
  }
}

function direct(tx: Prisma.TransactionClient, held: Held): Tx {
  const run = async (text: string, values: unknown[]) => {
    if (!held.client) throw new Error("A transaction was opened on no connection of this pool.");
    const config: QueryConfig = { name: nameOf({ sql: text }), text, values, types: parsers };
    return held.client.query(config);
  };
  const rows = async (query: Prisma.Sql) => (await run(query.text, query.values)).rows;
  const count = async (query: Prisma.Sql) => (await run(query.text, query.values)).rowCount ?? 0;
  const sqlOf = (first: TemplateStringsArray | Prisma.Sql, values: unknown[]) =>
    "text" in first ? first : Prisma.sql(first, ...values);
  const own = {
    $queryRaw: (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => rows(sqlOf(first, values)),
    $executeRaw: (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      count(sqlOf(first, values)),
    $queryRawUnsafe: async (text: string, ...values: unknown[]) => (await run(text, values)).rows,
    $executeRawUnsafe: async (text: string, ...values: unknown[]) => (await run(text, values)).rowCount ?? 0,
    $send: (query: Prisma.Sql, answered: (given: unknown[]) => void = () => {}) => {
      if (held.client) gatherWrites(held.client);
      const sent = rows(query).then(answered);
      sent.catch(() => {});
      held.sent.push(sent);
    },
  };
  // Safe: `own` holds everything that Tx adds to Prisma's client.
  return new Proxy(tx as Tx, {
    get: (target, name) =>
      Object.hasOwn(own, name) ? own[name as keyof typeof own] : Reflect.get(target, name),
  });
}

/** Collects statements that are sent without waiting into one write, which wakes PostgreSQL once. */
function gatherWrites(client: PoolClient): void {
  // Safe: `pg` keeps its socket there, and corks it itself around each statement.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The rows of our own statement outside of a transaction, with BIGINT and DATE as inside one. */
export async function readRows<Row>(pool: Pool, query: Prisma.Sql): Promise<Row[]> {
  const { text, values } = query;
  const config: QueryConfig = { name: nameOf({ sql: text }), text, values, types: parsers };
  return (await pool.query(config)).rows;
}

const { INT8, DATE } = types.builtins;

const parsers = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return BigInt;
    if (oid === DATE) return (text: string) => new Date(`${text}T00:00:00Z`);
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};
