import type { Prisma } from "@/lib/db/client";
import type { SafePostResult } from "@/lib/providers/safe-post";
import { inCall, tellFailure, tellStatus } from "@/lib/providers/traces";
import type { World } from "@/lib/services/core/world";
import { type OpenSecrets, openSecrets, type SigningFacts, signWebhook } from "./sign";

const storedMaxBytes = 16 * 1024;
const slowMs = 2_000;

/** One POST to an endpoint: the request and the response, as stored in the log. */
export interface DeliveryAttempt {
  startedAt: Date;
  endedAt: Date;
  durationMs: number;
  url: string;
  requestHeaders: Record<string, string>;
  /** Null when there was no answer; `errorClass` and `errorMessage` then say why. */
  statusCode: number | null;
  errorClass: string | null;
  errorMessage: string | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
}

/** Signs with the current time and sends the stored bytes. Call it outside of any transaction. */
export async function attemptDelivery(
  world: World,
  endpoint: SigningFacts & { url: string },
  event: { eventId: string; type: string; payload: string; requestId?: string | null },
): Promise<DeliveryAttempt> {
  const startedAt = world.clock.now();
  const secrets = openSecrets(world, endpoint);
  const requestHeaders = signWebhook(world, secrets, {
    id: event.eventId,
    type: event.type,
    body: event.payload,
    timestamp: Math.floor(startedAt.getTime() / 1000),
    requestId: event.requestId ?? null,
  });
  const facts = { "sente.event": event.eventId, "sente.event_type": event.type };
  const result = await inCall("webhook", endpoint.url, facts, async (span) => {
    const answer = await world.post({ url: endpoint.url, headers: requestHeaders, body: event.payload });
    if (answer.kind === "response") tellStatus(span, answer.status, 400);
    else tellFailure(span, answer.errorClass);
    return answer;
  });
  const scrub = (text: string) => cleanForLog(text, secrets);
  return {
    startedAt,
    endedAt: world.clock.now(),
    url: endpoint.url,
    requestHeaders,
    ...answerOf(result, scrub),
  };
}

/** Success is a 2xx and nothing else (decisions, Webhooks). */
export function isSuccess(attempt: { statusCode: number | null }): boolean {
  return attempt.statusCode !== null && attempt.statusCode >= 200 && attempt.statusCode <= 299;
}

/** Whether the endpoint was too slow to share the places of those that answer at once. */
export function isSlow(attempt: { durationMs: number }): boolean {
  return attempt.durationMs > slowMs;
}

/**
 * The wait time that the receiver requested, in milliseconds; it sends seconds or an HTTP date. Undefined when it is
 * absent or unreadable.
 */
export function retryAfterMs(attempt: DeliveryAttempt): number | undefined {
  const value = attempt.responseHeaders?.["retry-after"]?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - attempt.endedAt.getTime());
}

/** The attempt as a row of the log. */
export function attemptRow(deliveryId: bigint, attempt: DeliveryAttempt, sentBy: string | null) {
  return {
    deliveryId,
    startedAt: attempt.startedAt,
    durationMs: attempt.durationMs,
    url: attempt.url,
    requestHeaders: attempt.requestHeaders,
    statusCode: attempt.statusCode,
    errorClass: attempt.errorClass,
    ...(attempt.responseHeaders ? { responseHeaders: attempt.responseHeaders } : {}),
    responseBody: attempt.responseBody,
    sentBy,
  } satisfies Prisma.WebhookAttemptUncheckedCreateInput;
}

function answerOf(result: SafePostResult, scrub: (text: string) => string) {
  const { durationMs } = result;
  if (result.kind === "error") {
    return {
      durationMs,
      statusCode: null,
      errorClass: result.errorClass,
      errorMessage: result.message,
      responseHeaders: null,
      // There is no answer to store, so the log has the reason in words.
      responseBody: result.message,
    };
  }
  const headers = Object.entries(result.headers).map(([name, value]) => [name, scrub(value)]);
  return {
    durationMs,
    statusCode: result.status,
    errorClass: null,
    errorMessage: null,
    responseHeaders: Object.fromEntries(headers),
    responseBody: scrub(result.body),
  };
}

/**
 * Cleans a receiver's answer, which its owner can read in the log: no NUL, which the database refuses, and no secrets.
 */
function cleanForLog(text: string, { current, old }: OpenSecrets): string {
  let clean = text.replaceAll("\0", "");
  for (const secret of old === null ? [current] : [current, old])
    clean = clean.replaceAll(secret, "whsec_…").replaceAll(secret.slice(6), "…");
  clean = clean.replace(/\b(sk_(?:live|test)_|whsec_)[A-Za-z0-9_+/=-]+/g, "$1…");
  if (Buffer.byteLength(clean) <= storedMaxBytes) return clean;
  return Buffer.from(clean)
    .subarray(0, storedMaxBytes)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}
