import Stripe from "stripe";
import { traced } from "../wire/client";
import type { Anomaly, AnomalyKind } from "../wire/options";
import { isUntrusted, nameOfError } from "../wire/text";
import { type StripeConfig, stripeUrl } from "./config";

/** Stripe's own package, with what all parts of the adapter share. */
export interface StripeClient {
  api: Stripe;
  readMs: number;
  initiateMs: number;
  now(): Date;
  anomaly(what: AnomalyKind, detail: Anomaly["detail"]): void;
}

/** The result of a call; `lost` when it is unknown. */
export type Outcome<T> =
  | { kind: "ok"; value: T }
  | { kind: "refused"; error: Stripe.errors.StripeError }
  | { kind: "lost" };

const answerMaxBytes = 1024 * 1024;
const tooLong = "ANSWER_TOO_LONG";

export function createStripeClient(config: StripeConfig): StripeClient {
  const { protocol, hostname, port } = new URL(config.baseUrl ?? stripeUrl);
  const api = new Stripe(config.secretKey, {
    host: hostname,
    port: port || undefined,
    protocol: protocol === "http:" ? "http" : "https",
    httpClient: Stripe.createFetchHttpClient(capped(traced("stripe", config.fetch ?? fetch))),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    api,
    readMs: config.readMs ?? 10_000,
    initiateMs: config.initiateMs ?? 30_000,
    now: config.now ?? (() => new Date()),
    anomaly: (what, detail) => config.onAnomaly?.({ rail: "stripe", what, detail }),
  };
}

/** Never throws. A timeout, a 5xx, a 429 and an answer that cannot be read are all `lost`. */
export async function attempt<T>(
  client: StripeClient,
  what: string,
  call: () => Promise<T>,
): Promise<Outcome<T>> {
  try {
    return { kind: "ok", value: await call() };
  } catch (error) {
    const { errors } = Stripe;
    if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
      client.anomaly("refused", `${what}: HTTP ${error.statusCode}`);
      return { kind: "refused", error };
    }
    const isAnswer =
      error instanceof errors.StripeInvalidRequestError ||
      error instanceof errors.StripeCardError ||
      error instanceof errors.StripeIdempotencyError;
    if (isAnswer) return { kind: "refused", error };
    const { kind, name } = lossOf(error);
    client.anomaly(kind, `${what}: ${name}`);
    return { kind: "lost" };
  }
}

/** The anomaly to report for a lost answer. */
function lossOf(error: unknown): { kind: AnomalyKind; name: string } {
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const name = nameOfError(error.detail);
    if (name === tooLong) return { kind: "unreadable", name };
    return { kind: isUntrusted(name) ? "untrusted" : "unreachable", name };
  }
  const name = error instanceof Error ? error.constructor.name : "unknown";
  const status = error instanceof Stripe.errors.StripeAPIError ? error.statusCode : undefined;
  // Without a status, the answer was no JSON.
  return { kind: (status ?? 0) < 500 ? "unreadable" : "unreachable", name };
}

/** Limits the size of answers, because Stripe's package reads an answer of any length. */
function capped(go: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await go(input, { ...init, redirect: "error" });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > answerMaxBytes) throw new Error("The answer is too long.", { cause: { code: tooLong } });
      chunks.push(chunk);
    }
    const { status, headers } = response;
    return new Response(Buffer.concat(chunks), { status, headers });
  };
}
