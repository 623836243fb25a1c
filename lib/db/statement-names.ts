/** Statements that ran this often in a process are kept prepared by the server from then on. */
const usesBefore = 20;
/** Each costs every connection some memory of the server, so rare statements and the thousandth shape of a list get none. */
const namesMax = 150;
/** To PostgreSQL this is a statement that it forgets with the next one. */
const unnamed = "";
/**
 * Lists and sums: which index is best depends on what is asked for, as for orders of a rare status and of a common one.
 * A kept plan would be one for all values.
 */
const dependsOnValues = / ORDER BY |\b(COUNT|SUM|MIN|MAX|AVG)\(/i;
/** In front of a statement of ours: it sorts or counts, and the one plan is best whatever is asked for. */
const onePlan = "/* one plan */";
/** Lists have endless shapes: counting begins anew before it fills the memory. */
const shapesMax = 2_000;

/**
 * Names for the statements that Prisma sends over and over, under which PostgreSQL keeps them parsed and planned: that
 * is half of its work for a small statement. One without a name is parsed each time.
 */
export function statementNames(): (query: { sql: string }) => string {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined || names.size >= namesMax) return name ?? unnamed;
    if (dependsOnValues.test(sql) && !sql.trimStart().startsWith(onePlan)) return unnamed;
    const used = (uses.get(sql) ?? 0) + 1;
    if (uses.size >= shapesMax) uses.clear();
    uses.set(sql, used);
    if (used < usesBefore) return unnamed;
    const given = `p${names.size}`;
    uses.delete(sql);
    names.set(sql, given);
    return given;
  };
}
