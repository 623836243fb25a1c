/** PostgreSQL's error code (SQLSTATE), wherever Prisma or pg has put it; null when it is no database error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const known = error as { code?: unknown };
  const original = originalOf(error);
  if (typeof original === "string" && !systemCodes.test(original)) return original;
  if (known.code === "P2034") return "40001";
  const { code } = known;
  const isState = typeof code === "string" && sqlStates.test(code) && !prismaCodes.test(code);
  return isState && !systemCodes.test(code) ? code : null;
}

/** What the driver threw, where Prisma has put its code. */
function originalOf(error: unknown): unknown {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } };
  return meta?.driverAdapterError?.cause?.originalCode;
}

const sqlStates = /^[0-9A-Z]{5}$/;
/** Errors of the system such as EPIPE: no class of SQLSTATE begins with an E. */
const systemCodes = /^E/;
/** They look like an SQLSTATE, whose only class with a P is P0. */
const prismaCodes = /^P[1-9]/;

/**
 * Connection lost (08), no room or memory or connections (53), shutting down (57P), a copy that only reads (25006), a lock
 * that somebody keeps (55P03), a transaction that rested too long (25P03).
 */
const passingStates = /^(08|53|57P|25006|55P03|25P03)/;
/** Prisma: unreachable, no answer, closed, no free connection, a transaction that could not begin or end. */
const passingCodes = new Set(["P1001", "P1002", "P1017", "P2024", "P2028"]);
const passingErrors = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["EAI_AGAIN", "ENOTFOUND"],
]);
const passingWords =
  /\b(?:EPIPE|ECONNRESET)\b|Connection terminated|connection error|timeout exceeded when trying to connect|Query read timeout/;

/** True when the database could not be reached or could not work, so that a later retry makes sense. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return passingStates.test(state);
  const codes = error ? [(error as { code?: unknown }).code, originalOf(error)] : [];
  if (codes.some((code) => typeof code === "string" && (passingCodes.has(code) || passingErrors.has(code))))
    return true;
  return error instanceof Error && passingWords.test(error.message);
}

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
