import type { IncomingMessage, ServerResponse } from "node:http";

export interface WhyNot {
  status: number;
  /** What happened and what to do, for a reader of the page or of a program's log. */
  message: string;
  /** The same for French readers; programs get the English one. */
  french?: string;
  /** For programs. */
  error?: string;
  headers?: Record<string, string>;
}

/**
 * Refuses a request before it reaches the app, as JSON below /api and as plain text elsewhere, and closes the
 * connection.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, why: WhyNot): void {
  const { body, headers } = refusalOf(request, why);
  response.shouldKeepAlive = false;
  response.writeHead(why.status, headers).end(body);
}

/** The answer's headers and body, with its length, so that it is complete before the connection ends. */
export function refusalOf(request: IncomingMessage, why: WhyNot) {
  const { message, error, french } = why;
  const isApi = request.url?.startsWith("/api/") ?? false;
  const readsFrench = /^\s*fr\b/i.test(request.headers["accept-language"] ?? "");
  const body = isApi
    ? JSON.stringify({ message, ...(error ? { error } : {}) })
    : `${(readsFrench && french) || message}\n`;
  const headers = {
    ...why.headers,
    "content-type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  };
  return { body, headers };
}
