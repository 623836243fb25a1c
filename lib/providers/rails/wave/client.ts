import { createHmac } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import { type AdapterOptions, type Answer, type Client, createClient } from "../wire/client";
import { believed, disbelieved, isSame, readJson } from "../wire/results";

/** One business wallet at Wave: one country, one currency. */
export interface WaveConfig extends AdapterOptions {
  /** `wave_sn_prod_…` */
  apiKey: string;
  /** The signing secret of the webhook. */
  webhookSecret: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
}

const waveUrl = "https://api.wave.com";

export interface Wave extends Client {
  config: WaveConfig;
  /**
   * Asks for an operation that moves money. The key is an id of ours: of two requests with the same key Wave carries out
   * one.
   */
  ask(path: string, idempotencyKey: string, json?: Record<string, unknown>): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

export function createWave(config: WaveConfig): Wave {
  const auth = { authorization: `Bearer ${config.apiKey}` };
  const client = createClient("wave", config.baseUrl ?? waveUrl, auth, config);
  return {
    ...client,
    config,
    ask: (path, idempotencyKey, json) =>
      client.call({
        ...{ method: "POST", path, json, initiate: true },
        headers: { "idempotency-key": idempotencyKey },
      }),
    get: (path) => client.call({ method: "GET", path }),
  };
}

/** How Wave refuses: its pages show a code under three names. */
const refusalShape = z
  .object({
    code: z.string().nullish(),
    error_code: z.string().nullish(),
    error: z.string().nullish(),
    message: z.string().nullish(),
    error_message: z.string().nullish(),
  })
  .transform(({ code, error_code, error, message, error_message }) => ({
    code: code ?? error_code ?? error ?? null,
    message: message ?? error_message ?? undefined,
  }));

/** Null: no code of Wave's, so that something before Wave may have answered. */
export function refusalIn(body: unknown): { code: string; message?: string } | null {
  const found = refusalShape.safeParse(body).data;
  return found?.code ? { code: found.code, message: found.message } : null;
}

export const errorShape = refusalShape.nullish().catch(undefined);

/** How far the time of a signature may be from ours. */
const toleranceMs = 5 * 60_000;

/**
 * Signed over its time and its body, so that an old one is not played again. It names a payment, whose state is asked
 * for; other events are accepted and dropped.
 */
export function parseCallback({ webhookSecret }: WaveConfig, now: Date, raw: RawCallback): CallbackVerdict {
  if (!isSigned(webhookSecret, now, raw)) return disbelieved("signed", 401);
  const event = readJson(eventShape, raw.body);
  if (!event?.type.startsWith("checkout.session.")) return believed("signed", event && []);
  const session = sessionNamed.safeParse(event.data).data;
  if (!session) return believed("signed", null);
  const { id, client_reference } = session;
  const dedupeKey = `${event.type}:${event.id}`;
  return believed("signed", [{ op: "charge", ourId: client_reference ?? undefined, railRef: id, dedupeKey }]);
}

const eventShape = z.object({ id: z.string(), type: z.string(), data: z.unknown() });
const sessionNamed = z.object({ id: z.string(), client_reference: z.string().nullish() });

/** `t=1639081943,v1=…`; there are two while a secret is replaced. */
function isSigned(secret: string, now: Date, { headers, body }: RawCallback): boolean {
  const parts = (headers["wave-signature"] ?? "").split(",").map((part) => part.trim());
  const time = parts.find((part) => part.startsWith("t="))?.slice(2) ?? "";
  const awayMs = Math.abs(now.getTime() - Number(time) * 1000);
  if (!/^\d{1,12}$/.test(time) || awayMs > toleranceMs) return false;
  const expected = createHmac("sha256", secret).update(time).update(body).digest("hex");
  return parts.some((part) => part.startsWith("v1=") && isSame(part.slice(3), expected));
}
