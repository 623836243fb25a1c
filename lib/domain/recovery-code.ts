/** Without the letters and digits that are mistaken for each other on paper. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
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
  const base = BigInt(alphabet.length);
  let text = "";
  for (let place = 0; place < groups * groupLength; place += 1) {
    if (place > 0 && place % groupLength === 0) text += "-";
    text += alphabet.charAt(Number(value % base));
    value /= base;
  }
  return text;
}

/** The normal form of a typed code, in which it is stored and compared; null when it cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const bare = typed.slice(0, 100).toLowerCase().replace(/[\s-]/g, "");
  if (bare.length !== groups * groupLength) return null;
  if ([...bare].some((letter) => !alphabet.includes(letter))) return null;
  return bare.replace(/(.{4})(?=.)/g, "$1-");
}
