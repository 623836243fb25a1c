import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
import { DatabaseError, type Pool, type QueryResult } from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** PostgreSQL's one-byte "char", in which its catalogues keep kinds of things. */
const charOid = 18;
/** A type neither catalogues nor our tables have, which carries a "char" through the adapter. */
const timetzOid = 1266;

/**
 * Prisma's adapter, mended for migrations in two places: it cuts a script at every semicolon, also inside comments
 * and functions, and it does not know the catalogues' "char", without which a schema cannot be described.
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
    await query(script).catch((error: unknown) => {
      throw error instanceof DatabaseError ? new DriverAdapterError(told(error)) : error;
    });
  };
  return adapter;
}

// In the engine's own words, or it would not know that the migration failed, nor write down why.
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
