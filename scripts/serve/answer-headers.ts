import type { IncomingMessage, ServerResponse } from "node:http";

const yearSeconds = 31_536_000;
/** For a page without its own policy, such as those that a library writes: it may load styles, but run no scripts. */
const barePolicy = [
  "default-src 'self'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Adds the required headers to every answer; headers that the answer sets itself stay. */
export function completeHeaders(response: ServerResponse, isHttps: boolean): void {
  beforeHead(response, (head) => {
    if (!response.headersSent) addMissing(response, head.at(-1), isHttps);
  });
}

/** What `writeHead` is given: the status, and perhaps a reason and headers. */
type Head = [status: number, ...more: never[]];

/** Lets `look` see what `writeHead` is given, and change it. */
export function beforeHead(response: ServerResponse, look: (head: Head) => void): void {
  // It has overloads, of which TypeScript would see only the last.
  const writeHead: (...head: Head) => ServerResponse = response.writeHead.bind(response);
  response.writeHead = (...head: Head) => {
    look(head);
    return writeHead(...head);
  };
}

function addMissing(response: ServerResponse, given: unknown, isHttps: boolean): void {
  const told = namesAndValues(given);
  const add = (name: string, value: string) => {
    if (!told.has(name) && !response.hasHeader(name)) response.setHeader(name, value);
  };
  add("x-content-type-options", "nosniff");
  if (isHttps) add("strict-transport-security", `max-age=${yearSeconds}`);
  const type = String(told.get("content-type") ?? response.getHeader("content-type") ?? "");
  if (!type.startsWith("text/html")) return;
  const isFramed = told.has("content-security-policy") || response.hasHeader("content-security-policy");
  // Its own policy says who may frame it.
  if (!isFramed) add("x-frame-options", "DENY");
  add("content-security-policy", barePolicy);
}

/** `writeHead` accepts headers as an object, or as a list of alternating names and values. */
function namesAndValues(given: unknown): Map<string, unknown> {
  if (typeof given !== "object" || given === null) return new Map();
  const pairs = Array.isArray(given)
    ? given.flatMap((name, at) => (at % 2 === 0 ? [[String(name), given[at + 1]] as const] : []))
    : Object.entries(given);
  return new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Closes the connection of an answer that begins while the request is still being read, such as a refusal of a large
 * body, and says so in the answer. Otherwise the rest of the body would delay the next request on that connection until
 * it fails with a 408; behind a proxy that may be another client's request.
 */
export function closeWhenUnread(request: IncomingMessage, response: ServerResponse): void {
  beforeHead(response, () => {
    // If nobody began to read the body, Node discards it.
    if (!request.complete && request.readableDidRead) response.shouldKeepAlive = false;
  });
}
