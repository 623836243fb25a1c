import { afterAll, beforeAll, expect, test } from "vitest";
import { ErrorBody } from "@/lib/resources/envelope";
import { type Opened, open } from "@/lib/testing/doors";

let site: Opened;
const reached: string[] = [];

beforeAll(async () => {
  site = await open(
    (request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.end("page");
    },
    { isPaused: true },
  );
});
afterAll(() => site.close());

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${site.port}${path}`, init);

test("a paused instance answers a write to the API with 503 in the shape of its errors", async () => {
  for (const method of ["POST", "PATCH", "DELETE", "PUT"]) {
    const answer = await ask("/api/v1/customers", { method, body: "{}" });
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
  expect((await ask("/api/v1/customers")).status).toBe(401);
  const allowed = [
    ["GET", "/dashboard"],
    ["GET", "/pay/abc"],
    ["POST", "/sign-in"],
    ["POST", "/sign-in/code?to=1"],
  ];
  for (const [method = "", path = ""] of allowed) expect((await ask(path, { method })).status).toBe(200);
  expect(reached.splice(0)).toEqual(allowed.map((one) => one.join(" ")));
});

test("it refuses the forms of people in their language, callbacks of rails, and the executor even where it reads", async () => {
  const french = { "accept-language": "fr-FR,fr;q=0.9" };
  const form = await ask("/pay/abc", { method: "POST", headers: french, body: "x=1" });
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
  for (const [method = "", path = ""] of refused) expect((await ask(path, { method })).status).toBe(503);
  expect(reached).toEqual([]);
});
