import { lookup as systemLookup } from "node:dns";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { say } from "@/lib/domain/refusal";
import { problemText } from "@/lib/text/problem";
import { controlPlaneAddresses, isAllowedAddress, isLocal, urlProblem } from "./webhook-url";

/** One POST to an address that a seller, or a browser, chose. */
export interface SafePostRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** `error.errorClass` is one of: timeout, dns, refused, reset, tls, blocked_address, invalid_url, protocol. */
export type SafePostResult =
  | { kind: "response"; status: number; headers: Record<string, string>; body: string; durationMs: number }
  | { kind: "error"; errorClass: string; message: string; durationMs: number };

export type SafePost = (request: SafePostRequest) => Promise<SafePostResult>;

export interface SafePostOptions {
  /** Whether http://localhost, 127.0.0.1 and [::1] may be reached. Nothing else that is private ever may. */
  allowLocal: boolean;
  /** From the call to the last byte of the answer. */
  timeoutMs?: number;
  connectMs?: number;
  /** Reading stops here; what came before is the answer's body. */
  bodyMaxBytes?: number;
  /** How names become addresses; the system's way unless a test says otherwise. */
  lookup?: LookupFunction;
}

type Settings = Required<SafePostOptions>;
type Outcome = Omit<Extract<SafePostResult, { kind: "response" }>, "durationMs"> | Failure;
/** `stale`: the reused connection was closed before any byte of an answer came. */
type Ending = Outcome & { stale?: boolean };
type Failure = Omit<Extract<SafePostResult, { kind: "error" }>, "durationMs">;

/** An idle connection is closed after this long: sooner than most servers close theirs. */
const idleMs = 4_000;
/** Within this time, a reused connection shows whether its server had closed it. */
const staleMs = 1_000;
const headersMaxBytes = 16 * 1024;
const headersMax = 100;
const blockedCode = "ERR_BLOCKED_ADDRESS";

/**
 * POSTs to addresses that we do not trust. Every address is checked as written, as resolved and as connected to.
 * Redirects are returned, not followed; nothing is decompressed; time, headers and body are limited. After a complete
 * answer the connection is kept for the next request to the same server; if the server has closed it meanwhile, the
 * request is repeated on a new one. Never throws: every failure is a result with an error class and a sentence.
 */
export function createSafePost(options: SafePostOptions): SafePost {
  const settings: Settings = {
    timeoutMs: 15_000,
    connectMs: 5_000,
    bodyMaxBytes: 16 * 1024,
    lookup: systemLookup,
    ...options,
  };
  const kept = { keepAlive: true, timeout: idleMs };
  const publicAgent = new RequestFilteringHttpsAgent({ ...kept, denyIPAddressList: controlPlaneAddresses });
  const local = { ...kept, allowIPAddressList: ["127.0.0.1", "::1"] };
  const localAgents = {
    "http:": new RequestFilteringHttpAgent(local),
    "https:": new RequestFilteringHttpsAgent(local),
  };
  return async (request) => {
    const startedAt = performance.now();
    const problem = urlProblem(request.url, settings);
    const url = problem === null ? new URL(request.url) : null;
    const since = () => performance.now() - startedAt;
    const agent = (to: URL) => {
      if (!isLocal(to)) return publicAgent;
      return to.protocol === "http:" ? localAgents["http:"] : localAgents["https:"];
    };
    let ending: Ending = failure("invalid_url", problemText("en", problem ?? say("unusable")));
    if (url)
      do ending = await exchange(request, url, settings, agent(url));
      while (ending.stale && since() < staleMs);
    const { stale: _, ...outcome } = ending;
    return { ...outcome, durationMs: Math.round(since()) };
  };
}

/** Of a public demo: nothing goes out, and the log of each attempt says why. */
export const closedPost: SafePost = async () => ({
  ...failure("blocked_address", "This is a public demo: nothing is sent to other servers."),
  durationMs: 0,
});

