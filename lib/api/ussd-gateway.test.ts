import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayFaults, openGateway } from "@/e2e/emulators/africas-talking-ussd";
import { ussdCodeOf } from "@/lib/domain/ussd-menu";
import { systemWorld } from "@/lib/services/desk/system-world";
import { newUssdSecret } from "@/lib/services/money/ussd/settings";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { answerUssdRequest, noteUssdEnd } from "./ussd-request";

// The emulated gateway of Africa's Talking, over HTTP, in front of the same functions that the routes call.

let server: Server;
let url: string;
let shop: TestStore;
let slowMs = 0;
let numbers = 0;

beforeAll(async () => {
  // The files before this one had a database of their own, and so had the world that they left.
  const world = testWorld();
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
  const secret = newUssdSecret(world);
  const row = { enabled: true, dial: "*384*77#", updatedBy: "user:1", updatedAt: world.clock.now() };
  const whole = { ...row, secretSealed: new Uint8Array(world.secrets.seal(secret)) };
  await world.db.ussdSetting.upsert({
    where: { provider: "africastalking" },
    create: { provider: "africastalking", ...whole },
    update: whole,
  });
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    const [, , , provider = "", given = "", ended] = (request.url ?? "").split("/");
    const made = new Request(`http://localhost${request.url}`, {
      ...{ method: "POST", body: Buffer.concat(chunks) },
      headers: { "content-type": "application/x-www-form-urlencoded", "x-client-ip": "203.0.113.20" },
    });
    const answer = await (ended ? noteUssdEnd : answerUssdRequest)(made, provider, given);
    response.writeHead(answer.status, { "content-type": "text/plain" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/ussd/africastalking/${secret}`;
});
afterAll(async () => {
  Object.assign(globalThis, { senteWorld: undefined });
  await new Promise((resolve) => server.close(resolve));
});

/** Dials, chooses the first plan and agrees. */
async function subscribe(faults: GatewayFaults = {}) {
  numbers += 1;
  const phone = `+25677${3_000 + numbers}123`;
  const gateway = openGateway(url, faults);
  let session = await gateway.dial(phone, ussdCodeOf(shop.store.id));
  const screens = [session.screen];
  for (const entry of ["2", "1", "1"]) {
    session = await gateway.enter(session, phone, entry);
    screens.push(session.screen);
  }
  const acts = await systemWorld().db.ussdAct.findMany({ where: { sessionId: session.id } });
  return { gateway, session, screens, acts };
}

test.each<[string, GatewayFaults]>([
  ["a good day", {}],
  ["each post twice", { repeats: true }],
  ["each answer lost once", { losesFirst: true }],
  ["posts that overtake each other", { reorders: true }],
  ["all of it", { repeats: true, losesFirst: true, reorders: true }],
])("%s: the same screens, and one act that the end of the session makes due", async (_, faults) => {
  const { screens, session, acts } = await subscribe(faults);
  expect(screens[0]).toContain("1 Renew");
  expect(screens[2]).toContain("UGX 50,000");
  expect(screens[3]).toContain("UGX 50,000");
  expect(session.end).toBe(true);
  expect(acts).toHaveLength(1);
  expect(acts[0]?.agreedAt).not.toBeNull();
  const dueInMs = (acts[0]?.dueAt?.getTime() ?? 0) - (acts[0]?.agreedAt?.getTime() ?? 0);
  expect(acts[0]?.doneAt !== null || dueInMs < 5_000).toBe(true);
});

test("an answer that comes too late ends the session, and nothing was agreed to", async () => {
  const phone = "+256773999123";
  const gateway = openGateway(url);
  const session = await gateway.dial(phone, ussdCodeOf(shop.store.id));
  slowMs = 5_500;
  const late = await gateway.enter(session, phone, "2");
  slowMs = 0;
  expect(late).toMatchObject({ end: true, screen: null });
  expect(await systemWorld().db.ussdAct.count({ where: { sessionId: session.id } })).toBe(0);
}, 30_000);

test("a payer who hangs up before agreeing is asked for nothing", async () => {
  const phone = "+256774999123";
  const gateway = openGateway(url);
  let session = await gateway.dial(phone, ussdCodeOf(shop.store.id));
  for (const entry of ["2", "1"]) session = await gateway.enter(session, phone, entry);
  await gateway.hangUp(session, phone);
  const acts = await systemWorld().db.ussdAct.findMany({ where: { sessionId: session.id } });
  expect(acts).toMatchObject([{ agreedAt: null, dueAt: null }]);
});

test("half of all screens take less than the half second that networks leave", async () => {
  const took: number[] = [];
  for (let turn = 0; turn < 10; turn += 1)
    took.push(...(await subscribe()).gateway.posted.map(({ ms }) => ms));
  took.sort((one, other) => one - other);
  const median = took[Math.floor(took.length / 2)] ?? Number.POSITIVE_INFINITY;
  console.info(`USSD: half of ${took.length} screens within ${median.toFixed(1)} ms`);
  expect(median).toBeLessThan(500);
});
