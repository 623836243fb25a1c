import { createHash, createVerify, timingSafeEqual } from "node:crypto";
import type { RawCallback } from "../port";

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
