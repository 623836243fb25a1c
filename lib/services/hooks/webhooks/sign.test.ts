import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Received, type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { deliverDueWebhooks } from "./deliver-due";
import { revealSecret, rotateSecret, switchSecret } from "./save-endpoint";

let world: TestWorld;
let store: TestStore;
let receiver: Receiver;
let endpoint: { id: number; secret: string };

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  world = testWorld();
  store = await testStore(world);
  endpoint = await endpointAt(world, store.live, receiver.url);
});

test("the body is { id, type, livemode, created_at, data } and the type is in X-Service-Event", async () => {
  const { event, received } = await deliverOne();
  expect(received.body).toBe(event.payload);
  expect(JSON.parse(received.body)).toMatchObject({
    id: event.id,
    type: "subscription.renewed",
    livemode: true,
    created_at: "2026-03-02T09:30:00+00:00",
    data: { object: "subscription", livemode: true },
  });
  expect(received.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Sente-Webhooks/1",
    "x-service-event": "subscription.renewed",
    "webhook-id": event.id,
    "webhook-timestamp": String(world.clock.now().getTime() / 1000),
  });
});

test("X-Service-Signature is sha256= and the hex HMAC of the raw body under the whole secret", async () => {
  const { received } = await deliverOne();
  expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const expected = hmac(Buffer.from(endpoint.secret), Buffer.from(received.body)).toString("hex");
  expect(received.headers["x-service-signature"]).toBe(`sha256=${expected}`);
});

test("webhook-signature is the one of Standard Webhooks: id, time and body under the decoded secret", async () => {
  const { received } = await deliverOne();
  expect(received.headers["webhook-signature"]).toBe(`v1,${standard(endpoint.secret, received)}`);
});

test("openssl and python agree with both signatures", async () => {
  const { received } = await deliverOne();
  const header = String(received.headers["x-service-signature"]);
  const openssl = run("openssl", ["dgst", "-sha256", "-hmac", endpoint.secret], received.body);
  if (openssl !== null) expect(`sha256=${openssl.trim().split(" ").pop()}`).toBe(header);
  const script = `
import base64, hashlib, hmac, sys
secret, id, at = sys.argv[1:4]
body = sys.stdin.buffer.read()
print("sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest())
key = base64.b64decode(secret[6:])
print("v1," + base64.b64encode(hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()).decode())`;
  const python = run(
    "python3",
    ["-c", script, endpoint.secret, received.id, String(received.headers["webhook-timestamp"])],
    received.body,
  );
  if (python !== null)
    expect(python.trim().split("\n")).toEqual([header, String(received.headers["webhook-signature"])]);
  expect(openssl ?? python, "neither openssl nor python3 is here to verify with").not.toBeNull();
});

test("a rotation rejects nobody: both secrets sign for 24 hours, the single-valued header moves last", async () => {
  const old = endpoint.secret;
  const { secret: fresh } = await rotateSecret(world, store.live, endpoint.id);
  for (const hours of [0, 12, 11.9]) {
    world.clock.advance(hours * 3_600_000);
    const { received } = await deliverOne();
    expect(received.headers["x-service-signature"]).toBe(bodySignature(old, received));
    expect(received.headers["webhook-signature"]).toBe(
      `v1,${standard(fresh, received)} v1,${standard(old, received)}`,
    );
  }
  expect(await revealSecret(world, store.live, endpoint.id)).toEqual({ secret: fresh, old });
  world.clock.advance(0.2 * 3_600_000);
  const { received } = await deliverOne();
  expect(received.headers["x-service-signature"]).toBe(bodySignature(fresh, received));
  expect(received.headers["webhook-signature"]).toBe(`v1,${standard(fresh, received)}`);
  expect(await revealSecret(world, store.live, endpoint.id)).toEqual({ secret: fresh, old: null });
});

test("Switch moves X-Service-Signature at once; rotating twice keeps the secret that was in use", async () => {
  const old = endpoint.secret;
  const { secret: unused } = await rotateSecret(world, store.live, endpoint.id);
  const { secret: fresh } = await rotateSecret(world, store.live, endpoint.id);
  const before = (await deliverOne()).received;
  expect(before.headers["x-service-signature"]).toBe(bodySignature(old, before));
  expect(before.headers["webhook-signature"]).not.toContain(standard(unused, before));
  await switchSecret(world, store.live, endpoint.id);
  const after = (await deliverOne()).received;
  expect(after.headers["x-service-signature"]).toBe(bodySignature(fresh, after));
  expect(after.headers["webhook-signature"]).toContain(standard(old, after));
  // The switch was of that rotation alone: the next one begins with the secret that is in use.
  const { secret: next } = await rotateSecret(world, store.live, endpoint.id);
  const again = (await deliverOne()).received;
  expect(again.headers["x-service-signature"]).toBe(bodySignature(fresh, again));
  expect(again.headers["webhook-signature"]).toContain(standard(next, again));
});

test("a secret is sealed in the database and never in the log of attempts", async () => {
  receiver.answer = (_request, response) =>
    response.end(`you sent ${endpoint.secret} sk_live_sn_abcdef \0 end`);
  const { event } = await deliverOne();
  receiver.answer = 200;
  const row = await world.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  expect(Buffer.from(row.secretSealed).includes(Buffer.from(endpoint.secret))).toBe(false);
  const [attempt] = await world.db.webhookAttempt.findMany({ where: { delivery: { eventId: event.id } } });
  expect(attempt?.responseBody).toBe("you sent whsec_… sk_live_…  end");
  expect(JSON.stringify(attempt?.requestHeaders)).not.toContain(endpoint.secret.slice(6));
});

async function deliverOne() {
  const event = await emitEvent(world, store.live);
  await deliverDueWebhooks(world, { storeId: store.store.id });
  const received = receiver.received.find((one) => one.id === event.id);
  if (!received) throw new Error("The event did not arrive.");
  return { event, received };
}

function bodySignature(secret: string, received: Received): string {
  return `sha256=${hmac(Buffer.from(secret), Buffer.from(received.body)).toString("hex")}`;
}

function standard(secret: string, received: Received): string {
  const content = `${received.headers["webhook-id"]}.${received.headers["webhook-timestamp"]}.${received.body}`;
  return hmac(Buffer.from(secret.split("_")[1] ?? "", "base64"), Buffer.from(content)).toString("base64");
}

/** HMAC-SHA256 by its definition (RFC 2104), so that nothing is shared with the code that signs. */
function hmac(key: Buffer, message: Buffer): Buffer {
  const sha = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const block = Buffer.alloc(64);
  (key.length > 64 ? sha(key) : key).copy(block);
  const pad = (byte: number) => block.map((value) => value ^ byte);
  return sha(Buffer.from(pad(0x5c)), sha(Buffer.from(pad(0x36)), message));
}

function run(command: string, args: string[], input: string): string | null {
  try {
    return execFileSync(command, args, { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
