import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/**
 * The value of `x-inngest-signature` for a body sent at `nowMs`. The body must be canonical JSON, because the SDK
 * parses it and signs its own canonical form.
 */
export function signatureOf(body: string, signingKey: string, nowMs: number): string {
  const seconds = Math.round(nowMs / 1000).toString();
  const digest = createHmac("sha256", signingKey.replace(/^signkey-\w+-/, ""))
    .update(body)
    .update(seconds)
    .digest("hex");
  return `t=${seconds}&s=${digest}`;
}

/** Compares secrets in constant time. Both are hashed first, so that lengths may differ. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
