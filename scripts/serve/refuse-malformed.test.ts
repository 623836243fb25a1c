import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseMalformed } from "./refuse-malformed";

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (!refuseMalformed(request, response)) response.end(request.url);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

async function ask(path: string, method = "GET") {
  const request = httpRequest({ port, host: "127.0.0.1", path, method }).end();
  const [response] = await once(request, "response");
  return { status: response.statusCode, allow: response.headers.allow, body: await text(response) };
}

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
