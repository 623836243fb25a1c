import { EnvironmentProblem } from "@/lib/env";

/** A failure that the user can fix. The message is one sentence that says how. */
export class Problem extends Error {
  override name = "Problem";
}

/** The message for the error that ended a script; with a stack only for unexpected errors. */
export function explain(error: unknown, directory: string): string {
  if (error instanceof Problem || error instanceof EnvironmentProblem) return error.message;
  const code = errorCode(error);
  if (code === "ENOSPC") return `The disk that holds ${directory} is full: free some space and start again.`;
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return `${pathOf(error) ?? directory} cannot be written: make it writable, or set DATA_DIR to a directory that is.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The `code` that Node and PostgreSQL put on their errors, such as ENOENT or 28P01. */
export function errorCode(error: unknown): string | undefined {
  return stringField(error, "code");
}

// If the path is that of a socket, Node calls it the address.
function pathOf(error: unknown): string | undefined {
  return stringField(error, "path") ?? stringField(error, "address");
}

function stringField(error: unknown, field: string): string | undefined {
  if (typeof error !== "object" || error === null || !(field in error)) return undefined;
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : undefined;
}
