import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSafePost } from "@/lib/providers/safe-post";
import { transact } from "@/lib/services/core/unit";
import { endSession } from "@/lib/services/people/accounts/sessions";
import { bodyOf, listen } from "@/lib/testing/listen";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { readVapidKeys } from "./deliver-push";
import { addPushDevice, devicesMax, listPushDevices, removePushDevice, renewPushDevice } from "./devices";
import { sendTestAlert } from "./settings";
import { tellDueAlerts } from "./tell-due";

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
    close: () => close(),
  };
  const { url, close } = await listen(async (request, response) => {
    const browser = browsers.get(request.url ?? "");
    const { status } = service.answer;
    if (browser && status === 201) {
      const { authorization = "" } = request.headers;
      const payload = JSON.parse(open(await bodyOf(request), browser.ecdh, browser.auth));
      service.shown.push({ payload, ...verified(authorization), ttl: request.headers.ttl?.toString() });
    }
    response.writeHead(browser ? status : 404).end();
  });
  service.url = url;
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

let service: PushService;
let world: TestWorld;
let shop: TestStore;
let sessionId: string;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = testWorld(takers());
  shop = await testStore(world);
  sessionId = randomUUID();
  const now = world.clock.now();
  await world.db.session.create({
    data: { id: sessionId, userId: shop.owner.id, userAgent: "", createdAt: now, lastSeenAt: now },
  });
  service.shown.length = 0;
  service.answer.status = 201;
});

const userAgent = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36";

function add(typed: unknown, seller = shop.live): Promise<void> {
  return addPushDevice(world, seller, { typed: JSON.stringify(typed), userAgent, sessionId });
}

async function paid(): Promise<void> {
  await transact(world, async (unit) =>
    unit.alert({
      ...{ storeId: shop.store.id, event: "payment", kind: "alert_payment", fact: randomUUID() },
      amount: { minor: 150_000n, currency: "UGX" },
      details: { payer: "Achieng", item: "Honey", reference: "SBX1", path: "/dashboard/orders/1" },
    }),
  );
  await tellDueAlerts(world);
  await deliverMessages(world);
}

test("a payment is shown on a device, opened with the browser's own key and signed by the instance", async () => {
  await add(service.subscription("one"));
  await paid();
  const [shown, ...more] = service.shown;
  expect(more).toEqual([]);
  expect(shown?.payload).toEqual({
    ...{ title: "Test Store", body: "UGX 150,000 from Achieng", path: "/dashboard/orders/1" },
    tag: expect.any(String),
  });
  const { publicKey, privateKey } = await readVapidKeys(world);
  expect(shown).toMatchObject({ publicKey, ttl: "86400", claims: { aud: service.url } });
  expect(await readVapidKeys(world)).toEqual({ publicKey, privateKey });
  const row = await world.db.instanceKey.findUniqueOrThrow({ where: { name: "vapid" } });
  expect(Buffer.from(row.sealed).toString("latin1")).not.toContain(privateKey);
});

test("each device is told once, also when workers look at once", async () => {
  await add(service.subscription("a"));
  await add(service.subscription("b"));
  expect((await listPushDevices(world, shop.owner.id)).map(({ name }) => name)).toEqual([
    "Chrome on Android",
    "Chrome on Android",
  ]);
  await Promise.all([paid(), tellDueAlerts(world)]);
  await deliverMessages(world);
  expect(service.shown).toHaveLength(2);
});

test.each([404, 410])("a device whose push service answers %i is forgotten", async (status) => {
  await add(service.subscription(`gone${status}`));
  service.answer.status = status;
  await paid();
  expect(await listPushDevices(world, shop.owner.id)).toEqual([]);
});

test("a busy push service is tried again, and the message arrives once", async () => {
  await add(service.subscription("busy"));
  service.answer.status = 503;
  await paid();
  expect(await listPushDevices(world, shop.owner.id)).toHaveLength(1);
  service.answer.status = 201;
  world.clock.advance(60_000);
  await deliverMessages(world);
  await deliverMessages(world);
  expect(service.shown).toHaveLength(1);
});

test("nothing goes to a device after its session was ended", async () => {
  await add(service.subscription("lost"));
  await endSession(world, shop.owner.id, sessionId);
  await paid();
  expect(service.shown).toEqual([]);
  expect(await listPushDevices(world, shop.owner.id)).toEqual([]);
});

