/** How often a statement must run in a process before it becomes a prepared statement. */
const usesBefore = 20;
/** Each costs server memory on every connection, so rare statements and endless variants of a list get none. */
const namesMax = 150;
/** PostgreSQL forgets an unnamed statement with the next one. */
const unnamed = "";
/**
 * Lists and sums: the best index depends on the values, such as a rare or a common order status. A prepared plan would
 * be the same for all values.
 */
const dependsOnValues = / ORDER BY |\b(COUNT|SUM|MIN|MAX|AVG)\(/i;
/** A marker before a statement of ours that sorts or counts, but has one best plan for all values. */
const onePlan = "/* one plan */";
/** Lists have endless variants, so the counts are reset before they fill the memory. */
const shapesMax = 2_000;

/**
 * Names for statements that Prisma sends often, so that PostgreSQL keeps them parsed and planned: that is half of its
 * work for a small statement. A statement without a name is parsed each time.
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
