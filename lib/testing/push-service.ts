import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What a browser showed: the opened payload, and whose key had signed the request. */
interface Shown {
  payload: unknown;
  /** The key that the request names; its signature was verified with it. */
  publicKey: string;
  claims: { aud: string; exp: number; sub: string };
  ttl: string | undefined;
}

export interface PushService {
  url: string;
  /** What a browser would hand to the page. */
  subscription(name: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  shown: Shown[];
  /** What it answers from now on; 201 at first. */
  answer: { status: number };
  close(): Promise<void>;
}

/** A push service and its browsers, over real HTTP. Opens messages by RFC 8188 and 8291 with Node's crypto alone. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const service: PushService = {
    ...{ url: "", shown: [], answer: { status: 201 } },
    subscription(name) {
      const ecdh = createECDH("prime256v1");
      const auth = randomBytes(16);
      browsers.set(`/${name}`, { ecdh, auth });
      const p256dh = ecdh.generateKeys().toString("base64url");
      return { endpoint: `${service.url}/${name}`, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const browser = browsers.get(request.url ?? "");
    const { status } = service.answer;
    if (browser && status === 201) {
      const { authorization = "" } = request.headers;
      const payload = JSON.parse(open(Buffer.concat(chunks), browser.ecdh, browser.auth));
      service.shown.push({ payload, ...verified(authorization), ttl: request.headers.ttl?.toString() });
    }
    response.writeHead(browser ? status : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function open(message: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = message.subarray(0, 16);
  const idLength = message.readUInt8(20);
  const sender = message.subarray(21, 21 + idLength);
  const sealed = message.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const derive = (name: string, size: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), size));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with the octet 2 and padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** RFC 8292: `vapid t=<JWT>, k=<public key>`. Throws when the signature is not by that key. */
function verified(authorization: string): Pick<Shown, "publicKey" | "claims"> {
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), ?k=(\S+)$/i.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y } as never, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("The request is not signed by the key that it names.");
  return { publicKey, claims: JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) };
}
