import { inCall, tellStatus } from "../../traces";
import type { RailId } from "../port";
import type { AdapterOptions, Anomaly, AnomalyKind } from "./options";
import { isUntrusted, nameOfError } from "./text";

/** One call to a rail. `initiate`: it moves money, so it has a longer timeout and is never repeated. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: URLSearchParams;
  initiate?: boolean;
  /** A 401 is not an anomaly: the caller renews the expired token and repeats the call. */
  mayBeStale?: boolean;
}

/**
 * `lost`: the result is unknown, for any reason; `body` is the content of a server error, if any. A 4xx is an answer.
 */
export type Answer =
  | { kind: "answer"; status: number; body: unknown }
  | { kind: "lost"; status?: number; body?: unknown };

export interface Client {
  rail: RailId;
  now(): Date;
  anomaly(what: AnomalyKind, detail: Anomaly["detail"]): void;
  /** Never throws. A timeout, a 5xx, a 408 or 429, a broken or overlong answer are all `lost`. */
  call(call: Call): Promise<Answer>;
}

const answerMaxBytes = 1024 * 1024;

export function createClient(
  rail: RailId,
  baseUrl: string,
  headers: Record<string, string>,
  options: AdapterOptions,
): Client {
  const anomaly = (what: AnomalyKind, detail: Anomaly["detail"]) =>
    options.onAnomaly?.({ rail, what, detail });
  const go = traced(rail, options.fetch ?? fetch);
  const initiateMs = options.initiateMs ?? 30_000;
  const readMs = options.readMs ?? 10_000;
  return {
    rail,
    anomaly,
    now: options.now ?? (() => new Date()),
    async call({ method, path, json, form, initiate, mayBeStale, headers: more }) {
      const what = `${method} ${path.split("?")[0]}`;
      try {
        const body = json === undefined ? form : JSON.stringify(json);
        const type: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
        const response = await go(`${baseUrl}${path}`, {
          method,
          headers: { accept: "application/json", ...type, ...headers, ...more },
          body,
          redirect: "error",
          signal: AbortSignal.timeout(initiate ? initiateMs : readMs),
        });
        const text = await readText(response);
        const isTold = !(mayBeStale && response.status === 401);
        return judge(response.status, text, (kind, detail) => isTold && anomaly(kind, `${what}: ${detail}`));
      } catch (error) {
        const name = nameOfError(error);
        anomaly(isUntrusted(name) ? "untrusted" : "unreachable", `${what}: ${name}`);
        return { kind: "lost" };
      }
    },
  };
}

/** Each call is a step of the trace; its path may name a payer's number, so the rail and its host are enough. */
export function traced(rail: RailId, go: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return inCall(`rail ${rail}`, url, { "http.request.method": init?.method ?? "GET" }, async (span) => {
      const response = await go(input, init);
      tellStatus(span, response.status, 400);
      return response;
    });
  };
}

/** Too slow, too early, too often: the gateway of a rail says so, and the result at the rail is unknown. */
const notYet = [408, 425, 429];

/** An empty body is null: some rails answer with the status only. */
function judge(
  status: number,
  text: string | null,
  anomaly: (what: AnomalyKind, detail: string) => unknown,
): Answer {
  if (status >= 500 || notYet.includes(status)) {
    anomaly("unreachable", `HTTP ${status}`);
    return { kind: "lost", status, body: jsonOf(text ?? "") };
  }
  if (status === 401 || status === 403) anomaly("refused", `HTTP ${status}`);
  if (text === null) {
    anomaly("unreadable", `the answer is longer than ${answerMaxBytes} bytes`);
    return { kind: "lost", status };
  }
  if (text.trim() === "") return { kind: "answer", status, body: null };
  const body = jsonOf(text);
  if (body !== undefined) return { kind: "answer", status, body };
  anomaly("unreadable", `HTTP ${status} without JSON`);
  return { kind: "lost", status };
}

/** Undefined when the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Null when the body is longer than any valid answer; the rest is not read. */
async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerMaxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
