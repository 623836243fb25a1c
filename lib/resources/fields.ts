import { z } from "zod";
import { toMajor } from "@/lib/domain/money";
import { timestamp } from "./event";

/** One member of an object on the wire: its schema, and how it is made of a row and of what else is known. */
interface Field<Row, About extends unknown[]> {
  schema: z.ZodType;
  of: (row: Row, ...about: About) => unknown;
}

/** What the description of the API says of a member; a text is its description. */
type Says = string | { format?: string; description?: string; example?: unknown };

/** The columns that such a value can be read from. */
type ColumnOf<Row, Value> = { [Name in keyof Row]: Row[Name] extends Value ? Name : never }[keyof Row];

/** The columns with an amount, of rows that say in which currency they are. */
type AmountOf<Row, Value> = Row extends { currency: string } ? ColumnOf<Row, Value> : never;

/**
 * The kinds of members of an object that is made of a `Row`. With them a member is written once: how it is called, which
 * column it shows and what the description of the API says of it. `object` makes the schema and the serializer of all.
 */
export function fieldsOf<Row extends object, About extends unknown[] = []>() {
  /** Of several columns, or of something else. */
  const made = <Schema extends z.ZodType>(
    schema: Schema,
    of: (row: Row, ...about: About) => z.output<Schema>,
  ) => ({ schema, of });
  // Safe: the kinds below take only columns that fit their schema.
  const read = <Schema extends z.ZodType>(name: keyof Row, schema: Schema, says: Says = {}) =>
    made(said(schema, says), (row, ..._about) => shown(row, name) as z.output<Schema>);
  return {
    made,
    /** The name of the kind of object. */
    kind: <Name extends string>(name: Name) =>
      made(z.literal(name), () => name as z.output<z.ZodLiteral<Name>>),
    column: <Schema extends z.ZodType>(name: ColumnOf<Row, z.output<Schema>>, schema: Schema, says?: Says) =>
      read(name, schema, says),
    text: (name: ColumnOf<Row, string>, says?: Says) => read(name, z.string(), says),
    textOrNull: (name: ColumnOf<Row, string | null>, says?: Says) => read(name, z.string().nullable(), says),
    flag: (name: ColumnOf<Row, boolean>, says?: Says) => read(name, z.boolean(), says),
    count: (name: ColumnOf<Row, number>, says?: Says) => read(name, z.int(), says),
    countOrNull: (name: ColumnOf<Row, number | null>, says?: Says) => read(name, z.int().nullable(), says),
    amount: (name: AmountOf<Row, bigint>, says?: Says) => read(name, z.number(), says),
    amountOrNull: (name: AmountOf<Row, bigint | null>, says?: Says) =>
      read(name, z.number().nullable(), says),
    time: (name: ColumnOf<Row, Date>, says?: Says) => read(name, z.string(), timed(says)),
    timeOrNull: (name: ColumnOf<Row, Date | null>, says?: Says) =>
      read(name, z.string().nullable(), timed(says)),
    object<Fields extends Record<string, Field<Row, About>>>(id: string, fields: Fields) {
      const entries = Object.entries(fields);
      const shape = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
      // Safe, as below: the entries of a table are its names and fields.
      const schema = z.object(shape as { [Name in keyof Fields]: Fields[Name]["schema"] }).meta({ id });
      const serialize = (row: Row, ...about: About) => {
        const members = entries.map(([name, { of }]) => [name, of(row, ...about)]);
        return Object.fromEntries(members) as z.output<typeof schema>;
      };
      return { schema, serialize };
    },
  };
}

function said<Schema extends z.ZodType>(schema: Schema, says: Says): Schema {
  const meta = metaOf(says);
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta);
}

const metaOf = (says: Says) => (typeof says === "string" ? { description: says } : says);
const timed = (says: Says = {}) => ({ ...metaOf(says), format: "date-time" });

/** Times as text, and minor units in the row's currency. */
function shown<Row extends object>(row: Row, name: keyof Row): unknown {
  const value = row[name];
  if (value instanceof Date) return timestamp(value);
  if (typeof value !== "bigint") return value;
  return toMajor({ minor: value, currency: "currency" in row ? String(row.currency) : "" });
}
