import { constants, createCipheriv, createHmac, generateKeyPairSync, privateDecrypt } from "node:crypto";
import type { EmulatorRequest } from "./emulator";

// What Airtel's page on encryption asks for: a PIN sealed by RSA, requests signed by AES, callbacks with a hash.

/** 1024 bits, as the page has it. */
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1_024 });

/** As the page and the endpoint show it: base64, without the lines of a PEM. */
export const publicKeyText = publicKey.export({ type: "spki", format: "der" }).toString("base64");

/** What was sealed with the public key; null where its padding is not that of PKCS #1. */
export function opened(text: string): string | null {
  const sealed = Buffer.from(text, "base64");
  if (sealed.length !== 128) return null;
  try {
    // Node does not take this padding off any more, so it is taken off here.
    const bytes = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sealed);
    const end = bytes.indexOf(0, 2);
    return bytes[0] === 0 && bytes[1] === 2 && end >= 10 ? bytes.subarray(end + 1).toString("utf8") : null;
  } catch {
    return null;
  }
}

/** Whether the body, encrypted with the key that was sent along, gives the signature that was sent along. */
export function isSigned({ headers, text }: EmulatorRequest): boolean {
  const [key, iv] = (opened(headers["x-key"] ?? "") ?? "").split(":").map(bytesOf);
  if (key?.length !== 32 || iv?.length !== 16) return false;
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  return cipher.update(text, "utf8", "base64") + cipher.final("base64") === headers["x-signature"];
}

const bytesOf = (text: string) => Buffer.from(text, "base64");

/** Over the callback as it would be without its hash. */
export function hashOf(key: string, transaction: unknown): string {
  return createHmac("sha256", key).update(JSON.stringify({ transaction })).digest("base64");
}
