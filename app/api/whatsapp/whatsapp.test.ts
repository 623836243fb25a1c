import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { whatsappTaker } from "@/lib/testing/whatsapp";
import { testWorld } from "@/lib/testing/world";
import { GET, POST } from "./route";

const later = vi.hoisted(() => ({ works: [] as (() => Promise<void>)[] }));
vi.mock("next/server", async (actual) => ({
  ...(await actual<object>()),
  after: (work: () => Promise<void>) => void later.works.push(work),
}));

const taker = whatsappTaker();
const world = testWorld({ whatsapp: taker });
beforeAll(() => void Object.assign(globalThis, { senteWorld: world }));
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));
beforeEach(() => {
  later.works.splice(0);
  world.whatsapp = taker;
});

const address = "http://localhost:3000/api/whatsapp";
const check = (query: Record<string, string>) => GET(new Request(`${address}?${new URLSearchParams(query)}`));

test("the challenge comes back to whoever knows the word, and to nobody else", async () => {
  const asked = { "hub.mode": "subscribe", "hub.verify_token": "word", "hub.challenge": "1158201444" };
  const answer = await check(asked);
  expect([answer.status, await answer.text()]).toEqual([200, "1158201444"]);
  for (const wrong of [{ "hub.verify_token": "" }, { "hub.verify_token": "wor" }, { "hub.mode": "x" }])
    expect((await check({ ...asked, ...wrong })).status).toBe(403);
  world.whatsapp = { ...taker, verifyToken: "" };
  expect((await check({ ...asked, "hub.verify_token": "" })).status).toBe(403);
  world.whatsapp = null;
  expect((await check(asked)).status).toBe(403);
});

function call(body: string, { secret = "app-secret", from = "203.0.113.1" } = {}): Promise<Response> {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const headers = { "x-hub-signature-256": signature, "x-client-ip": from };
  return POST(new Request(address, { method: "POST", body, headers }));
}

const status = JSON.stringify({
  entry: [
    {
      changes: [
        {
          value: { metadata: { phone_number_id: "1065" }, statuses: [{ id: "wamid.x", status: "read" }] },
        },
      ],
    },
  ],
});

test("a signed call is stored, answered, and worked afterwards; twice it is one", async () => {
  const count = () => world.db.whatsappEvent.count({ where: { ref: "wamid.x" } });
  expect((await call(status)).status).toBe(200);
  expect((await call(status)).status).toBe(200);
  expect(await count()).toBe(1);
  expect(later.works).toHaveLength(2);
  for (const work of later.works) await work();
});

test("forged, broken and huge ones write nothing and are no fault of ours", async () => {
  const before = await world.db.whatsappEvent.count();
  expect((await call(status, { secret: "other" })).status).toBe(401);
  expect((await POST(new Request(address, { method: "POST", body: status }))).status).toBe(401);
  for (const broken of ["", "null", "{", '{"entry":7}', '{"entry":[{"changes":[{}]}]}'])
    expect((await call(broken)).status).toBe(200);
  expect((await call(" ".repeat(1_048_576))).status).toBe(413);
  world.whatsapp = null;
  expect((await call(status)).status).toBe(404);
  expect(await world.db.whatsappEvent.count()).toBe(before);
});

test("an address that keeps sending what is not signed waits", async () => {
  const answers = [];
  for (let times = 0; times < 62; times += 1)
    answers.push((await call(status, { secret: "no", from: "198.51.100.7" })).status);
  expect(answers.at(-1)).toBe(429);
});

test("what is signed is taken also from an address from which others send what is not", async () => {
  const from = "192.0.2.9";
  for (let times = 0; times < 61; times += 1) await call(status, { secret: "no", from });
  expect((await call(status, { from })).status).toBe(200);
  expect((await call(status, { secret: "no", from })).status).toBe(429);
});
