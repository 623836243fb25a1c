import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const secretBytes = 20;
const periodMs = 30_000;

/** A shared secret for an authenticator app, in base 32. Needs 20 random bytes. */
export function newTotpSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length < secretBytes) throw new RangeError(`A secret needs ${secretBytes} random bytes.`);
  return new Secret({ buffer: new Uint8Array(randomBytes.subarray(0, secretBytes)).buffer }).base32;
}

/** The text of the QR code for the app. */
export function totpUri(secret: string, names: { issuer: string; label: string }): string {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The number of the half minute of a code; null for a wrong code. The half minutes before and after count too, because
 * clocks differ. The caller must use this number to accept each code only once.
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / periodMs) + delta;
}

/** Unpredictable bytes. Injected, so that a simulated run can be repeated from its seed. */
export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
