import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { acceptedLanguages, knownLanguage } from "@/lib/domain/languages";
import { say } from "@/lib/domain/refusal";
import { currentRequest, isUnread } from "@/lib/providers/request-context";
import { serializeError } from "@/lib/resources/envelope";
import { problemText } from "@/lib/text/problem";
import { errorCode } from "../problem";

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

/**
 * Corrects requests for which Next would answer with a server error, or would read something that was not sent. True
 * when it could not be corrected and the request is already answered.
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = "", ...rest] = (request.url ?? "").split("?");
  const isApi = path.startsWith("/api/v1");
  if (!methods.includes(request.method ?? "")) {
    const message = "This path does not take this HTTP method.";
    refuse(request, response, {
      ...{ status: 405, error: "method_not_allowed", message },
      headers: { allow: methods.join(", ") },
    });
    return true;
  }
  if (!isApi && !isReadable(path)) {
    refuse(request, response, { status: 400, message: "This address is not written correctly." });
    return true;
  }
  // The API answers a broken path itself: escaped once more, it is simply an unknown path.
  const readable = isDecodable(path) ? path : path.replaceAll("%", "%25");
  request.url = [readable, ...rest.map(withoutBrokenText)].join("?");
  return false;
}

/** Answers bytes that are not HTTP, or headers that are too long or too slow; there is no request object then. */
export function refuseMalformedRequest(error: Error, socket: Duplex): void {
  if (errorCode(error) === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = statusOf(errorCode(error));
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The methods that a page or an endpoint can have. A web Request cannot be created for TRACE. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Next replaces bytes that are not UTF-8 by U+FFFD before our code sees them, so `?ref=%E9` and `?ref=%E8` would be the
 * same user. With a NUL in their place, only the reader of that parameter refuses it.
 */
function withoutBrokenText(query: string): string {
  return query
    .split("&")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return isUtf8(value.join("=")) ? pair : `${name}=%00`;
    })
    .join("&");
}

/** A percent sign that escapes nothing is literal, as in every form decoder. */
function isUtf8(text: string): boolean {
  return isDecodable(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
}

/** No address of ours contains a NUL, and the database stores none. */
function isReadable(path: string): boolean {
  return isDecodable(path) && !decodeURIComponent(path).includes("\0");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function statusOf(code: string | undefined): [string, string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return ["431 Request Header Fields Too Large", "The request's headers are longer than 16 KiB."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["408 Request Timeout", "The request took too long to arrive."];
    default:
      return ["400 Bad Request", "The request is not valid HTTP."];
  }
}

const reads = ["GET", "HEAD", "OPTIONS"];
/** Whoever reads must be able to sign in. */
const signIn = /^\/sign-in(\/|$)/;
const executor = /^\/api\/inngest(\/|$)/;
const retrySeconds = "60";

/**
 * Refuses what would change something in a paused instance: writes by people, by the API and by rails, and every call
 * of an executor. True when it answered.
 */
export function refusePaused(request: IncomingMessage, response: ServerResponse, siteUrl: string): boolean {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  if (!executor.test(path) && (reads.includes(request.method ?? "") || signIn.test(path))) return false;
  const isApi = path.startsWith("/api/");
  const body = isApi
    ? apiBody(response, siteUrl)
    : `${problemText(languageOf(request), say("answer.paused"))}\n`;
  response.shouldKeepAlive = false;
  response
    .writeHead(503, {
      "content-type": isApi ? "application/json" : "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "retry-after": retrySeconds,
    })
    .end(body);
  return true;
}

function apiBody(response: ServerResponse, siteUrl: string): string {
  const requestId = `req_${randomBytes(15).toString("hex")}`;
  response.setHeader("Request-Id", requestId);
  const docUrl = `${siteUrl}/docs/errors/service_unavailable`;
  const message = problemText("en", say("answer.paused"));
  return JSON.stringify(serializeError({ message, error: "service_unavailable", requestId, docUrl }));
}

function languageOf({ headers }: IncomingMessage) {
  const chosen = /(?:^|;\s*)hl=(\w{2})/.exec(headers.cookie ?? "")?.[1];
  return knownLanguage(chosen, ...acceptedLanguages(headers["accept-language"] ?? "")) ?? "en";
}
