import type { EventType } from "@/lib/domain/event-types";

export type { EventType } from "@/lib/domain/event-types";

export interface EventFacts {
  id: string;
  type: EventType | "ping";
  livemode: boolean;
  createdAt: Date;
  data: Record<string, unknown>;
}

/**
 * The exact text that is signed, sent and resent: `{id, type, livemode, created_at, data}` (spec, Events). It is made
 * once and stored, because receivers verify the signature over these bytes.
 */
export function serializeEvent(event: EventFacts): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    created_at: timestamp(event.createdAt),
    data: event.data,
  });
}

/** ISO 8601 with a UTC offset, whole seconds: `2026-01-31T09:30:00+00:00` (spec, rule 4). */
export function timestamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}

export function timestampOrNull(at: Date | null): string | null {
  return at && timestamp(at);
}

/** The input of both signatures and of the headers. */
export interface WebhookFacts {
  /** `evt_…`: also the id by which receivers recognise a repeated delivery. */
  id: string;
  type: string;
  /** The exact text that is sent. */
  body: string;
  /** Seconds since 1970 of this attempt. */
  timestamp: number;
  /** The request that the event came of, where one did: the same id as in the answers of the API and in the log. */
  requestId?: string | null;
}

/** The content of the Standard Webhooks signature; the spec's own signature covers only the body. */
export function signedContent(facts: WebhookFacts): string {
  return `${facts.id}.${facts.timestamp}.${facts.body}`;
}

/**
 * The headers of one attempt. `bodyMac` is the hex HMAC of the body (spec, Events); `contentMacs` are the base64 HMACs
 * of `signedContent`, one for each secret that is valid now, the newest first.
 */
export function webhookHeaders(
  facts: WebhookFacts,
  macs: { bodyMac: string; contentMacs: string[] },
  serviceName: string,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": `${productToken(serviceName)}-Webhooks/1`,
    "X-Service-Event": facts.type,
    "X-Service-Signature": `sha256=${macs.bodyMac}`,
    ...(facts.requestId ? { "X-Service-Request-Id": facts.requestId } : {}),
    "webhook-id": facts.id,
    "webhook-timestamp": String(facts.timestamp),
    "webhook-signature": macs.contentMacs.map((mac) => `v1,${mac}`).join(" "),
  };
}

/** A display name can have spaces and any script; a product token in User-Agent cannot. */
function productToken(name: string): string {
  return name.normalize("NFKD").replace(/[^A-Za-z0-9.]+/g, "") || "Service";
}
