import type { IncomingMessage, ServerResponse } from "node:http";

export interface WhyNot {
  status: number;
  /** What happened and what to do, for who reads the page, or for a program's log. */
  message: string;
  /** The same to a reader of French; programs get the English one. */
  french?: string;
  /** For programs. */
  error?: string;
  headers?: Record<string, string>;
}

/** Answers what never reaches the app, as JSON below /api and as plain text elsewhere, and closes the connection. */
export function refuse(request: IncomingMessage, response: ServerResponse, why: WhyNot): void {
  const { body, headers } = refusalOf(request, why);
  response.shouldKeepAlive = false;
  response.writeHead(why.status, headers).end(body);
}

/** The answer's headers and body. Its length is told, so that it is whole before the connection ends. */
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
