import type { IncomingMessage, ServerResponse } from "node:http";
import { currentRequest, isUnread } from "@/lib/providers/request-context";

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

const ourFault: WhyNot = {
  status: 500,
  error: "internal_error",
  message: "Something went wrong on our side. Try again in a moment.",
  french: "Quelque chose n’a pas marché de notre côté. Réessayez dans un instant.",
};

/**
 * What was thrown on the way to an answer, whoever was to answer: one line of the log, and an answer that names its
 * reference. A sender that is gone, or whose body was refused meanwhile, is not an error.
 */
export function answerFault(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  onError: (error: unknown) => void,
): void {
  if (response.destroyed || response.writableEnded) return;
  onError(error);
  if (response.headersSent) response.destroy();
  else refuse(request, response, ourFault);
}

/** Next logs what a handler threw, and ends with 500 and not a word: whoever asked is told the reference here. */
export function nameFault(request: IncomingMessage, response: ServerResponse): void {
  const end: End = response.end.bind(response);
  response.end = (...given: never[]) => {
    const isMute = response.statusCode === 500 && !response.headersSent && !given[0] && !isUnread();
    if (!isMute) return end(...given);
    const { body, headers } = refusalOf(request, ourFault);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return end(body as never);
  };
}

/** `end` has overloads, of which TypeScript would see only the last; all arguments are passed on unchanged. */
type End = (...given: never[]) => ServerResponse;

/**
 * The answer's headers and body, with its length, so that it is complete before the connection ends. Of a fault it names
 * the reference of the log.
 */
export function refusalOf(request: IncomingMessage, why: WhyNot) {
  const { message, error, french } = why;
  const isApi = request.url?.startsWith("/api/") ?? false;
  const readsFrench = /^\s*fr\b/i.test(request.headers["accept-language"] ?? "");
  const id = why.status === 500 ? currentRequest() : null;
  const body = isApi
    ? JSON.stringify({ message, ...(error ? { error } : {}), ...(id ? { request_id: id } : {}) })
    : `${(readsFrench && french) || message}\n${id ? `${id}\n` : ""}`;
  const headers: Record<string, string | number> = {
    ...why.headers,
    "content-type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  };
  return { body, headers };
}
