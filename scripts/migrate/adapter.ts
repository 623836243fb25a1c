import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { Pool, QueryResult } from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** PostgreSQL's one-byte "char", in which its catalogues keep kinds of things. */
const charOid = 18;
/** A type neither catalogues nor our tables have, which carries a "char" through the adapter. */
const timetzOid = 1266;

/**
 * Prisma's adapter, mended for migrations in two places: it cuts a script at every semicolon, also inside comments
 * and functions, and it does not know the catalogues' "char", without which a schema cannot be described.
 */
export function migrationAdapter(databaseUrl: string): PrismaPg {
  const factory = new PrismaPg({ connectionString: databaseUrl, max: 2 });
  const connect = factory.connect.bind(factory);
  const connectToShadowDb = factory.connectToShadowDb.bind(factory);
  factory.connect = async () => mended(await connect());
  factory.connectToShadowDb = async () => mended(await connectToShadowDb());
  return factory;
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
    await query(script);
  };
  return adapter;
}
