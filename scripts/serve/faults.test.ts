import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLog } from "@/lib/providers/log";
import { type Opened, open, raw } from "@/lib/testing/doors";
import { testWorld } from "@/lib/testing/world";
import type { Doors } from "./doors";

const id = "req_0Vc3nNORkxHiCdsRIjrubFcUtdFaEF";
const lines: unknown[] = [];
/** Everything fails in it but its log. */
const broken = {
  ...testWorld({ log: { info() {}, warn() {}, error: (facts: object) => lines.push(facts) } }),
  ...{ secrets: undefined, db: undefined, rails: undefined },
};
let handle: Doors["handle"] = () => {};
let doors: Opened;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: broken });
  doors = await open((request, response) => handle(request, response), { newId: () => id });
});
afterEach(() => {
  lines.splice(0);
  doors.errors.splice(0);
});
afterAll(() => {
  doors.close();
  Object.assign(globalThis, { senteWorld: undefined });
});

const send = (path: string, method = "POST") =>
  raw(
    doors.port,
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      "Authorization: Bearer sk_test_x\r\nContent-Length: 2\r\n\r\n{}",
  );

test.each([
  ["POST", "/api/rails/sandbox", "application/json"],
  ["GET", "/pay/aaaaaaaaaaaaaaaaaaaaaa/card.png", "text/html"],
])(
  "%s %s that throws past Next is one line of the log, and its answer names the reference",
  async (method, path, type) => {
    const { said } = await send(path, method);
    expect(said).toMatch(/^HTTP\/1\.1 500 /);
    expect(said.toLowerCase()).toContain(`content-type: ${type}`);
    expect(said).toContain(`Request-Id: ${id}`);
    const logged = [...lines, ...doors.errors];
    expect(logged).toHaveLength(1);
    // Payers' pages show a short reference, because somebody reads it aloud.
    const { reference = id } = logged[0] as { reference?: string };
    expect(said.split("\r\n\r\n").slice(1).join("")).toContain(reference);
  },
);

test.each(["/api/inngest2", "/dashboard/orders"])(
  "what is thrown after all of %s was read is answered and logged",
  async (path) => {
    handle = async (request) => {
      for await (const _ of request);
      throw new Error("Nobody thought of this.");
    };
    const { said } = await send(path);
    expect(said).toMatch(/^HTTP\/1\.1 500 /);
    expect(said.split("\r\n\r\n")[1]).toContain(id);
    expect(doors.errors).toHaveLength(1);
  },
);

test("where Next ends what a handler threw without a word, and has logged it, the answer names the reference", async () => {
  handle = (_, response) => {
    response.statusCode = 500;
    response.end();
  };
  const { said } = await send("/api/ussd/x/y");
  expect(JSON.parse(said.split("\r\n\r\n")[1] ?? "")).toEqual({
    message: "Something went wrong on our side. Try again in a moment.",
    ...{ error: "internal_error", request_id: id },
  });
  expect(doors.errors).toEqual([]);
  handle = (_, response) =>
    void response.writeHead(500, { "content-type": "text/html" }).end("<p>Its own words");
  expect((await send("/dashboard")).said.split("\r\n\r\n")[1]).toContain("<p>Its own words");
});

test("the digest that a broken page shows stands in its line", () => {
  const written: string[] = [];
  const out = new PassThrough().on("data", (piece) => written.push(String(piece)));
  createLog("info", out).error({ err: Object.assign(new Error("x"), { digest: "1234567890" }) }, "⨯");
  expect(written.join("")).toContain('"digest":"1234567890"');
});
