import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** The uses of the root secret. Each purpose has its own key, derived from the root. */
export interface Secrets {
  /** AES-256-GCM; the first byte names the key, so that it can be changed later. */
  seal(text: string): Uint8Array<ArrayBuffer>;
  /** The text given to `seal`; throws when it was sealed with another root secret or was altered. */
  open(sealed: Uint8Array): string;
  /** HMAC-SHA256 of the text under the purpose's own key. */
  mac(purpose: string, text: string): Uint8Array;
}

const keyId = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** `root` is the operator's SECRET_KEY, at least 32 bytes. */
export function createSecrets(root: Uint8Array): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", root, "sente", purpose, 32));
  const sealKey = derive("seal/1");
  const macKeys = new Map<string, Buffer>();
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.from([keyId]), nonce, cipher.getAuthTag(), body]));
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== keyId)
        throw new Error("This value was sealed with a key that this server does not have.");
      const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(1, 1 + nonceBytes));
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes));
      const body = bytes.subarray(1 + nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    mac(purpose, text) {
      let key = macKeys.get(purpose);
      if (!key) {
        key = derive(`mac/${purpose}`);
        macKeys.set(purpose, key);
      }
      return createHmac("sha256", key).update(text).digest();
    },
  };
}

/**
 * The fingerprint that is stored for a key or a mailed token. With 128 bits of entropy or more, a fast hash is enough.
 */
export function fingerprint(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}
