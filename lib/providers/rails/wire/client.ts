import { z } from "zod";
import { parsedJson } from "@/lib/domain/mask";
import type { Problem } from "@/lib/domain/refusal";
import { inCall, tellStatus } from "../../traces";
import type { PaymentRail, RailId } from "../port";
import { isUntrusted, nameOfError } from "./text";

/** Something at a rail that a person should look at. Contains no secret, phone number or name. */
export interface Anomaly {
  rail: PaymentRail["id"];
  what: AnomalyKind;
  /** In the words of the protocol, or what the operator must do. */
  detail: string | Problem;
}

/**
 * `unknown_word`: a status or code that the adapter does not know. `unreadable`: no JSON, too long, or a required field
 * is missing. `unreachable`: no answer, or a server error. `untrusted`: the connection may not lead to the rail.
 * `refused`: the credentials are not accepted. `unproved`: callbacks that do not prove their origin. `needs_operator`:
 * the rail waits for something in its dashboard.
 */
export type AnomalyKind =
  | "unknown_word"
  | "unreadable"
  | "unreachable"
  | "untrusted"
  | "refused"
  | "unproved"
  | "needs_operator";

/** The options of every adapter in addition to its credentials. */
export interface AdapterOptions {
  /** An address other than the provider's own, without a slash at its end: an emulator. */
  baseUrl?: string;
  fetch?: typeof fetch;
  now?: () => Date;
  onAnomaly?: (anomaly: Anomaly) => void;
  /** The timeout of a charge, payout or refund. */
  initiateMs?: number;
  /** The timeout of every read. */
  readMs?: number;
}

/** One call to a rail. `initiate`: it moves money, so it has a longer timeout and is never repeated. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  initiate?: boolean;
  /** With these statuses the token may have expired, which is no anomaly: the caller renews it and repeats the call. */
  mayBeStale?: readonly number[];
  /** A server error with such a body is an answer, for a provider that says ordinary things this way. */
  isAnswer?(body: unknown): boolean;
}

/**
 * `lost`: the result is unknown, for any reason; `body` is the content of a server error, if any; `unsent`: for what it needs first
 * was not had. A 4xx is an answer.
 */
export type Answer =
  | { kind: "answer"; status: number; body: unknown }
  | { kind: "lost"; status?: number; body?: unknown; unsent?: true };

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
    async call({ method, path, json, initiate, mayBeStale, isAnswer, headers: more }) {
      const what = `${method} ${path.split("?")[0]}`;
      try {
        const body = json === undefined ? undefined : JSON.stringify(json);
        const type: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
        const response = await go(`${baseUrl}${path}`, {
          method,
          headers: { accept: "application/json", ...type, ...headers, ...more },
          body,
          redirect: "error",
          signal: AbortSignal.timeout(initiate ? initiateMs : readMs),
        });
        const text = await readText(response);
        const said = isAnswer ? parsedJson(text ?? "") : undefined;
        if (isAnswer?.(said)) return { kind: "answer", status: response.status, body: said };
        const isTold = !mayBeStale?.includes(response.status);
        return judge(response.status, text, (kind, detail) => isTold && anomaly(kind, `${what}: ${detail}`));
      } catch (error) {
        const name = nameOfError(error);
        anomaly(isUntrusted(name) ? "untrusted" : "unreachable", `${what}: ${name}`);
        return { kind: "lost" };
      }
    },
  };
}

/** What a rail says at an address that is only read. Throws where that cannot be read: `what` names it in the log. */
export async function readOrThrow<T>(
  { call, rail }: Pick<Client, "call" | "rail">,
  what: "balance" | "list",
  path: string,
  shape: z.ZodType<T>,
): Promise<T> {
  const answer = await call({ method: "GET", path });
  const found = shape.safeParse(answer.kind === "answer" && answer.status < 400 ? answer.body : null);
  if (!found.success) throw new Error(`The ${what} of ${rail} could not be read.`);
  return found.data;
}

/** What a provider says where it puts every answer into an envelope of a status, a message and data. */
export interface Said {
  http: number;
  isGood: boolean;
  message: string;
  data: unknown;
  meta?: unknown;
}

/** Null: there is no such answer, so that the outcome stays open. */
export interface EnvelopeClient extends Client {
  get(path: string, query?: Record<string, string>): Promise<Said | null>;
  /** `initiate` as in `Call`. */
  post(path: string, json: unknown, more?: { initiate: boolean }): Promise<Said | null>;
  /** The data of a good answer; null also where they have another shape. */
  read<T>(shape: z.ZodType<T>, path: string, query?: Record<string, string>): Promise<T | null>;
  /** The rows of a list, page after page until `isLast`. Throws when a page cannot be read, or after `pagesMax`. */
  readAll<T>(list: PagedList<T>): Promise<T[]>;
}

export interface PagedList<T> {
  path: string;
  shape: z.ZodType<T>;
  query: Record<string, string>;
  pagesMax: number;
  isLast(rows: T[]): boolean;
}

/** `good`: the status of an envelope whose request was accepted. */
export function inEnvelopes(client: Client, good: true | "success"): EnvelopeClient {
  const shape = z.object({
    status: typeof good === "string" ? z.string() : z.boolean(),
    message: z.string().nullish(),
    data: z.unknown().optional(),
    meta: z.unknown().optional(),
  });
  const ask = async (call: Call): Promise<Said | null> => {
    const answer = await client.call(call);
    if (answer.kind === "lost") return null;
    const found = shape.safeParse(answer.body);
    if (found.success) {
      const { status, message, data, meta } = found.data;
      return { http: answer.status, isGood: status === good, message: message ?? "", data, meta };
    }
    const what = `${call.method} ${call.path.split("?")[0]}`;
    client.anomaly("unreadable", `${what}: HTTP ${answer.status} in another shape`);
    return null;
  };
  const get: EnvelopeClient["get"] = (path, query) =>
    ask({ method: "GET", path: query ? `${path}?${new URLSearchParams(query)}` : path });
  const read: EnvelopeClient["read"] = async (of, path, query) => {
    const said = await get(path, query);
    return of.safeParse(said?.isGood ? said.data : null).data ?? null;
  };
  return {
    ...client,
    get,
    post: (path, json, { initiate } = { initiate: true }) => ask({ method: "POST", path, json, initiate }),
    read,
    async readAll({ path, shape: row, query, pagesMax, isLast }) {
      const all = [];
      for (let page = 1; page <= pagesMax; page += 1) {
        const rows = await read(z.array(row), path, { ...query, page: String(page) });
        if (!rows) throw new Error(`The list of ${client.rail} at ${path} could not be read.`);
        all.push(...rows);
        if (isLast(rows)) return all;
      }
      throw new Error(`The list of ${client.rail} at ${path} is too long to be read whole.`);
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
    return { kind: "lost", status, body: parsedJson(text ?? "") };
  }
  if (status === 401 || status === 403) anomaly("refused", `HTTP ${status}`);
  if (text === null) {
    anomaly("unreadable", `the answer is longer than ${answerMaxBytes} bytes`);
    return { kind: "lost", status };
  }
  if (text.trim() === "") return { kind: "answer", status, body: null };
  const body = parsedJson(text);
  if (body !== undefined) return { kind: "answer", status, body };
  anomaly("unreadable", `HTTP ${status} without JSON`);
  return { kind: "lost", status };
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
