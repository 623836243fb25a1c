import { createHash } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import type { Client } from "../wire/client";
import type { PawapayConfig } from "./config";
import { verifySignature } from "./signature";
import { type Operation, operationShape, statusOf } from "./statuses";

/** pawaPay's public keys, fetched when first needed, then once a day or for an unknown key. */
export interface Keys {
  fetchedAtMs: number;
  byId: Map<string, string>;
}

const keysMs = 24 * 60 * 60 * 1000;
/** An unknown key triggers a fetch at most this often, so that a caller cannot make us fetch all the time. */
const unknownKeyMs = 60_000;

/** A signed callback is trusted. An unsigned one is a hint to poll, or refused where signatures are required. */
export async function parseCallback(
  client: Client,
  config: PawapayConfig,
  keys: Keys,
  raw: RawCallback,
): Promise<CallbackVerdict> {
  const isSigned = "signature" in raw.headers || "signature-input" in raw.headers;
  if (!isSigned) {
    if (config.requireSignedCallbacks) return refused(401);
    return verdictOf(client, raw, "none");
  }
  const nowMs = client.now().getTime();
  if (nowMs - keys.fetchedAtMs > keysMs) await fetchKeys(client, keys, nowMs);
  let signature = verifySignature(raw, (id) => keys.byId.get(id), nowMs);
  if (signature === "unknown_key" && nowMs - keys.fetchedAtMs > unknownKeyMs) {
    await fetchKeys(client, keys, nowMs);
    signature = verifySignature(raw, (id) => keys.byId.get(id), nowMs);
  }
  // Without any key nothing can be verified: pawaPay must send it again.
  if (signature === "unknown_key") return refused(keys.byId.size === 0 ? 503 : 401);
  return signature === "good" ? verdictOf(client, raw, "signed") : refused(401);
}

async function fetchKeys(client: Client, keys: Keys, nowMs: number): Promise<void> {
  const answer = await client.call({ method: "GET", path: "/v2/public-key/http" });
  const found = keysShape.safeParse(answer.kind === "answer" ? answer.body : null);
  if (!found.success) return;
  keys.fetchedAtMs = nowMs;
  keys.byId = new Map(found.data.map(({ id, key }) => [id, key]));
}

const keysShape = z.array(z.object({ id: z.string(), key: z.string() })).min(1);

function verdictOf(client: Client, raw: RawCallback, auth: "signed" | "none"): CallbackVerdict {
  const found = readOperation(raw.body);
  if (!found) return { authentic: true, auth, events: [], reply: { status: 400 } };
  return { authentic: true, auth, events: [eventOf(client, raw, found, auth)], reply: { status: 200 } };
}

/** The dedupe key of an unsigned callback covers its bytes, so that a forged callback never hides the true one. */
function eventOf(client: Client, raw: RawCallback, { id, operation }: Found, auth: "signed" | "none") {
  const op = operation.depositId ? "charge" : operation.payoutId ? "payout" : "refund";
  const proof = auth === "signed" ? "signed" : createHash("sha256").update(raw.body).digest("hex");
  const event = {
    op,
    ourId: id,
    railRef: id,
    dedupeKey: `${op}:${id}:${operation.status}:${proof}`,
  } as const;
  if (auth !== "signed" || op !== "charge") return event;
  return { ...event, claim: statusOf(client, id, operation) };
}

interface Found {
  id: string;
  operation: Operation;
}

/** Of older shapes only the id is read: the status is polled. */
function readOperation(body: Buffer): Found | null {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    const full = operationShape.safeParse(json);
    const ids = idsShape.safeParse(json);
    const id = ids.success ? (ids.data.depositId ?? ids.data.payoutId ?? ids.data.refundId) : undefined;
    if (!ids.success || id === undefined) return null;
    return { id, operation: full.success ? full.data : { status: "PROCESSING", ...ids.data } };
  } catch {
    return null;
  }
}

const idsShape = z.object({
  depositId: z.string().max(64).optional(),
  payoutId: z.string().max(64).optional(),
  refundId: z.string().max(64).optional(),
});

function refused(status: 401 | 503): CallbackVerdict {
  return { authentic: false, auth: "signed", events: [], reply: { status } };
}
