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
