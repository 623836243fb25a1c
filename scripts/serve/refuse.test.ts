import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ErrorBody } from "@/lib/resources/envelope";
import { type Opened, open } from "@/lib/testing/doors";

let site: Opened;
let paused: Opened;
const reached: string[] = [];

beforeAll(async () => {
  site = await open((request, response) => response.end(request.url), { fastLane: null });
  paused = await open(
    (request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.end("page");
    },
    { isPaused: true },
  );
});
afterAll(() => {
  site.close();
  paused.close();
});

/** Not by `fetch`, which mends what it sends. */
async function ask(path: string, method = "GET") {
  const request = httpRequest({ port: site.port, host: "127.0.0.1", path, method }).end();
  const [response] = await once(request, "response");
  return { status: response.statusCode, allow: response.headers.allow, body: await text(response) };
}

const toPaused = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${paused.port}${path}`, init);

test.each([
  ["/api/v1/access?ref=Jos%C3%A9+%2B&email=", "as it is"],
  ["/api/v1/access?ref=100%&ref=%zz", "a percent sign that escapes nothing"],
  ["/?a=1?b=2&&=&c", "whatever else a query may be"],
])("%s is passed on: %s", async (path) => {
  expect((await ask(path)).body).toBe(path);
});

test.each(["%E9", "%ED%A0%80", "a%FFb", "%C0%80"])(
  "a ref of %s, which is not UTF-8, is passed on as a NUL and so refused, not as another user",
  async (ref) => {
    expect((await ask(`/api/v1/access?ref=${ref}&product_id=1`)).body).toBe(
      "/api/v1/access?ref=%00&product_id=1",
    );
  },
);

test("a path that nothing can decode is one that the API does not have", async () => {
  expect((await ask("/api/v1/subscriptions/sub_%FF?page=2")).body).toBe(
    "/api/v1/subscriptions/sub_%25FF?page=2",
  );
});

test("a page's path that nothing can decode is refused in a sentence", async () => {
  expect(await ask("/manage/%zz")).toMatchObject({ status: 400, body: expect.stringContaining("address") });
});

test.each(["/api/v1/store", "/sign-in"])(
  "%s takes no TRACE, of which no Request can be made",
  async (path) => {
    expect(await ask(path, "TRACE")).toMatchObject({ status: 405, allow: expect.stringContaining("GET") });
  },
);

test("a paused instance answers a write to the API with 503 in the shape of its errors", async () => {
  for (const method of ["POST", "PATCH", "DELETE", "PUT"]) {
    const answer = await toPaused("/api/v1/customers", { method, body: "{}" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    const body = ErrorBody.parse(await answer.json());
    expect(body).toMatchObject({
      error: "service_unavailable",
      message: expect.stringMatching(/^This instance is paused: .* did nothing\. /),
      request_id: answer.headers.get("request-id"),
    });
  }
});

test("it reads for the API, and shows pages and the form of signing in", async () => {
  expect((await toPaused("/api/v1/customers")).status).toBe(401);
  const allowed = [
    ["GET", "/dashboard"],
    ["GET", "/pay/abc"],
    ["POST", "/sign-in"],
    ["POST", "/sign-in/code?to=1"],
  ];
  for (const [method = "", path = ""] of allowed) expect((await toPaused(path, { method })).status).toBe(200);
  expect(reached.splice(0)).toEqual(allowed.map((one) => one.join(" ")));
});

test("it refuses the forms of people in their language, callbacks of rails, and the executor even where it reads", async () => {
  const french = { "accept-language": "fr-FR,fr;q=0.9" };
  const form = await toPaused("/pay/abc", { method: "POST", headers: french, body: "x=1" });
  expect([form.status, await form.text()]).toEqual([
    503,
    expect.stringMatching(/^Cette instance est en pause/),
  ]);
  const refused = [
    ["POST", "/dashboard/products"],
    ["POST", "/ops/payouts"],
    ["POST", "/sign-in-elsewhere"],
    ["POST", "/api/rails/sandbox"],
    ["POST", "/api/inngest"],
    ["PUT", "/api/inngest"],
    ["GET", "/api/inngest"],
  ];
  for (const [method = "", path = ""] of refused) expect((await toPaused(path, { method })).status).toBe(503);
  expect(reached).toEqual([]);
});