/** One request and its answer. The first ending counts; after a bad one the socket is destroyed. */
function exchange(
  { headers, body }: SafePostRequest,
  url: URL,
  settings: Settings,
  agent: http.Agent,
): Promise<Ending> {
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    let request: ClientRequest | undefined;
    const finish: Finish = (ending, isComplete = false) => {
      for (const timer of timers) clearTimeout(timer);
      if (!isComplete) request?.destroy();
      resolve(ending);
    };
    const after = (ms: number, message: string) => {
      const timer = setTimeout(() => finish(failure("timeout", message)), ms);
      timers.push(timer);
      return timer;
    };
    after(settings.timeoutMs, `No complete answer within ${settings.timeoutMs / 1000} seconds.`);
    const connecting = after(
      settings.connectMs,
      `No connection within ${settings.connectMs / 1000} seconds.`,
    );
    try {
      request = open(url, headers, body, agent, settings.lookup);
    } catch (error) {
      finish(describe(error));
      return;
    }
    watchConnection(request, url, finish, () => clearTimeout(connecting));
    request.on("error", (error) => finish({ ...describe(error), stale: isStale(request, error) }));
    request.on("upgrade", (response) => finish(answer(response, [])));
    request.on("response", (response) => readBody(response, settings.bodyMaxBytes, finish));
    request.end(body);
  });
}

/** `isComplete`: the whole answer was read, and the connection may be reused. */
type Finish = (ending: Ending, isComplete?: boolean) => void;

function isStale(request: ClientRequest | undefined, { code }: NodeJS.ErrnoException): boolean {
  return request?.reusedSocket === true && (code === "ECONNRESET" || code === "EPIPE");
}

function open(
  url: URL,
  headers: Record<string, string>,
  body: SafePostRequest["body"],
  agent: http.Agent,
  lookup: LookupFunction,
): ClientRequest {
  const options = {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    maxHeaderSize: headersMaxBytes,
    // All addresses of a name are looked up, so that all are checked and the first that answers is used.
    autoSelectFamily: true,
    lookup: checkedLookup(lookup, isLocal(url)),
  };
  const request = url.protocol === "https:" ? https.request(url, options) : http.request(url, options);
  request.maxHeadersCount = headersMax;
  return request;
}

/** Checks all addresses of a name: one forbidden address rejects the whole name. */
function checkedLookup(lookup: LookupFunction, local: boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, options, (error, found, family) => {
      if (error) return done(error, found, family);
      const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
      if (addresses.length > 0 && addresses.every((address) => isAllowedAddress(address, local)))
        return done(null, found, family);
      done(Object.assign(new Error("A private address."), { code: blockedCode }), found, family);
    });
  };
}

/** The last check: before a byte is sent, the address of the other end must be allowed. */
function watchConnection(request: ClientRequest, url: URL, finish: Finish, connected: () => void): void {
  request.on("socket", (socket: Socket) => {
    // The address was checked when the connection was opened.
    if (request.reusedSocket) return connected();
    socket.once("connect", () => {
      if (!isAllowedAddress(socket.remoteAddress ?? "", isLocal(url))) finish(blocked());
      else if (url.protocol === "http:") connected();
    });
    socket.once("secureConnect", connected);
  });
}

function readBody(response: IncomingMessage, maxBytes: number, finish: Finish): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
    if (size >= maxBytes) finish(answer(response, chunks));
  });
  response.on("end", () => finish(answer(response, chunks), true));
  response.on("error", (error) => finish(describe(error)));
  response.on("close", () =>
    finish(failure("reset", "The connection was cut before the answer was complete.")),
  );
}

function answer(response: IncomingMessage, chunks: Buffer[]): Outcome {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return {
    kind: "response",
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function failure(errorClass: string, message: string): Failure {
  return { kind: "error", errorClass, message };
}

function blocked(): Failure {
  return failure(
    "blocked_address",
    "The host leads to an address that is not on the public internet. Nothing was sent.",
  );
}

/** The error in our own words: the original message may name addresses inside our network. */
function describe(error: unknown): Failure {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // The second test is for refusals by the agent itself, whose errors have no code.
  if (code === blockedCode || /is not allowed\. Because/.test(message)) return blocked();
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code))
    return failure("dns", "The name of the host could not be resolved.");
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/.test(code))
    return failure("refused", "Nothing answers at this address.");
  if (code === "ETIMEDOUT") return failure("timeout", "No connection in time.");
  if (/^(ECONNRESET|EPIPE|ECONNABORTED)/.test(code))
    return failure("reset", "The connection was cut before the answer was complete.");
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code))
    return failure("tls", `The secure connection failed (${code}).`);
  return failure("protocol", `The answer was not understandable HTTP${code ? ` (${code})` : ""}.`);
}
