import type { ServerResponse } from "node:http";

const yearSeconds = 31_536_000;
/** For a page that set none itself, such as those that a library writes: it looks as it should, and runs nothing. */
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

/** Adds to every answer what no answer may lack; what the answer says itself stands. */
export function completeHeaders(response: ServerResponse, isHttps: boolean): void {
  const writeHead: WriteHead = response.writeHead.bind(response);
  response.writeHead = (...head: [never, never]) => {
    if (!response.headersSent) addMissing(response, head.at(-1), isHttps);
    return writeHead(...head);
  };
}

/** Has overloads, of which TypeScript would see the last; whatever was given is passed on as it is. */
type WriteHead = (...head: [never, never]) => ServerResponse;

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
  // A policy of its own says who may frame it.
  if (!isFramed) add("x-frame-options", "DENY");
  add("content-security-policy", barePolicy);
}

/** Headers are given to `writeHead` as an object, or as a list of names and values in turn. */
function namesAndValues(given: unknown): Map<string, unknown> {
  if (typeof given !== "object" || given === null) return new Map();
  const pairs = Array.isArray(given)
    ? given.flatMap((name, at) => (at % 2 === 0 ? [[String(name), given[at + 1]] as const] : []))
    : Object.entries(given);
  return new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}
