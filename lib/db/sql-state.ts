/** PostgreSQL's error code (SQLSTATE), wherever Prisma or pg has put it; null when it is no database error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const known = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const original = known.meta?.driverAdapterError?.cause?.originalCode;
  if (typeof original === "string") return original;
  if (known.code === "P2034") return "40001";
  return typeof known.code === "string" && /^[0-9A-Z]{5}$/.test(known.code) ? known.code : null;
}

/** True when the database was unreachable or the connection was lost, so that a later retry makes sense. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return state.startsWith("08") || state.startsWith("57P") || state === "53300";
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "P1001" || code === "P1002" || code === "P1017" || code === "P2024" || code === "P2028")
    return true;
  if (code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE" || code === "ENOENT") return true;
  return (
    error instanceof Error &&
    /Connection terminated|connection error|timeout exceeded when trying to connect/.test(error.message)
  );
}
