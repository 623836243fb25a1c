import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types } from "pg";
import { Prisma, type PrismaClient } from "./generated/client";
import { sqlState, statementNames } from "./sql-state";

/** The client that a verb writes with inside a transaction. */
export type Tx = Prisma.TransactionClient & {
  /**
   * Sends a statement without waiting for its answer: later statements on this connection, COMMIT too, follow it. If it
   * fails, the whole transaction fails. `answered` gets its rows before the transaction ends for the caller.
   */
  $send<Row>(query: Prisma.Sql, answered?: (rows: Row[]) => void): void;
};

/** A transaction: its connection while it is open, and the statements sent on it without waiting. */
interface Held {
  client: PoolClient | null;
  sent: Promise<void>[];
  /** Prisma's view of it, once one of Prisma's models was asked for. */
  seen: Seen | null;
}

interface Seen {
  tx: Promise<Prisma.TransactionClient>;
  /** Settles when Prisma let go of the connection. */
  ended: Promise<unknown>;
  end(): void;
}

interface Shared {
  /** On one connection a name stands for one text, whoever sends it. */
  nameOf: ReturnType<typeof statementNames>;
  /** The connection that Prisma's next transaction gets. */
  lent: AsyncLocalStorage<{ client: PoolClient | null }>;
  poolOf: WeakMap<PrismaClient, { pool: Pool; begin: string }>;
}

// Next and the fast lane are separate bundles in one process: each loads this module once, but they share the pool.
const shared = globalThis as { senteTransactions?: Shared };
shared.senteTransactions ??= {
  nameOf: statementNames(),
  lent: new AsyncLocalStorage(),
  poolOf: new WeakMap(),
};
export const { nameOf } = shared.senteTransactions;
const { lent, poolOf } = shared.senteTransactions;

type Connected = Parameters<Pool["connect"]>[0];

/** A pool that gives Prisma the connection of a transaction that is already open, where it begins one for us. */
export class TransactionPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    const loan = lent.getStore();
    if (!loan?.client) return super.connect();
    const { client } = loan;
    loan.client = null;
    return Promise.resolve(withoutEnds(client));
  }
}

/** Names the pool that this client's adapter uses, on which its transactions are opened, and what begins one. */
export function usePool(prisma: PrismaClient, pool: Pool, begin: string): void {
  poolOf.set(prisma, { pool, begin });
}

/**
 * Opens a transaction. Raw SQL statements (`tx.$queryRaw`, `tx.$executeRaw` and their Unsafe forms) go directly to its
 * connection, as those outside of one do: through Prisma's engine each takes five times as much time of the one thread, and
 * so does a transaction. Prisma joins it when one of its models is asked for. BIGINT is returned as bigint and DATE as
 * midnight in UTC, as by Prisma; NUMERIC is returned as text.
 */
export async function openTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Tx) => Promise<T>,
  options: { maxWait: number; timeout: number },
): Promise<T> {
  const found = poolOf.get(prisma);
  if (!found) throw new Error("A transaction was asked of a client without a pool.");
  const client = await found.pool.connect();
  let lost: Error | undefined;
  const onLoss = (error: Error) => {
    lost = error;
  };
  client.on("error", onLoss);
  const held: Held = { client, sent: [], seen: null };
  try {
    await client.query(found.begin);
    const done = await within(options.timeout, work(direct(prisma, held, options)));
    held.client = null;
    await Promise.all([client.query("COMMIT"), letGo(held)]);
    // After a failed statement, PostgreSQL treats COMMIT as ROLLBACK without reporting an error.
    await Promise.all(held.sent);
    return done;
  } catch (error) {
    // What is still at work must find it closed, and never the connection of somebody else.
    held.client = null;
    const undone = client.query(undo).catch(onLoss);
    await Promise.all([undone, letGo(held)]);
    // After its first failure, a transaction only gets the error that it was aborted.
    if (sqlState(error) === "25P02") await Promise.all(held.sent);
    throw error;
  } finally {
    client.off("error", onLoss);
    client.release(lost);
  }
}

/**
 * A connection that does not undo at once is given up, and PostgreSQL undoes what it began: a statement still runs there,
 * or the connection is lost without anybody having told us.
 */
const undo = { text: "ROLLBACK", query_timeout: 2_000 };

