import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import { Pool, type PoolClient, type QueryConfig, types } from "pg";
import { Prisma, type PrismaClient } from "./generated/client";
import { sqlState } from "./sql-state";
import { statementNames } from "./statement-names";

/** What a verb writes through inside a transaction. */
export type Tx = Prisma.TransactionClient & {
  /**
   * Sends a statement without waiting for its answer: what follows on this connection, COMMIT too, comes after it. When it
   * fails, the whole transaction does. `answered` hears its rows before the transaction is told to have ended.
   */
  $send<Row>(query: Prisma.Sql, answered?: (rows: Row[]) => void): void;
};

/** The connection of a transaction, and what was sent on it without waiting. */
interface Held {
  client: PoolClient | null;
  sent: Promise<void>[];
}

interface Shared {
  /** A name on a connection stands for one text, whoever sent it. */
  nameOf: ReturnType<typeof statementNames>;
  /** The connection of the transaction that is being opened. */
  holder: AsyncLocalStorage<Held>;
}

// Next and the fast lane are bundles of their own in one process: each has this module once, and they share the one pool.
const shared = globalThis as { senteTransactions?: Shared };
shared.senteTransactions ??= { nameOf: statementNames(), holder: new AsyncLocalStorage() };
export const { nameOf } = shared.senteTransactions;
const { holder } = shared.senteTransactions;

type Connected = Parameters<Pool["connect"]>[0];

/** A pool that tells `openTransaction` on which connection Prisma opened it. */
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
 * Opens a transaction of Prisma's. Statements that are written in SQL (`tx.$queryRaw`, `tx.$executeRaw` and their Unsafe
 * forms) go to its connection directly: through Prisma's engine each costs five times as much of the one thread. BIGINT
 * comes as bigint and DATE as midnight in UTC, as from Prisma; NUMERIC comes as text.
 */
export async function openTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Tx) => Promise<T>,
  options: { maxWait: number; timeout: number },
): Promise<T> {
  const held: Held = { client: null, sent: [] };
  try {
    const done = await holder.run(held, () => prisma.$transaction((tx) => work(direct(tx, held)), options));
    // PostgreSQL takes a COMMIT behind a statement that failed as a ROLLBACK, and does not call that an error.
    await Promise.all(held.sent);
    return done;
  } catch (error) {
    // All that a transaction hears after its first failure is that there was one.
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
  // Safe: what Tx has beside Prisma's own stands in `own`.
  return new Proxy(tx as Tx, {
    get: (target, name) =>
      Object.hasOwn(own, name) ? own[name as keyof typeof own] : Reflect.get(target, name),
  });
}

/** What is sent before anything is waited for goes to the kernel in one write: it wakes PostgreSQL once. */
function gatherWrites(client: PoolClient): void {
  // Safe: `pg` keeps its socket there, and corks it itself around each statement.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The rows of a statement of our own outside of any transaction, with BIGINT and DATE as in one. */
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
