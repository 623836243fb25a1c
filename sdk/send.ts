import { SenteConnectionError, SenteError } from "./errors.ts";
import type { Error as ErrorBody } from "./types.ts";

export interface SendOptions {
  /** A secret key of the store. Keep it on your server. As the environment has it: without one a TypeError is thrown. */
  apiKey: string | undefined;
  /** The API root, e.g. https://pay.example.com/api/v1; http works for localhost only. */
  baseUrl: string | undefined;
  /** How often a request is sent again, at most; 3 when not given. */
  retries?: number;
  /** For one attempt; 30 seconds when not given. */
  timeoutMs?: number;
  /** When the API asks to wait longer than this, its refusal is thrown instead; 30 seconds when not given. */
  waitMaxMs?: number;
  fetch?: typeof fetch;
}

export interface Ask {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  body?: unknown;
  /** Made when not given, once for all attempts, so that sending again has no second effect. */
  idempotencyKey?: string | undefined;
  /** Less patience than the client has. */
  retries?: number;
  timeoutMs?: number;
}

export type Send = (ask: Ask) => Promise<unknown>;

const backoffMs = 500;

/**
 * Sends requests, again when that can help: after lost connections, 429, 5xx and 409 idempotency_in_progress, as long
 * after as the API asks. Gives the answer's JSON; throws SenteError and SenteConnectionError.
 */
export function createSend(options: SendOptions): Send {
  const { waitMaxMs = 30_000 } = options;
  const line = lineOf(options);
  return async (ask) => {
    const key = ask.method === "GET" ? null : (ask.idempotencyKey ?? crypto.randomUUID());
    const retries = ask.retries ?? options.retries ?? 3;
    for (let tried = 0; ; tried += 1) {
      try {
        return await attempt(line, ask, key);
      } catch (error) {
        const waitMs = waitBefore(error, tried);
        if (tried >= retries || waitMs === null || waitMs > waitMaxMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  };
}

interface Line {
  apiKey: string;
  root: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

function lineOf({ apiKey, baseUrl = "", timeoutMs = 30_000, fetch: send = fetch }: SendOptions): Line {
  if (!apiKey?.trim()) throw new TypeError("Give apiKey, a secret key of the store.");
  if (!isSafe(baseUrl))
    throw new TypeError(
      "baseUrl must be an https:// address: over http everybody on the way can read the key.",
    );
  return { apiKey: apiKey.trim(), root: baseUrl.replace(/\/+$/, ""), timeoutMs, fetch: send };
}

/** Plain http is for one's own machine. */
function isSafe(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLocal);
}

async function attempt(line: Line, ask: Ask, key: string | null): Promise<unknown> {
  const { apiKey, root, fetch: send } = line;
  const request = {
    method: ask.method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      Accept: "application/json",
      ...(ask.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === null ? {} : { "Idempotency-Key": key }),
    },
    signal: AbortSignal.timeout(Math.min(ask.timeoutMs ?? Infinity, line.timeoutMs)),
    redirect: "error" as const,
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
  };
  const { status, text, headers } = await answerOf(send, root + ask.path + queryText(ask.query), request);
  const body = parsed(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  throw new SenteError(status, errorBody(body), secondsOf(headers.get("Retry-After")));
}

async function answerOf(send: typeof fetch, url: string, request: RequestInit) {
  try {
    const answer = await send(url, request);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  } catch (error) {
    throw new SenteConnectionError("The API could not be reached.", { cause: error });
  }
}

/** Null when sending again would not help. */
function waitBefore(error: unknown, tried: number): number | null {
  const isPassing =
    error instanceof SenteConnectionError ||
    (error instanceof SenteError &&
      (error.status === 429 || error.status >= 500 || error.code === "idempotency_in_progress"));
  if (!isPassing) return null;
  if (error instanceof SenteError && error.retryAfter !== null) return error.retryAfter * 1000;
  // Between half and all of it, so that many clients do not come back together.
  return backoffMs * 2 ** tried * (0.5 + Math.random() / 2);
}

function queryText(query: Ask["query"]): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) text.set(name, String(value));
  }
  return text.size === 0 ? "" : `?${text}`;
}

/** Undefined for what is no JSON, such as the page of a proxy in between. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorBody(body: unknown): Partial<ErrorBody> {
  return typeof body === "object" && body !== null ? body : {};
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
