import { createECDH, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { fingerprint } from "@/lib/providers/secrets";
import { atPages, html, signedIn } from "@/lib/testing/dashboard";
import { takers } from "@/lib/testing/outbox";
import { testWorld } from "@/lib/testing/world";
import NotificationsPage from "./page";
import { POST as renewDevice } from "./push/route";

const smsPrice = { minor: 80n, currency: "KES" };
const base = testWorld(takers());
const world = atPages({ ...base, config: { ...base.config, smsPrice } });
const shop = signedIn(world);

test("each event has a box for each channel that works, as the defaults are", async () => {
  const page = await html(NotificationsPage());
  const box = (choice: string) =>
    page.match(/<input[^>]*>/g)?.find((input) => input.includes(`value="${choice}"`));
  expect(box("payment/email")).toContain("checked");
  expect(box("payment/sms")).not.toContain("checked");
  expect(page).toContain('aria-label="A payment came, E-mail"');
  expect(page).toContain("KES 0.80");
  expect(page).toContain("0 SMS, KES 0");
});

test("where no SMS provider is set up the page says so and offers none", async () => {
  Object.assign(globalThis, { senteWorld: { ...world, sms: null } });
  const page = await html(NotificationsPage());
  expect(page).toContain("No SMS can be sent");
  expect(page).not.toContain("payment/sms");
  expect(page).not.toContain("Send me a test SMS");
  Object.assign(globalThis, { senteWorld: world });
  expect(page).not.toContain('name="phone"');
});

test("a member whom nobody let have them is told so, and sees no form", async () => {
  const role = { accountId_userId: { accountId: shop.accountId, userId: shop.owner.id } };
  await world.db.member.update({ where: role, data: { role: "viewer" } });
  const page = await html(NotificationsPage());
  await world.db.member.update({ where: role, data: { role: "owner" } });
  expect(page).toContain("Notifications are not switched on for you");
  expect(page).not.toContain("payment/email");
});

test("the service worker says the browser's new address, and the device is the same one", async () => {
  const now = world.clock.now();
  const endpointHash = fingerprint("https://push.example.com/old");
  const session = await world.db.session.findFirstOrThrow({ where: { userId: shop.owner.id } });
  const device = { userId: shop.owner.id, sessionId: session.id, name: "Firefox", createdAt: now };
  await world.db.pushDevice.create({ data: { ...device, endpointHash, sealed: world.secrets.seal("x") } });
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const answers: Promise<Response>[] = [];
  const heard = new Map<string, (event: unknown) => void>();
  const self = {
    location: new URL("http://localhost:3000/sw.js"),
    addEventListener: (type: string, hear: (event: unknown) => void) => heard.set(type, hear),
    registration: {
      pushManager: { subscribe: async () => ({ endpoint: "https://push.example.com/new", keys }) },
    },
  };
  const fetch = (path: string, init: RequestInit) => {
    const answer = renewDevice(new Request(new URL(path, self.location), init));
    answers.push(answer);
    return answer;
  };
  runInNewContext(readFileSync("public/sw.js", "utf8"), { self, fetch, URL, Promise, JSON });
  const waited: Promise<unknown>[] = [];
  heard.get("pushsubscriptionchange")?.({
    oldSubscription: { endpoint: "https://push.example.com/old", options: {} },
    waitUntil: (work: Promise<unknown>) => waited.push(work),
  });
  await Promise.all(waited);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204]);
  const devices = await world.db.pushDevice.findMany({ where: { userId: shop.owner.id } });
  expect(devices.map((one) => Buffer.from(one.endpointHash))).toEqual([
    Buffer.from(fingerprint("https://push.example.com/new")),
  ]);
  const refused = await renewDevice(new Request("http://localhost:3000/", { method: "POST", body: "{}" }));
  expect(refused.status).toBe(422);
});
