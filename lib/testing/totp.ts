import { Secret, TOTP } from "otpauth";

/** What the app shows now. */
export function totpCode(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
}
