/** In ASCII order, so that texts of one length sort like the numbers they encode. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const timeDigits = 8;
const randomDigits = 22;
const randomBytesMin = 16;

/**
 * An opaque id such as `evt_1f2K…`: the prefix with its underscore, 8 digits of time (milliseconds) and 22 random
 * digits. Ids of one prefix sort by time when compared byte by byte, which keeps index writes close together. Needs 16
 * or more random bytes, so that it cannot be guessed.
 */
export function composeId(prefix: string, millis: number, randomBytes: Uint8Array): string {
  return prefix + digits(BigInt(millis), timeDigits) + composeToken(randomBytes);
}

/**
 * The id of a subscription, ours or one that another instance made; what follows the prefix stands in its links too. One
 * rule, so that whatever is moved in is found by its links.
 */
export const subscriptionIdShape = /^sub_[0-9A-Za-z]{16,60}$/;

/** When an id of this prefix was composed, in milliseconds; null for any other text. */
export function timeOfId(prefix: string, id: string): number | null {
  const time = id.slice(prefix.length, prefix.length + timeDigits);
  if (!id.startsWith(prefix) || !/^[0-9A-Za-z]{8}$/.test(time)) return null;
  return [...time].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
}

/** What `composeToken` makes; whatever else stands in an address is looked for nowhere. */
export const tokenShape = /^[0-9A-Za-z]{22}$/;

/** A secret for a public page's address: 22 letters and digits, at least 128 bits. Needs 16 or more random bytes. */
export function composeToken(randomBytes: Uint8Array): string {
  if (randomBytes.length < randomBytesMin)
    throw new RangeError(`A token needs ${randomBytesMin} random bytes.`);
  return base62(randomBytes, randomDigits);
}

/**
 * The bytes as one number, its last `length` digits in base 62. The remainder favours small numbers by at most
 * 62^length ÷ 2^(8 × bytes) of their probability: with 8 bytes more than the digits hold, this cannot be noticed. With
 * fewer bytes than the digits hold, nothing is lost or favoured.
 */
export function base62(bytes: Uint8Array, length: number): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return digits(value, length);
}

// As many digits as a number holds exactly, because dividing bigints digit by digit is slow.
const digitsAtOnce = 8;
const countAtOnce = 62n ** BigInt(digitsAtOnce);

function digits(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  while (text.length < length) {
    let few = Number(rest % countAtOnce);
    for (let place = 0; place < digitsAtOnce; place += 1) {
      text = alphabet.charAt(few % 62) + text;
      few = Math.floor(few / 62);
    }
    rest /= countAtOnce;
  }
  return text.slice(-length);
}

/** A UUIDv4 in lower case of 16 random bytes: the shape every rail takes as the id of a transfer. */
export function composeUuid(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 16) throw new RangeError("A UUID needs 16 random bytes.");
  const bytes = Uint8Array.from(randomBytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Whether a form's id is a valid id for a request to a rail. */
export function isUuidV4(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
}

/** The id of a row as an address or a form says it; 0, which no row has, for any other text. */
export function rowIdOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

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
  if (random.length < keyBytesMin) throw new RangeError(`A key needs ${keyBytesMin} random bytes.`);
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

const keyBytesMin = 32;
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

/** Without the letters and digits that are mistaken for each other on paper. */
const paperAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const groups = 4;
const groupLength = 4;
export const recoveryCodes = 10;
/** Random bytes that one code takes. */
export const recoveryCodeBytes = 24;

/** A code that stands in for a lost phone: `k3mn-9qpx-27hj-wd4c`, some 79 random bits. Needs 24 random bytes. */
export function composeRecoveryCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < recoveryCodeBytes)
    throw new RangeError(`A recovery code needs ${recoveryCodeBytes} random bytes.`);
  let value = 0n;
  for (const byte of randomBytes) value = (value << 8n) | BigInt(byte);
  const base = BigInt(paperAlphabet.length);
  let text = "";
  for (let place = 0; place < groups * groupLength; place += 1) {
    if (place > 0 && place % groupLength === 0) text += "-";
    text += paperAlphabet.charAt(Number(value % base));
    value /= base;
  }
  return text;
}

/** The normal form of a typed code, in which it is stored and compared; null when it cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const bare = typed.slice(0, 100).toLowerCase().replace(/[\s-]/g, "");
  if (bare.length !== groups * groupLength) return null;
  if ([...bare].some((letter) => !paperAlphabet.includes(letter))) return null;
  return bare.replace(/(.{4})(?=.)/g, "$1-");
}