/** As Prisma ends a transaction that takes too long. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error("A transaction took too long."), { code: "P2028" });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function letGo({ seen }: Held): Promise<void> {
  seen?.end();
  await seen?.ended;
}

/** Prisma's own transaction on the connection of ours, which begins and ends nothing there. */
function join(prisma: PrismaClient, client: PoolClient, options: { maxWait: number; timeout: number }): Seen {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  let ended: Promise<unknown> = over;
  const tx = new Promise<Prisma.TransactionClient>((resolve, reject) => {
    const hold = async (opened: Prisma.TransactionClient) => {
      resolve(opened);
      await over;
    };
    // Whoever asked hears of a failure from `tx`; what it does to the transaction, PostgreSQL remembers.
    ended = lent.run({ client }, () => prisma.$transaction(hold, options)).catch(reject);
  });
  return { tx, ended, end };
}

/** `Store` is `tx.store`. */
const models = new Set(Object.values(Prisma.ModelName).map((name) => name[0]?.toLowerCase() + name.slice(1)));
const ends = new Set(["BEGIN", "COMMIT", "ROLLBACK"]);
const nothing = { rows: [], fields: [], rowCount: 0 };

/** The connection for Prisma: only we begin and end its transaction, and give it back to the pool. */
function withoutEnds(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === "release") return () => {};
      if (name === "query")
        return (query: QueryConfig) =>
          ends.has(query.text) ? Promise.resolve(nothing) : target.query(query);
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function direct(prisma: PrismaClient, held: Held, options: { maxWait: number; timeout: number }): Tx {
  const open = () => {
    if (!held.client) throw new Error("A statement came after the end of its transaction.");
    return held.client;
  };
  const { rows, own: raw } = rawStatements((config) => open().query(config));
  const own: Record<string, unknown> = {
    ...raw,
    $send: (query: Prisma.Sql, answered: (given: unknown[]) => void = () => {}) => {
      if (held.client) gatherWrites(held.client);
      const sent = rows(query).then(answered);
      sent.catch(() => {});
      held.sent.push(sent);
    },
  };
  /** One of Prisma's models: each of its methods joins Prisma first. */
  const model = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => async (args: unknown) => {
          held.seen ??= join(prisma, open(), options);
          const tx = await held.seen.tx;
          return Reflect.get(Reflect.get(tx, name), method).call(Reflect.get(tx, name), args);
        },
      },
    );
  // Safe: its own statements, and by name every model of Prisma's client.
  return new Proxy(own, {
    get: (target, name) => {
      if (typeof name !== "string" || !(name in target || models.has(name))) return undefined;
      target[name] ??= model(name);
      return target[name];
    },
  }) as unknown as Tx;
}

/** Collects statements that are sent without waiting into one write, which wakes PostgreSQL once. */
function gatherWrites(client: PoolClient): void {
  // Safe: `pg` keeps its socket there, and corks it itself around each statement.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Prisma's raw statements, as in a transaction, each on any connection of the pool. */
export function rawOn(pool: Pool): Record<string, unknown> {
  return rawStatements((config) => pool.query(config)).own;
}

function rawStatements(query: (config: QueryConfig) => Promise<QueryResult>) {
  const run = async (text: string, values: unknown[]) =>
    query({ name: nameOf({ sql: text }), text, values, types: parsers });
  const rows = async ({ text, values }: Prisma.Sql) => (await run(text, values)).rows;
  const sqlOf = (first: TemplateStringsArray | Prisma.Sql, values: unknown[]) =>
    "text" in first ? first : Prisma.sql(first, ...values);
  const count = async ({ text, values }: Prisma.Sql) => (await run(text, values)).rowCount ?? 0;
  const own: Record<string, unknown> = {
    $queryRaw: (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => rows(sqlOf(first, values)),
    $executeRaw: (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      count(sqlOf(first, values)),
    $queryRawUnsafe: async (text: string, ...values: unknown[]) => (await run(text, values)).rows,
    $executeRawUnsafe: async (text: string, ...values: unknown[]) => (await run(text, values)).rowCount ?? 0,
  };
  return { rows, own };
}

const { INT8, DATE } = types.builtins;

const parsers = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return BigInt;
    if (oid === DATE) return (text: string) => new Date(`${text}T00:00:00Z`);
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};
