import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** How callbacks are signed: as pawaPay's samples do, as the standard does, or not at all. */
export type Signing = "der" | "raw" | "off";

export interface Signer {
  id: string;
  privateKey: KeyObject;
  publicPem: string;
}

/** Written from the standard on message signatures, apart from what reads it. */
export function signed(
  signer: Signer,
  signing: Signing,
  url: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const plain = { "content-type": "application/json" };
  if (signing === "off") return plain;
  const { host, pathname } = new URL(url);
  const date = new Date(nowMs).toISOString();
  const digest = `sha-512=:${createHash("sha512").update(body).digest("base64")}:`;
  const createdS = Math.floor(nowMs / 1000);
  const components = '("@method" "@authority" "@path" "signature-date" "content-digest" "content-type")';
  const params = `${components};alg="ecdsa-p256-sha256";keyid="${signer.id}";created=${createdS};expires=${createdS + 60}`;
  const base = `"@method": POST
"@authority": ${host}
"@path": ${pathname}
"signature-date": ${date}
"content-digest": ${digest}
"content-type": application/json
"@signature-params": ${params}`;
  const dsaEncoding = signing === "der" ? "der" : "ieee-p1363";
  const signature = sign("sha256", Buffer.from(base), { key: signer.privateKey, dsaEncoding });
  return {
    ...plain,
    "content-digest": digest,
    "signature-date": date,
    "signature-input": `sig-pp=${params}`,
    signature: `sig-pp=:${signature.toString("base64")}:`,
  };
}

export function newSigner(number: number): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { id: `HTTP_EC_P256_KEY:${number}`, privateKey, publicPem };
}
