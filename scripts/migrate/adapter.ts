import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, QueryResult } from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** PostgreSQL's one-byte "char", in which its catalogues keep kinds of things, and plain text. */
const charOid = 18;
const textOid = 25;

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
    for (const field of result.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = textOid;
    return result;
  };
  // Safe: the adapter calls query with a configuration object and awaits it; it uses no other form.
  pool.query = readable as Pool["query"];
  adapter.executeScript = async (script) => {
    await query(script);
  };
  return adapter;
}
