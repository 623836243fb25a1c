import { base62 } from "./token";

/** What a key may do: everything, or GET alone. */
export type KeyScope = "full" | "read";

export type KeyMode = "live" | "test";

/**
 * A secret key: `sk_live_sn_` or `sk_test_sn_`, 32 random letters and digits (190 bits), 6 of checksum. The tag `sn`
 * keeps leak scanners from taking it for another company's key. One that only reads has 33: a release that knows no
 * such keys then refuses it, where it would let it write. Needs 32 or more random bytes: 256 bits folded
 * into 62^33 values favour none of them by more than 2^-59.
 */
export function composeKey(mode: KeyMode, random: Uint8Array, scope: KeyScope = "full"): string {
  if (random.length < randomBytesMin) throw new RangeError(`A key needs ${randomBytesMin} random bytes.`);
  const body = `sk_${mode}_sn_${base62(random, scope === "read" ? secretDigits + 1 : secretDigits)}`;
  return body + checksum(body);
}

/**
 * Tells a possible key from a typing mistake without a database query. Null when the shape or the checksum is wrong.
 */
export function parseKey(text: string): { mode: KeyMode } | null {
  const match = keyShape.exec(text);
  if (!match) return null;
  const [, body = "", mode, sum] = match;
  if (sum !== checksum(body)) return null;
  return { mode: mode === "live" ? "live" : "test" };
}

const randomBytesMin = 32;
const secretDigits = 32;
const keyShape = /^(sk_(live|test)_sn_[0-9A-Za-z]{32,33})([0-9A-Za-z]{6})$/;

/** Covers the prefix and the secret, so that changing one word cannot turn a test key into a live key. */
function checksum(body: string): string {
  const sum = crc32(new TextEncoder().encode(body));
  return base62(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum), 6);
}

/** CRC-32 as in zip and PNG (ISO-HDLC), as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});
