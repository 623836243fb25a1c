import { Prisma, type Tx } from "@/lib/db/client";
import { columns, part, snake } from "@/lib/db/columns";
import type { PayoutRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";

/** The rows that are locked one by one. */
export interface Lockable {
  payouts: PayoutRow;
}

const fieldsOf: { [Table in keyof Lockable]: Readonly<Record<keyof Lockable[Table], string>> } = {
  payouts: Prisma.PayoutScalarFieldEnum,
};

export const lockable = Object.keys(fieldsOf);

/** Another transaction waits with a change of the row; with `UPDATE` also with what refers to it. */
export type Strength = "NO KEY UPDATE" | "UPDATE";

/**
 * Locks the one row of a table that has these values, and returns it as it is from then on. One statement: locked and then
 * read, it took two. Throws NotFound.
 */
export async function lockRow<Table extends keyof Lockable>(
  tx: Tx,
  table: Table,
  which: Partial<Lockable[Table]>,
  strength: Strength,
): Promise<Lockable[Table]> {
  const fits = Object.entries(which).map(
    ([name, value]) => Prisma.sql`${Prisma.raw(snake(name))} = ${value}`,
  );
  const [row] = await tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns(table, fieldsOf[table], "row")} FROM ${Prisma.raw(table)}
    WHERE ${Prisma.join(fits, " AND ")} FOR ${Prisma.raw(strength)}`;
  if (!row) throw new NotFound();
  return part(row, "row");
}
