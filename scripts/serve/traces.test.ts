import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { currentRequest } from "@/lib/providers/request-context";
import { traceIdOf } from "@/lib/providers/traces";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { type Opened, open } from "@/lib/testing/doors";
import { sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { endpointAt } from "@/lib/testing/webhooks";
import type { Doors } from "./doors";
import { openTraces, type Traces } from "./traces";

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  links?: { traceId: string }[];
  attributes: { key: string; value: Record<string, unknown> }[];
}

let world: PayingWorld;
let receiver: Receiver;
let collector: Server;
let site: Opened;
let traces: Traces;
/** As OTLP carries them, and the whole of what came. */
const spans: Sent[] = [];
let raw = "";
const warnings: string[] = [];
/** What the page behind `/subscribe/[token]` does. */
let work: () => Promise<unknown> = async () => {};
const token = "a-link-that-is-a-key";

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  receiver = await startReceiver();
  world = await payingWorld();
  collector = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    expect(request.url).toBe("/v1/traces");
    const text = Buffer.concat(chunks).toString("utf8");
    raw += text;
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", await listen(collector));
  const log = { warn: (facts: Record<string, unknown>) => void warnings.push(String(facts.what)) };
  traces = openTraces(["/subscribe/[token]", "/other"], { share: 1, service: "sente", log });
  const handle: Doors["handle"] = async (request, response) => {
    if (request.url === "/other") throw new Error("a message with +256772123456 in it");
    await work();
    response.end(currentRequest());
  };
  const newId = () => `req_${randomUUID()}`;
  site = await open(handle, { fastLane: null, within: traces.within, newId });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of [collector, site]) server.close();
  await Promise.all([world.close(), receiver.close()]);
});

const named = (name: string) => spans.filter((span) => span.name === name);
const attributesOf = (span: Sent | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

test("one trace leads from the payer's press over the rail's answer to the seller's webhook", async () => {
  const base = `http://127.0.0.1:${site.port}`;
  const shop = await sellingStore(world);
  await endpointAt(world, shop.live, receiver.url);
  work = () => press(world, shop);
  const caller = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${caller}-00f067aa0ba902b7-01` };
  const pressed = await (await fetch(`${base}/subscribe/${token}?ref=user_42`, { headers })).text();
  // The executor asks the rail, and sends the webhooks, in requests of its own.
  world.clock.advance(5_000);
  // The rail's callback is lost: the answer comes with the poll, which is a request of its own.
  work = () => pollOpenAttempts({ ...world, rails: { ...world.rails, sandbox: null } });
  await (await fetch(`${base}/subscribe/${token}`)).text();
  work = () => deliverDueWebhooks(world);
  await (await fetch(`${base}/subscribe/${token}`)).text();
  expect((await fetch(`${base}/other`)).status).toBe(500);
  await world.settled();
  await traces.close();

  const ours = spans.filter(({ traceId }) => traceId === traceIdOf(pressed));
  expect(new Set(ours.map(({ name }) => name))).toEqual(
    new Set(["GET /subscribe/[token]", "transaction", "settle", "webhook"]),
  );
  const [root] = ours.filter(({ name }) => name.startsWith("GET"));
  expect(root).toMatchObject({ kind: 2, links: [{ traceId: caller }] });
  expect(attributesOf(root)).toMatchObject({
    "http.route": "/subscribe/[token]",
    "http.response.status_code": 200,
    "sente.request_id": pressed,
  });
  expect(ours.filter(({ parentSpanId }) => parentSpanId === root?.spanId).length).toBeGreaterThan(0);
  // The answer that another request brought is of the payment's trace, and links to what brought it.
  const settled = named("settle").find((span) => attributesOf(span)["sente.decision"] === "credit");
  expect(settled?.traceId).toBe(traceIdOf(pressed));
  const [bringer] = settled?.links ?? [];
  expect(bringer?.traceId).not.toBe(traceIdOf(pressed));
  expect(named("transaction").map(({ traceId }) => traceId)).toContain(bringer?.traceId);
  const webhooks = named("webhook");
  expect(webhooks.map(({ traceId }) => traceId)).toEqual(webhooks.map(() => traceIdOf(pressed)));
  expect(attributesOf(webhooks[0])).toMatchObject({
    "server.address": new URL(receiver.url).host,
    "http.response.status_code": 200,
  });
  const [broken] = named("GET /other");
  expect(broken?.status.code).toBe(2);
  expect(warnings).toEqual([]);
});

test("a trace holds no link that is a key, no number, no address and no message of an error", async () => {
  for (const secret of [token, "user_42", "256772123456", "@example.com", "whsec_", "/hooks"])
    expect(raw).not.toContain(secret);
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].sort()).toEqual([
    ...["http.request.method", "http.response.status_code", "http.route", "sente.attempt", "sente.decision"],
    ...[
      "sente.event",
      "sente.event_type",
      "sente.rail",
      "sente.request_id",
      "sente.status",
      "server.address",
    ],
  ]);
});
