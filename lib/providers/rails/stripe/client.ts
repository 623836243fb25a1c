import Stripe from "stripe";
import { exponentOf, isCurrency, type Money } from "@/lib/domain/money";
import { type Anomaly, type AnomalyKind, traced } from "../wire/client";
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

/**
 * Never throws. A timeout, a 5xx, a 429 and an answer that cannot be read are all `lost`. `call` is given the options of
 * a read.
 */
export async function attempt<T>(
  client: StripeClient,
  what: string,
  call: (reading: Stripe.RequestOptions) => Promise<T>,
): Promise<Outcome<T>> {
  try {
    return { kind: "ok", value: await call({ timeout: client.readMs }) };
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

/** Stripe's number of decimals, where it differs from ISO 4217. */
const own: Record<string, number> = { UGX: 2, ISK: 2, MGA: 0 };

/**
 * In Stripe's smallest unit, which is not always the currency's own. Null when the amount cannot be charged exactly.
 */
export function toStripe({ minor, currency }: Money): number | null {
  const shift = shiftOf(currency);
  const amount = shift >= 0 ? minor * 10n ** BigInt(shift) : exactly(minor, 10n ** BigInt(-shift));
  if (amount === null || amount <= 0n) return null;
  // With three decimals, the last one must be 0.
  return exponentOf(currency) === 3 && amount % 10n !== 0n ? null : Number(amount);
}

/** Null when it is not a whole amount of that currency. */
export function fromStripe(amount: number, stripeCurrency: string): Money | null {
  const currency = stripeCurrency.toUpperCase();
  if (!isCurrency(currency) || !Number.isSafeInteger(amount)) return null;
  const shift = shiftOf(currency);
  const minor =
    shift >= 0 ? exactly(BigInt(amount), 10n ** BigInt(shift)) : BigInt(amount) * 10n ** BigInt(-shift);
  return minor === null ? null : { minor, currency };
}

function shiftOf(currency: string): number {
  const exponent = exponentOf(currency);
  return (own[currency] ?? exponent) - exponent;
}

function exactly(value: bigint, step: bigint): bigint | null {
  return value % step === 0n ? value / step : null;
}
