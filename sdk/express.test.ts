import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { openServer } from "@/lib/testing/api/server";
import { paidSubscription } from "@/lib/testing/subscription";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { testClock, testWorld } from "@/lib/testing/world";
import { createSente } from "./client";
import { type NodeRequest, type NodeResponse, requireAccess, takeWebhooks } from "./express";
import { signTestWebhook, type WebhookEvent } from "./webhooks";

// The middleware in Express itself, not in something that looks like it. Its types are not needed: it is called as written.
type Asked = NodeRequest & { query: { user?: string } };
type Answered = NodeResponse & {
  send(text: string): unknown;
  redirect(to: string): void;
  status(code: number): Answered;
};
const express = createRequire(import.meta.url)("express");
const world = testWorld({ clock: testClock(new Date()) });
const route = createRouter(routes, apiRoot);
const taken: string[] = [];
let api: Awaited<ReturnType<typeof openServer>>;
let shop: Shop;
let base: string;
let close: () => void;
let secret: string;
let endpointId: number;
let isBroken = false;

beforeAll(async () => {
  shop = await newShop(world);
  await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  api = await openServer((request) => route(request, world));
  const endpoint = await endpointAt(world, shop.live, "http://127.0.0.1:4000/hooks");
  ({ secret, id: endpointId } = endpoint);
  const sente = createSente({ apiKey: shop.liveKey, baseUrl: api.url + apiRoot, retries: 0 });
  const app = express();
  const take = (event: WebhookEvent) => {
    if (isBroken) throw new Error("The seller's own mistake");
    taken.push(event.id);
  };
  app.post("/hooks", takeWebhooks([secret, "whsec_b2xk"], take));
  app.post("/raw", express.raw({ type: "*/*" }), takeWebhooks(secret, take));
  app.use(express.json());
  app.post("/too-late", takeWebhooks(secret, take));
  const who = ({ query }: Asked) => (query.user ? { ref: query.user } : null);
  app.get("/lessons", requireAccess(sente, who), (_: Asked, response: Answered) => response.send("lessons"));
  const elsewhere = ({ status }: { status: number }, _: Asked, response: Answered) =>
    response.redirect(`/pay?${status}`);
  app.get("/own", requireAccess(sente, who, elsewhere));
  app.use((error: Error, _request: Asked, response: Answered, _next: unknown) =>
    response.status(500).send(error.message),
  );
  const server = app.listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.closeAllConnections() ?? server.close();
});
afterAll(async () => {
  close();
  await api.close();
});

const post = async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
  const answer = await fetch(base + path, { method: "POST", body, headers });
  return { status: answer.status, text: await answer.text() };
};
const event = (id: string) =>
  ({ id, type: "order.paid", livemode: true, data: {} }) as unknown as WebhookEvent;

test.each(["/hooks", "/raw"])("a real delivery is taken at %s, and what was changed is not", async (path) => {
  await world.db.webhookEndpoint.update({ where: { id: endpointId }, data: { url: base + path } });
  const { id } = await emitEvent(world, shop.live);
  await deliverDueWebhooks(world);
  expect(taken).toContain(id);
  const delivery = await world.db.webhookDelivery.findFirstOrThrow({ where: { endpointId, eventId: id } });
  expect(delivery.status).toBe("succeeded");
  const signed = signTestWebhook(event("evt_forged"), secret);
  expect((await post(path, { ...signed, body: `${signed.body} ` })).status).toBe(400);
  expect(taken).not.toContain("evt_forged");
});

test("an error of the seller's own goes to Express, so that the event comes again", async () => {
  isBroken = true;
  const signed = signTestWebhook(event("evt_again"), secret);
  expect(await post("/hooks", signed)).toEqual({ status: 500, text: "The seller's own mistake" });
  isBroken = false;
  expect((await post("/hooks", signed)).status).toBe(200);
  expect(taken).toContain("evt_again");
});

test("behind express.json() it says what to change", async () => {
  const { status, text } = await post("/too-late", signTestWebhook(event("evt_late"), secret));
  expect([status, text]).toEqual([500, expect.stringContaining("before express.json()")]);
});

test("who has paid comes in, others get 401 or 402, or what the seller answers", async () => {
  const open = (path: string) => fetch(base + path, { redirect: "manual" });
  const inside = await open("/lessons?user=user_1");
  expect([inside.status, await inside.text()]).toEqual([200, "lessons"]);
  expect((await open("/lessons?user=nobody")).status).toBe(402);
  expect((await open("/lessons")).status).toBe(401);
  expect((await open("/own?user=nobody")).headers.get("location")).toBe("/pay?402");
});
