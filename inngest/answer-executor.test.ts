import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Opened } from "@/lib/testing/doors";
import { signatureOf } from "./signature";

// A stand-in for a real Inngest server, and our own server with the real fast lane.
const key = process.env.INNGEST_SIGNING_KEY ?? "";
let inngestServer: Server;
let registered: {
  url: string;
  functions: { id: string; steps: { step: { runtime: { url: string } } } }[];
}[] = [];
let doors: Opened;
let testing: typeof import("@/lib/testing/doors");

beforeAll(async () => {
  inngestServer = createServer(async (request, response) => {
    // Safe: the SDK sends it.
    registered.push((await json(request)) as (typeof registered)[number]);
    response.setHeader("content-type", "application/json").end('{"ok":true,"modified":true}');
  }).listen(0, "127.0.0.1");
  await new Promise((go) => inngestServer.once("listening", go));
  process.env.INNGEST_BASE_URL = `http://127.0.0.1:${(inngestServer.address() as AddressInfo).port}`;
  // The client reads its server's address when it is loaded.
  testing = await import("@/lib/testing/doors");
  doors = await testing.open(() => {
    throw new Error("Next was asked.");
  });
});
afterAll(() => {
  doors.close();
  inngestServer.close();
});
beforeEach(() => {
  registered = [];
});

async function ask(
  method: string,
  body: string,
  headers: Record<string, string>,
  host = "evil.example:1337",
) {
  const lines = Object.entries({
    Host: host,
    "Content-Length": String(body.length),
    Connection: "close",
    ...headers,
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const { said } = await testing.raw(doors.port, `${method} /api/inngest HTTP/1.1\r\n${head}\r\n${body}`);
  return { status: testing.statusOf(said), said };
}
const signed = (body: string, ms = Date.now()) => ({ "X-Inngest-Signature": signatureOf(body, key, ms) });

test("a PUT that is not signed registers nothing anywhere, whoever it says we are", async () => {
  const wrong = `t=${Math.floor(Date.now() / 1000)}&s=${"0".repeat(64)}`;
  for (const headers of [{}, { "X-Inngest-Signature": wrong }, { "X-Inngest-Sync-Kind": "in_band" }])
    expect((await ask("PUT", "{}", headers as Record<string, string>)).status).toBe(401);
  expect(registered).toEqual([]);
});

test("200 of them at once make no work, neither here nor there", async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask("PUT", "{}", {})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(registered).toEqual([]);
});

test("a signed PUT registers our functions at the site's own address, not at the Host it was sent to", async () => {
  expect((await ask("PUT", "{}", signed("{}"))).status).toBe(200);
  expect(registered).toHaveLength(1);
  expect(registered[0]?.url).toBe("http://localhost:3000/api/inngest");
  const at = registered[0]?.functions.map(({ steps }) => new URL(steps.step.runtime.url).origin);
  expect(new Set(at)).toEqual(new Set(["http://localhost:3000"]));
});

test("a signed sync that is answered in band names the site's own address too, and calls nobody", async () => {
  const body = '{"url":"http://evil.example:1337/api/inngest"}';
  const answer = await ask("PUT", body, { ...signed(body), "X-Inngest-Sync-Kind": "in_band" });
  expect(answer.status).toBe(200);
  expect(answer.said).toContain("http://localhost:3000/api/inngest");
  expect(answer.said).not.toContain("evil.example");
  expect(registered).toEqual([]);
});

test("a signature that is old, or of another body, is none", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const call = { Host: "localhost" };
  expect((await ask("POST", "{}", { ...call, ...signed("[]") })).status).toBe(401);
  const old = await ask("POST", "{}", { ...call, ...signed("{}", Date.now() - 3_600_000) });
  expect(old.status).toBe(401);
  expect(old.said).not.toContain("node_modules");
});

test.each(["{", "\0", '"', "nul"])(
  "%j, which is no JSON, is refused without a word of our insides",
  async (body) => {
    for (const headers of [{}, signed(body)]) {
      const answer = await ask("POST", body, headers);
      expect(answer.status).toBe(401);
      expect(answer.said).not.toMatch(/stack|node_modules/);
    }
  },
);
