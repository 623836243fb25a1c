import { createHash, createVerify, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import type { Client } from "../wire/client";
import { believed, digestOf, disbelieved, readJson } from "../wire/results";
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
  needsSignature: boolean,
  keys: Keys,
  raw: RawCallback,
): Promise<CallbackVerdict> {
  const isSigned = "signature" in raw.headers || "signature-input" in raw.headers;
  if (!isSigned) {
    if (needsSignature) return disbelieved("signed", 401);
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
  if (signature === "unknown_key") return disbelieved("signed", keys.byId.size === 0 ? 503 : 401);
  return signature === "good" ? verdictOf(client, raw, "signed") : disbelieved("signed", 401);
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
  return believed(auth, found && [eventOf(client, raw, found, auth)]);
}

/** The dedupe key of an unsigned callback covers its bytes, so that a forged callback never hides the true one. */
function eventOf(client: Client, raw: RawCallback, { id, operation }: Found, auth: "signed" | "none") {
  const op = operation.depositId ? "charge" : operation.payoutId ? "payout" : "refund";
  const proof = auth === "signed" ? "signed" : digestOf(raw.body);
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
  const ids = readJson(idsShape, body);
  const id = ids?.depositId ?? ids?.payoutId ?? ids?.refundId;
  if (!ids || id === undefined) return null;
  return { id, operation: readJson(operationShape, body) ?? { status: "PROCESSING", ...ids } };
}

const idsShape = z.object({
  depositId: z.string().max(64).optional(),
  payoutId: z.string().max(64).optional(),
  refundId: z.string().max(64).optional(),
});

/** `unknown_key`: signed with a key that we do not have; pawaPay may have created it recently. */
export type SignatureVerdict = "good" | "bad" | "unknown_key";

/** The allowed difference between pawaPay's clock and ours. */
const skewMs = 60_000;

/**
 * Verifies an HTTP message signature over the method, the address, the digest of the body and its date. pawaPay's
 * samples write the signature as DER, its standard as two numbers side by side: both are accepted. `keyFor` gives the
 * PEM of a key id.
 */
export function verifySignature(
  raw: RawCallback,
  keyFor: (id: string) => string | undefined,
  nowMs: number,
): SignatureVerdict {
  const input = readInput(raw.headers["signature-input"] ?? "");
  if (!input || !isDigestRight(raw)) return "bad";
  const { label, covered, params, text } = input;
  if (params.alg !== "ecdsa-p256-sha256") return "bad";
  if (params.expires !== undefined && nowMs > Number(params.expires) * 1000 + skewMs) return "bad";
  if (!["@method", "@path", "content-digest"].every((name) => covered.includes(name))) return "bad";
  const lines: string[] = [];
  for (const name of covered) {
    const value = componentOf(raw, name);
    if (value === undefined) return "bad";
    lines.push(`"${name}": ${value}`);
  }
  const base = [...lines, `"@signature-params": ${text}`].join("\n");
  const pem = keyFor(params.keyid ?? "");
  if (!pem) return "unknown_key";
  const encoded = new RegExp(`(?:^|,\\s*)${label}=:([A-Za-z0-9+/=]+):`).exec(
    raw.headers.signature ?? "",
  )?.[1];
  if (!encoded) return "bad";
  return isSignedBy(base, pem, Buffer.from(encoded, "base64")) ? "good" : "bad";
}

interface SignatureInput {
  label: string;
  covered: string[];
  params: Record<string, string>;
  /** What follows the label, which is signed too. */
  text: string;
}

function readInput(header: string): SignatureInput | null {
  const match = /^([\w-]+)=(\(([^)]*)\)([^,]*))$/.exec(header);
  if (!match) return null;
  const [, label = "", text = "", names = "", rest = ""] = match;
  const pairs = [...rest.matchAll(/;(\w+)=(?:"([^"]*)"|([^;"]+))/g)];
  return {
    label,
    text,
    covered: names.split(" ").map((name) => name.replaceAll('"', "")),
    params: Object.fromEntries(pairs.map(([, key, quoted, bare]) => [key, quoted ?? bare ?? ""])),
  };
}

function isDigestRight({ headers, body }: RawCallback): boolean {
  const match = /^(sha-256|sha-512)=:([A-Za-z0-9+/=]+):$/.exec(headers["content-digest"] ?? "");
  if (!match) return false;
  const [, algorithm = "", given = ""] = match;
  const expected = createHash(algorithm.replace("-", "")).update(body).digest();
  const said = Buffer.from(given, "base64");
  return said.length === expected.length && timingSafeEqual(said, expected);
}

function componentOf(raw: RawCallback, name: string): string | undefined {
  switch (name) {
    case "@method":
      return raw.method;
    case "@authority":
      return raw.host;
    case "@path":
      return raw.path;
    default:
      return name.startsWith("@") ? undefined : raw.headers[name];
  }
}

/** A signature of 64 bytes can, rarely, be DER as well. */
function isSignedBy(base: string, key: string, signature: Buffer): boolean {
  const encodings = signature.length === 64 ? (["ieee-p1363", "der"] as const) : (["der"] as const);
  return encodings.some((dsaEncoding) => {
    try {
      return createVerify("sha256").update(base).verify({ key, dsaEncoding }, signature);
    } catch {
      return false;
    }
  });
}
