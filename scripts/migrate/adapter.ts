import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
import { DatabaseError, type Pool, type QueryResult } from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** PostgreSQL's one-byte "char", in which its catalogues store kinds. */
const charOid = 18;
/** A type that neither the catalogues nor our tables use; it carries a "char" through the adapter. */
const timetzOid = 1266;

/**
 * Runs before every script, in the same transaction, and marks the current migration as finished. A killed process
 * therefore leaves either both or neither, and an open row means that nothing of its script was committed. It locks the
 * row while the script runs, which may be longer than its process lives.
 */
const markFinished = `DO $mark$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET finished_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NULL;
  END IF;
END $mark$;
`;

/**
 * Prisma's adapter with three corrections for migrations. It cuts a script at every semicolon, even in comments and
 * functions. It does not know the catalogues' "char", which the engine needs to describe a schema. And the engine
 * records the end of a migration only afterwards, so that a kill -9 between the two would block every later start.
 */
export function migrationAdapter(databaseUrl: string): { factory: PrismaPg; close(): Promise<void> } {
  const factory = new PrismaPg({ connectionString: databaseUrl, max: 2 });
  const connect = factory.connect.bind(factory);
  const connectToShadowDb = factory.connectToShadowDb.bind(factory);
  const pools = new Set<Pool>();
  const opened = (adapter: Adapter) => {
    const pool = adapter.underlyingDriver();
    pool.on("error", () => undefined); // A lost idle connection is no news; the next query tells it.
    pools.add(pool);
    return mended(adapter);
  };
  factory.connect = async () => opened(await connect());
  factory.connectToShadowDb = async () => opened(await connectToShadowDb());
  // The engine leaves its connections to time out, and with them the lock under which it migrates.
  const close = async () => {
    await Promise.all([...pools].filter((pool) => !pool.ending).map((pool) => pool.end()));
  };
  return { factory, close };
}

function mended(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<QueryResult>;
  const readable = async (...given: unknown[]) => {
    const result = await query(...given);
    for (const field of result.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = timetzOid;
    return result;
  };
  // Safe: the adapter calls query with a configuration object and awaits it; it uses no other form.
  pool.query = readable as Pool["query"];
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (given) => {
    const result = await queryRaw(given);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  adapter.executeScript = async (script) => {
    // A script also creates the shadow database of a diff, which PostgreSQL cannot do inside a transaction.
    const whole = /^\s*(CREATE|DROP) DATABASE\b/i.test(script) ? script : markFinished + script;
    await query(whole).catch((error: unknown) => {
      throw error instanceof DatabaseError ? new DriverAdapterError(told(error)) : error;
    });
  };
  return adapter;
}

// In the engine's own format; otherwise the engine would not notice or record the failure.
function told({ code, severity, message, detail, column, hint }: DatabaseError) {
  return {
    kind: "postgres" as const,
    code: code ?? "",
    severity: severity ?? "",
    message,
    detail,
    column,
    hint,
  };
}
