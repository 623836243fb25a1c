import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookSignatureError } from "./errors.ts";
import type { webhooks } from "./types.ts";

type Events = { [Type in keyof webhooks]: NonNullable<webhooks[Type]["post"]["requestBody"]>["content"] };
/** What arrives at an endpoint. New types can come; ignore those you do not know. */
export type WebhookEvent = Events[keyof Events]["application/json"];

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How old a delivery may be; 300 seconds when not given. */
  toleranceSeconds?: number;
  /** Unix seconds; for tests. */
  nowSeconds?: number;
}

/** As the environment has them: one of several may be absent, but not all. */
export type Secrets = string | undefined | readonly (string | undefined)[];

/**
 * The event of a delivery, once it is known to be genuine and of just now. `body` is the raw text or bytes as they came,
 * before any JSON is parsed. Give both secrets while one is being rotated. Throws WebhookSignatureError, and TypeError
 * where no secret is given.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secrets: Secrets,
  options: VerifyOptions = {},
): WebhookEvent {
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body;
  const known = knownSecrets(secrets);
  const given = (name: string) => headerOf(headers, name);
  const id = given("webhook-id");
  const sentAt = given("webhook-timestamp");
  const now = options.nowSeconds ?? Date.now() / 1000;
  // It covers all that X-Service-Signature does and the time as well, and while a secret is rotated it carries one of
  // each, so a receiver that has the new one early turns nothing away.
  const signatures = given("webhook-signature").split(" ");
  if (
    !known.some((secret) => signatures.some((one) => same(contentSignature(id, sentAt, bytes, secret), one)))
  )
    throw new WebhookSignatureError("webhook-signature does not fit this delivery and secret.");
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(now - Number(sentAt)) > (options.toleranceSeconds ?? 300))
    throw new WebhookSignatureError("This delivery is too old, or the clock of this machine is wrong.");
  return asEvent(JSON.parse(Buffer.from(bytes).toString("utf8")));
}

/** Anybody can sign with an empty secret. */
export function knownSecrets(secrets: Secrets): string[] {
  const known = [secrets].flat().filter((secret) => keyOf(secret ?? "").length > 0);
  if (known.length === 0) throw new TypeError("Give the secret of the webhook endpoint, whsec_….");
  // Safe: the empty ones are gone.
  return known as string[];
}

/** A delivery as the service would send it, for the tests of your own endpoint. */
export function signTestWebhook(
  event: WebhookEvent,
  secret: string,
  options: { nowSeconds?: number } = {},
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event);
  const bytes = Buffer.from(body, "utf8");
  const sentAt = String(Math.floor(options.nowSeconds ?? Date.now() / 1000));
  return {
    body,
    headers: {
      "content-type": "application/json",
      "x-service-event": event.type,
      "x-service-signature": bodySignature(bytes, secret),
      "webhook-id": event.id,
      "webhook-timestamp": sentAt,
      "webhook-signature": contentSignature(event.id, sentAt, bytes, secret),
    },
  };
}

/** The whole secret is the key, `whsec_` included. */
function bodySignature(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** Standard Webhooks: the key is what the secret's base64 stands for. */
function contentSignature(id: string, sentAt: string, body: Uint8Array, secret: string): string {
  return `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${sentAt}.`).update(body).digest("base64")}`;
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ""), "base64");
}

function same(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function headerOf(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? "";
}

/** Safe: the signature says that the service made this text, and the service makes them of this type. */
function asEvent(value: unknown): WebhookEvent {
  return value as WebhookEvent;
}
