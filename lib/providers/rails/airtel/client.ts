import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from "node:crypto";
import { z } from "zod";
import { type AdapterOptions, type Answer, type Client, createClient } from "../wire/client";
import { withTokens } from "../wire/tokens";

/** One application at Airtel: one country, one currency. */
export interface AirtelConfig extends AdapterOptions {
  clientId: string;
  clientSecret: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
  livemode: boolean;
  /** Whether requests carry message signing, as the owner chose at Airtel. Its APIs are the newer ones then. */
  signs?: boolean;
  /** The four digits that approve payouts; absent where Disbursement is not used. */
  pin?: string;
  /** The key under which the PIN is encrypted; absent: the one that Airtel gives out for messages. */
  pinKey?: KeyObject;
  /** The private key of callback authentication; absent where it is off. */
  callbackKey?: string;
}

/** Airtel's companies have a host each, and a calling code that it never wants to read. */
const companies = {
  CD: ["airtel.cd", "243"],
  CG: ["airtel.cg", "242"],
  GA: ["airtel.ga", "241"],
  KE: ["airtelkenya.com", "254"],
  MW: ["airtel.mw", "265"],
  RW: ["airtel.co.rw", "250"],
  TZ: ["airtel.co.tz", "255"],
  UG: ["airtel.ug", "256"],
  ZM: ["airtel.co.zm", "260"],
} as const;

// Safe: the table has no other keys.
export const countries = Object.keys(companies) as (keyof typeof companies)[];

export function isServed(country: string): country is keyof typeof companies {
  return Object.hasOwn(companies, country);
}

function baseUrlOf({ baseUrl, country, livemode }: AirtelConfig): string {
  const domain = isServed(country) ? companies[country][0] : "airtel.africa";
  return baseUrl ?? `https://${livemode ? "openapi" : "openapiuat"}.${domain}`;
}

/** The number without its calling code; null where it is of another country, or no number at all. */
export function nationalOf(country: string, phone: string): string | null {
  const calling = isServed(country) ? companies[country][1] : "";
  const found = new RegExp(`^\\+?${calling}(\\d{7,10})$`).exec(phone);
  return found?.[1] ?? null;
}

/** Airtel's API with a token, signed where the owner wants it. */
export interface Airtel extends Client {
  config: AirtelConfig;
  /** Asks for an operation that moves money. Where it cannot be signed nothing is sent. */
  ask(path: string, json: Record<string, unknown>): Promise<Answer>;
  /** The public key that Airtel gives out; null where it cannot be had. */
  messageKey(): Promise<KeyObject | null>;
}

/** Tokens live for three minutes. One that is over was answered with 403 where the pages say 401. */
const marginMs = 30_000;
/** How long the key for messages is kept. Airtel changes it on days of its own. */
const keyMs = 10 * 60_000;

export function createAirtel(config: AirtelConfig): Airtel {
  const { clientId: client_id, clientSecret: client_secret } = config;
  const headers = { "x-country": config.country, "x-currency": config.currency };
  const json = { client_id, client_secret, grant_type: "client_credentials" };
  const client = withTokens(createClient("airtel", baseUrlOf(config), headers, config), {
    call: { method: "POST", path: "/auth/oauth2/token", json },
    ...{ marginMs, stale: [401, 403] },
  });
  let kept: { key: KeyObject; untilMs: number } | null = null;
  const messageKey = async () => {
    const nowMs = client.now().getTime();
    if (kept && nowMs < kept.untilMs) return kept.key;
    const key = await fetchKey(client);
    kept = key && { key, untilMs: nowMs + keyMs };
    return key;
  };
  return {
    ...client,
    config,
    messageKey,
    async ask(path, body) {
      const call = { method: "POST" as const, path, json: body, initiate: true };
      if (!config.signs) return client.call(call);
      const key = await messageKey();
      return key ? client.call({ ...call, headers: signatureOf(body, key) }) : { kind: "lost", unsent: true };
    },
  };
}

const keyPath = "/v1/rsa/encryption-keys";

async function fetchKey(client: Client): Promise<KeyObject | null> {
  const answer = await client.call({ method: "GET", path: keyPath });
  if (answer.kind === "lost" || answer.status >= 400) return null;
  const key = publicKeyOf(keyShape.safeParse(answer.body).data?.data.key ?? "");
  if (!key) client.anomaly("unreadable", `GET ${keyPath}: no key`);
  return key;
}

const keyShape = z.object({ data: z.object({ key: z.string() }) });

/** A public RSA key, with or without its BEGIN and END; null where it is none. */
export function publicKeyOf(text: string): KeyObject | null {
  const der = Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
  try {
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}

/** The body under a key made for it alone, and that key under Airtel's: whoever changes the body is found out. */
function signatureOf(body: Record<string, unknown>, to: KeyObject): Record<string, string> {
  const [key, iv] = [randomBytes(32), randomBytes(16)];
  const made = `${key.toString("base64")}:${iv.toString("base64")}`;
  const sealedKey = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(made));
  const signature = sealed(JSON.stringify(body), key, iv);
  return { "x-signature": signature, "x-key": sealedKey.toString("base64") };
}

export function sealed(text: string, key: Buffer, iv: Buffer): string {
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  return cipher.update(text, "utf8", "base64") + cipher.final("base64");
}

/** As Airtel's two versions of encryption want it: keys of 1024 bits have the older padding, keys of 2048 the newer. */
export function encryptedPin(pin: string, key: KeyObject): string {
  const isNewer = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  const padding = isNewer
    ? { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }
    : { padding: constants.RSA_PKCS1_PADDING };
  return publicEncrypt({ key, ...padding }, Buffer.from(pin)).toString("base64");
}
