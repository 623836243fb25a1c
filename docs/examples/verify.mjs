// Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
// WEBHOOK_SECRET=whsec_… X_SERVICE_SIGNATURE=… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… node verify.mjs < body
import { createHmac, timingSafeEqual } from "node:crypto";
import { buffer } from "node:stream/consumers";

const toleranceSeconds = 300;

/** `body` is the raw bytes as they came, before any JSON is parsed; `headers` has lower-case names. */
export function isGenuine(body, headers, secret) {
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  if (!equal(`sha256=${hex}`, headers["x-service-signature"])) return false;
  // The signature above covers the body alone. This one also covers the time, so an old delivery cannot be sent again.
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]));
  if (!(age <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const mac = createHmac("sha256", key)
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`)
    .update(body)
    .digest("base64");
  // During a rotation there are two, one for each secret.
  return (headers["webhook-signature"] ?? "").split(" ").some((given) => equal(`v1,${mac}`, given));
}

function equal(wanted, given) {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given ?? "")];
  return a.length === b.length && timingSafeEqual(a, b);
}

if (process.argv[1]?.endsWith("verify.mjs")) {
  const { env } = process;
  const headers = {
    "x-service-signature": env.X_SERVICE_SIGNATURE,
    "webhook-id": env.WEBHOOK_ID,
    "webhook-timestamp": env.WEBHOOK_TIMESTAMP,
    "webhook-signature": env.WEBHOOK_SIGNATURE,
  };
  process.exitCode = isGenuine(await buffer(process.stdin), headers, env.WEBHOOK_SECRET ?? "") ? 0 : 1;
}