test("a browser that another person takes over shows nothing that waited for the first", async () => {
  const shared = service.subscription("shared");
  await add(shared);
  await transact(world, async (unit) =>
    unit.alert({
      ...{ storeId: shop.store.id, event: "payout", kind: "alert_payout_paid", fact: randomUUID() },
      amount: { minor: 1n, currency: "UGX" },
      details: { destination: "MTN", path: "/dashboard/wallet" },
    }),
  );
  await tellDueAlerts(world);
  const other = await testStore(world);
  await add(shared, other.live);
  await deliverMessages(world);
  expect(service.shown).toEqual([]);
  expect(await listPushDevices(world, shop.owner.id)).toEqual([]);
  expect(await listPushDevices(world, other.owner.id)).toHaveLength(1);
});

test("a browser with a new address is the same device: the old one is forgotten, nobody else's", async () => {
  const old = service.subscription("old");
  await add(old);
  const stranger = await testStore(world);
  const theirs = service.subscription("theirs");
  await add(theirs, stranger.live);
  const renew = (from: string | null, subscription: unknown) =>
    renewPushDevice(world, shop.live, {
      typed: JSON.stringify({ old: from, subscription }),
      ...{ userAgent, sessionId },
    });
  await renew(old.endpoint, service.subscription("new"));
  expect(await listPushDevices(world, shop.owner.id)).toHaveLength(1);
  await paid();
  expect(service.shown).toHaveLength(1);
  await renew(theirs.endpoint, service.subscription("newer"));
  expect(await listPushDevices(world, stranger.owner.id)).toHaveLength(1);
  await expect(renew(old.endpoint, null)).rejects.toMatchObject({
    errors: { form: [{ code: "device_unknown" }] },
  });
  await expect(renew(old.endpoint, { endpoint: "x" })).rejects.toThrow();
});

test("an address inside our network, or no address, is refused and never asked", async () => {
  const { keys } = service.subscription("x");
  const world2 = { ...world, config: { ...world.config, allowLocalWebhooks: false } };
  const refused = [
    { endpoint: "https://169.254.169.254/latest", keys },
    { endpoint: "https://intranet.local/push", keys },
    { endpoint: "http://push.example.com/x", keys },
    { endpoint: `${service.url}/x`, keys },
    { endpoint: "https://push.example.com/x", keys: { ...keys, auth: "short" } },
    // Of the right length, and no point of the curve.
    { endpoint: "https://push.example.com/x", keys: { ...keys, p256dh: "B".padEnd(87, "A") } },
    "nothing",
  ];
  for (const typed of refused)
    await expect(
      addPushDevice(world2, shop.live, { typed: JSON.stringify(typed), userAgent, sessionId }),
    ).rejects.toMatchObject({ errors: { form: [{ code: "device_unknown" }] } });
  // One whose name turns out to be private is not asked either.
  await add(service.subscription("turned"));
  world.post = createSafePost({ allowLocal: false });
  await paid();
  expect(service.shown).toEqual([]);
});

test("ten devices are the most; only one's own can be removed; a member without leave has none", async () => {
  for (let at = 0; at < devicesMax; at += 1) await add(service.subscription(`many${at}`));
  await expect(add(service.subscription("one more"))).rejects.toMatchObject({ errors: { form: [{}] } });
  const [first] = await listPushDevices(world, shop.owner.id);
  const stranger = await testStore(world);
  await removePushDevice(world, stranger.live, first?.id ?? 0);
  expect(await listPushDevices(world, shop.owner.id)).toHaveLength(devicesMax);
  await removePushDevice(world, shop.live, first?.id ?? 0);
  expect(await listPushDevices(world, shop.owner.id)).toHaveLength(devicesMax - 1);
  await world.db.member.update({
    where: { accountId_userId: { accountId: shop.accountId, userId: shop.owner.id } },
    data: { role: "viewer" },
  });
  await expect(add(service.subscription("viewer"))).rejects.toThrow();
});

test("a test push goes to one's devices, and is refused where there is none", async () => {
  await expect(sendTestAlert(world, shop.live, "push")).rejects.toMatchObject({
    errors: { form: [{ code: "device_needed" }] },
  });
  await add(service.subscription("test"));
  await sendTestAlert(world, shop.live, "push");
  await deliverMessages(world);
  expect(service.shown[0]?.payload).toMatchObject({
    body: "A test from Test Store",
    path: "/dashboard/settings/notifications",
  });
});
