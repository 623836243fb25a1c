import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** The uses of the root secret. Each purpose has its own key, derived from the root. */
export interface Secrets {
  /** AES-256-GCM; the first byte names the key. */
  seal(text: string): Uint8Array<ArrayBuffer>;
  /** The text given to `seal`; throws when it was sealed with a root secret that is not here, or was altered. */
  open(sealed: Uint8Array): string;
  /** The value sealed with the present root secret; null when it is already. */
  reseal(sealed: Uint8Array): Uint8Array<ArrayBuffer> | null;
  /** HMAC-SHA256 of the text under the purpose's own key. */
  mac(purpose: string, text: string): Uint8Array;
  /** The same under the present root secret and each older one, to recognise what was given out before a change. */
  macs(purpose: string, text: string): Uint8Array[];
}

/** The name of every key before keys had names. */
const unnamed = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `root` is the operator's SECRET_KEY, at least 32 bytes. `older` are earlier ones: they open and recognise, and never
 * seal.
 */
export function createSecrets(root: Uint8Array, older: readonly Uint8Array[] = []): Secrets {
  const present = keysOf(root);
  const ring = [present, ...older.map(keysOf)];
  const open = (sealed: Uint8Array) => {
    let problem = new Error("This value was sealed with a key that this server does not have.");
    for (const keys of ring)
      if (sealed[0] === keys.name || sealed[0] === unnamed)
        try {
          return { keys, text: unseal(keys.sealKey, sealed) };
        } catch (error) {
          if (error instanceof Error) problem = error;
        }
    throw problem;
  };
  const seal = (text: string) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", present.sealKey, nonce);
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return new Uint8Array(Buffer.concat([Buffer.from([present.name]), nonce, cipher.getAuthTag(), body]));
  };
  return {
    seal,
    open: (sealed) => open(sealed).text,
    reseal(sealed) {
      const { keys, text } = open(sealed);
      return keys === present && sealed[0] === present.name ? null : seal(text);
    },
    mac: (purpose, text) => present.mac(purpose, text),
    macs: (purpose, text) => ring.map((keys) => keys.mac(purpose, text)),
  };
}

function keysOf(root: Uint8Array) {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", root, "sente", purpose, 32));
  const macKeys = new Map<string, Buffer>();
  // 0 and 1 are no names. Two keys may have one name: then both are tried.
  const name = 2 + ((derive("name/1")[0] ?? 0) % 254);
  const mac = (purpose: string, text: string): Uint8Array => {
    let key = macKeys.get(purpose);
    if (!key) {
      key = derive(`mac/${purpose}`);
      macKeys.set(purpose, key);
    }
    return createHmac("sha256", key).update(text).digest();
  };
  return { name, sealKey: derive("seal/1"), mac };
}

function unseal(key: Buffer, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + nonceBytes));
  decipher.setAuthTag(bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes));
  const body = bytes.subarray(1 + nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}

/**
 * The fingerprint that is stored for a key or a mailed token. With 128 bits of entropy or more, a fast hash is enough.
 */
export function fingerprint(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}
