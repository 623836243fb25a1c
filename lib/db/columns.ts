import { Prisma } from "./generated/client";

/** The fields of one model, by Prisma's own list: `Prisma.OrderScalarFieldEnum`. */
type Fields = Readonly<Record<string, string>>;

const shape = new Map<string, Prisma.Sql>();

/**
 * The columns of a table for a SELECT or a RETURNING, with Prisma's names after `as` and a dot: `o.store_id AS
 * "order.storeId"`. A column is the field's name in snake case, as everywhere in the schema.
 */
export function columns(table: string, fields: Fields, as: string): Prisma.Sql {
  const names = Object.keys(fields);
  const key = `${table} ${as} ${names.join()}`;
  const known = shape.get(key);
  if (known) return known;
  const made = Prisma.raw(names.map((name) => `${table}.${snake(name)} AS "${as}.${name}"`).join(", "));
  shape.set(key, made);
  return made;
}

/** The fields of a row with the prefix `as` and a dot, as a row of their own. */
export function part<Row>(row: Readonly<Record<string, unknown>>, as: string): Row {
  const found: Record<string, unknown> = {};
  for (const name in row)
    if (name.startsWith(as) && name[as.length] === ".") found[name.slice(as.length + 1)] = row[name];
  // Safe: `columns` selects all of them, and a test compares such rows with Prisma's.
  return found as Row;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of a join that have the same value of this column, together, in the order of the first of each. */
export function groupsOf(rows: readonly Row[], column: string): Row[][] {
  const of = new Map<unknown, Row[]>();
  for (const row of rows) {
    const own = of.get(row[column]);
    if (own) own.push(row);
    else of.set(row[column], [row]);
  }
  return [...of.values()];
}

/** `storeId` is `store_id`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value, or an expression that the database computes. */
type Value = Date | bigint | string | number | boolean | null | Uint8Array | readonly string[] | Prisma.Sql;

/** `one = …, two = …` for an UPDATE, from Prisma's field names. Undefined fields stay unchanged. */
export function assigned(data: Readonly<Record<string, Value | undefined>>): Prisma.Sql {
  return written(
    "assigned",
    data,
    (names) => names.map((name, at) => `${at === 0 ? "" : ", "}${name} = `),
    "",
  );
}

/** `(one, two) VALUES (…)` of an INSERT, in the same way. */
export function inserted(data: Readonly<Record<string, Value | undefined>>): Prisma.Sql {
  const before = (names: string[]) =>
    names.map((_, at) => (at === 0 ? `(${names.join(", ")}) VALUES (` : ","));
  return written("inserted", data, before, ")");
}

/**
 * An INSERT of rows that all have these fields, in one statement with one parameter, which the database reads as rows of its
 * table: for so many rows that Prisma's own takes longer than the database does.
 */
export function insertedAll(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Prisma.Sql {
  const names = Object.keys(rows[0] ?? {}).map((name) => [snake(name), name] as const);
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map(([column, name]) => [column, row[name]]))),
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  const list = names.map(([column]) => column).join(", ");
  return Prisma.sql`INSERT INTO ${Prisma.raw(table)} (${Prisma.raw(list)})
    SELECT ${Prisma.raw(list)} FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${json}::json)`;
}

const texts = new Map<string, string[]>();

/** The text around the values is made once for the same fields: these statements are written for every payment. */
function written(
  what: string,
  data: Readonly<Record<string, Value | undefined>>,
  before: (names: string[]) => string[],
  end: string,
): Prisma.Sql {
  const fields = Object.entries(data).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  const key = `${what} ${fields.map(([name]) => name).join()}`;
  const known = texts.get(key) ?? [...before(fields.map(([name]) => snake(name))), end];
  texts.set(key, known);
  return Prisma.sql(known, ...fields.map(([, value]) => value));
}
