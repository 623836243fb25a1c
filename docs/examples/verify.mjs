// Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
// WEBHOOK_SECRET=whsec_… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… node verify.mjs < body
// While a secret is being rotated: WEBHOOK_SECRET="whsec_old… whsec_new…". One of them alone does as well.
import { createHmac, timingSafeEqual } from "node:crypto";
import { buffer } from "node:stream/consumers";

const toleranceSeconds = 300;

/** `body` is the raw bytes as they came, before any JSON is parsed; `headers` has lower-case names. */
export function isGenuine(body, headers, secrets) {
  const id = headers["webhook-id"] ?? "";
  const sentAt = headers["webhook-timestamp"] ?? "";
  // It is signed as well, so an old delivery cannot be sent again by somebody else.
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > toleranceSeconds)
    return false;
  // webhook-signature covers all that X-Service-Signature does, and during a rotation it carries one of each secret.
  const given = (headers["webhook-signature"] ?? "").split(" ");
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    if (key.length === 0) return false;
    const mac = createHmac("sha256", key).update(`${id}.${sentAt}.`).update(body).digest("base64");
    return given.some((one) => equal(`v1,${mac}`, one));
  });
}

function equal(wanted, given) {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

if (process.argv[1]?.endsWith("verify.mjs")) {
  const { env } = process;
  const headers = {
    "webhook-id": env.WEBHOOK_ID,
    "webhook-timestamp": env.WEBHOOK_TIMESTAMP,
    "webhook-signature": env.WEBHOOK_SIGNATURE,
  };
  const secrets = (env.WEBHOOK_SECRET ?? "").split(" ");
  process.exitCode = isGenuine(await buffer(process.stdin), headers, secrets) ? 0 : 1;
}
