import { request } from "node:http";
import { text } from "node:stream/consumers";
import { signatureOf } from "@/inngest/signature";

/**
 * `unreachable`: no byte of the request arrived, so nothing has run and it does not count as an attempt. `lost`: it may
 * have run, but the connection ended or the time ran out before there was an answer.
 */
export type Sent =
  | { kind: "answer"; status: number; headers: Record<string, string | string[] | undefined>; body: string }
  | { kind: "unreachable"; reason: string }
  | { kind: "lost"; reason: string };

/** One signed request to the app. */
export type Send = (method: "PUT" | "POST", url: URL, body: string, timeoutMs: number) => Promise<Sent>;

const neverArrived = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

/** Each request has its own connection: a restarting app may close a reused one, which looks like a lost call. */
export function createSend(signingKey: string, now: () => number): Send {
  return (method, url, body, timeoutMs) =>
    new Promise((resolve) => {
      const headers = {
        "content-type": "application/json",
        "x-inngest-signature": signatureOf(body, signingKey, now()),
      };
      const fail = (error: NodeJS.ErrnoException) => {
        const kind = neverArrived.includes(error.code ?? "") ? "unreachable" : "lost";
        const reason = error.code === "ABORT_ERR" ? `no answer within ${timeoutMs} ms` : error.code;
        resolve({ kind, reason: reason ?? error.message });
      };
      const signal = AbortSignal.timeout(timeoutMs);
      request(url, { method, headers, agent: false, signal })
        .on("error", fail)
        .on("response", (response) => {
          const { statusCode: status = 0, headers: answered } = response;
          text(response).then(
            (said) => resolve({ kind: "answer", status, headers: answered, body: said }),
            fail,
          );
        })
        .end(body);
    });
}

export type JsonRecord = Record<string, unknown>;

/** A JSON object unchanged; empty for any other value. */
export function recordOf(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The parsed text, or undefined where it is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" && value !== "" ? value : otherwise;
}
