import { afterAll, beforeAll, expect, test } from "vitest";
import { registrationToken, signatureOf } from "@/inngest/signature";
import { eventKey, runnerWith, signingKey, until } from "@/lib/testing/local-runner";

let running: Awaited<ReturnType<typeof runnerWith>>;
let count = 0;

beforeAll(async () => {
  running = await runnerWith((client) => [
    client.createFunction({ id: "guarded", triggers: [{ event: "go" }] }, () => {
      count += 1;
    }),
  ]);
});
afterAll(() => running.stop());

const body = '{"ctx":{"attempt":0,"run_id":"r"},"event":{"data":{},"name":"go"},"events":[],"steps":{}}';

function call(signature: string | undefined) {
  const headers = {
    "content-type": "application/json",
    ...(signature && { "x-inngest-signature": signature }),
  };
  const url = `http://127.0.0.1:${running.runner.appPort}/api/inngest?fnId=sente-guarded&stepId=step`;
  return fetch(url, { method: "POST", headers, body });
}

test("the SDK refuses a call that is unsigned, signed with another key, signed for other bytes, or old", async () => {
  const other = `signkey-prod-${"ab".repeat(32)}`;
  const refused = [
    undefined,
    signatureOf(body, other, Date.now()),
    signatureOf(`${body} `, signingKey, Date.now()),
    signatureOf(body, signingKey, Date.now() - 600_000),
  ];
  for (const signature of refused) expect((await call(signature)).status).toBe(401);
  expect(count).toBe(0);
  expect((await call(signatureOf(body, signingKey, Date.now()))).status).toBe(200);
  expect(count).toBe(1);
});

test("the SDK refuses an unsigned request to register when the app does not allow it, and takes the runner's", async () => {
  const url = `http://127.0.0.1:${running.runner.appPort}/api/inngest`;
  const put = (headers: Record<string, string>) => fetch(url, { method: "PUT", headers, body: "{}" });
  expect((await put({})).status).toBe(401);
  expect((await put({ "x-inngest-signature": signatureOf("{}", signingKey, Date.now()) })).status).toBe(200);
});

function post(path: string, payload: unknown, headers: Record<string, string> = {}) {
  return fetch(running.runner.url + path, { method: "POST", headers, body: JSON.stringify(payload) });
}

test("a registration without the key's token is refused and changes nothing", async () => {
  const registration = { functions: [{ id: "evil", triggers: [{ event: "go" }], steps: {} }] };
  for (const authorization of [
    "",
    "Bearer ",
    `Bearer ${signingKey}`,
    `Bearer ${registrationToken(`${signingKey}00`)}`,
  ]) {
    expect((await post("/fn/register", registration, { authorization })).status).toBe(401);
  }
  const authorization = `Bearer ${registrationToken(signingKey)}`;
  expect((await post("/fn/register", { functions: 1 }, { authorization })).status).toBe(400);
  expect(running.runner.health().functions).toEqual(["sente-guarded"]);
});

test("events arrive only with the event key, and bad ones are refused", async () => {
  expect((await post("/e/wrong", { name: "go" })).status).toBe(401);
  const path = `/e/${encodeURIComponent(eventKey)}`;
  expect((await post(path, { no: "name" })).status).toBe(400);
  expect((await post(path, { name: "go", data: { big: "x".repeat(1_100_000) } })).status).toBe(413);
  const before = count;
  const answer = await post(path, [{ name: "go", id: "mine" }, { name: "nobody listens" }]);
  expect(await answer.json()).toEqual({ ids: ["mine", expect.any(String)], status: 200 });
  await until(() => count === before + 1);
});

test("the SDK's send arrives with the ids that the runner answered", async () => {
  const before = count;
  const { ids } = await running.app.client.send([
    { name: "go", data: { n: 1 } },
    { name: "go", data: { n: 2 } },
  ]);
  expect(ids).toHaveLength(2);
  await until(() => count === before + 2);
});

test("what the local runner does not offer is answered with its name", async () => {
  const answer = await post("/v1/signals", {});
  expect(answer.status).toBe(404);
  expect((await answer.json()).error).toMatch(/POST \/v1\/signals is not supported by the local runner/);
});

test("the health page tells functions, queue and last tick, and no secret", async () => {
  await until(() => running.runner.health().running === 0);
  const answer = await fetch(`${running.runner.url}/health`);
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({
    app: "up",
    functions: ["sente-guarded"],
    queued: 0,
    running: 0,
    sleeping: 0,
    lastTick: null,
  });
});
