import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { choosableEventTypes } from "@/lib/domain/event-types";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { apiClient, newShop, type Shop } from "@/lib/testing/api/client";
import { openServer } from "@/lib/testing/api/server";
import { paidSubscription } from "@/lib/testing/subscription";
import { testClock, testWorld } from "@/lib/testing/world";
import { verifyWebhook } from "./webhooks";

// The command as its user runs it: a process of its own, the real API over HTTP, a receiver of its own.
const program = fileURLToPath(new URL("./bin/sente.mjs", import.meta.url));
const world = testWorld({ clock: testClock(new Date()) });
const route = createRouter(routes, apiRoot);
const call = apiClient(world, route);
let shop: Shop;
let api: Awaited<ReturnType<typeof openServer>>;
let receiver: Server;
let forwardTo: string;
let received: { headers: Record<string, string>; body: string }[] = [];
let status = 200;
let answerText = "Thanks.";
let isDown = false;
let children: ChildProcess[] = [];

beforeAll(async () => {
  api = await openServer((request) =>
    isDown ? new Response("<html>Bad gateway</html>", { status: 502 }) : route(request, world),
  );
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ headers: Object.fromEntries(headers), body: Buffer.concat(pieces).toString() });
      response.writeHead(status).end(status === 200 ? answerText : "No such user: user_1");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  forwardTo = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  return async () => {
    await api.close();
    receiver.close();
  };
});
beforeEach(async () => {
  [received, status, isDown, children] = [[], 200, false, []];
  answerText = "Thanks.";
  shop = await newShop(world);
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts the command; `said` is all it has printed. */
function sente(argv: string[], environment: Record<string, string> = {}) {
  const env = {
    ...process.env,
    SENTE_KEY: shop.testKey,
    SENTE_BASE_URL: api.url + apiRoot,
    ...environment,
  };
  const child = spawn(process.execPath, [program, ...argv], { env });
  children.push(child);
  const run = {
    child,
    said: "",
    code: new Promise<number | null>((resolve) => child.once("close", resolve)),
  };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      run.said += piece;
    });
  return run;
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const pay = (ref: string) =>
  startTestSubscription(world, shop.test, {
    ...{ productId: shop.products[0].id, ref, email: null, paymentKey: null },
  });
const refs = () =>
  received
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === "subscription.activated")
    .map(({ data }) => data.ref);

async function listening(...more: string[]) {
  const run = sente(["listen", "--forward-to", forwardTo, ...more]);
  await until(() => expect(run.said).toContain("Stop with Ctrl-C"));
  return { ...run, secret: /whsec_\S+/.exec(run.said)?.[0] ?? "", run };
}

describe("sente listen", () => {
  test("prints the secret, posts test events with signatures that hold, and shows the answer", async () => {
    const { run, secret } = await listening();
    await pay("user_1");
    await until(() => expect(received).toHaveLength(2));
    const [first] = received;
    if (!first) throw new Error("Nothing came.");
    const event = verifyWebhook(first.body, first.headers, secret);
    const stored = await world.db.event.findUniqueOrThrow({ where: { id: event.id } });
    expect(first.body).toBe(stored.payload);
    expect([event.type, event.livemode, first.headers["x-service-event"]]).toEqual([
      "subscription.activated",
      false,
      "subscription.activated",
    ]);
    expect(() => verifyWebhook(`${first.body} `, first.headers, secret)).toThrow();
    await until(() => expect(run.said).toMatch(new RegExp(`${event.id}  → 200 OK in \\d+ ms\\s+Thanks\\.`)));
  });

  test("gets no event of live mode, of another store, or from before it began", async () => {
    const other = await newShop(world);
    await pay("before");
    await listening();
    await paidSubscription(world, shop, { livemode: true, ref: "live" });
    await paidSubscription(world, other, { livemode: false, ref: "theirs" });
    await pay("mine");
    await until(() => expect(refs()).toContain("mine"));
    expect(refs()).toEqual(["mine"]);
  });

  test("what happens while the line is down comes afterwards, each once and in order", async () => {
    const { run } = await listening("--events", "subscription.activated");
    await pay("u0");
    await until(() => expect(refs()).toEqual(["u0"]));
    isDown = true;
    for (let n = 1; n < 70; n += 1) await pay(`u${n}`);
    await until(() => expect(run.said).toContain("cannot be reached"));
    isDown = false;
    await until(() => expect(refs()).toHaveLength(70));
    expect(refs()).toEqual(Array.from({ length: 70 }, (_, n) => `u${n}`));
    expect(run.said).toContain("Connected again");
  }, 60_000);

  test("goes on where another one stopped, by its cursor", async () => {
    const first = await listening("--events", "subscription.activated");
    await pay("u0");
    await until(() => expect(refs()).toEqual(["u0"]));
    first.child.kill("SIGINT");
    expect(await first.run.code).toBe(0);
    const cursor = /--after (\d+)/.exec(first.run.said)?.[1] ?? "";
    await pay("u1");
    await listening("--events", "subscription.activated", "--after", cursor);
    await until(() => expect(refs()).toEqual(["u0", "u1"]));
  });

  test("an answer that is no success is shown, and what to do", async () => {
    const { run } = await listening("--events", "subscription.activated");
    status = 500;
    await pay("u0");
    await until(() => expect(run.said).toContain("500 Internal Server Error"));
    expect(run.said).toContain("No such user: user_1");
  });

  test("what a receiver answers cannot write on the terminal but as text", async () => {
    answerText = "\u001b[2J\u001b]0;owned\u0007\u009b31mAll paid\rGone\u202e";
    const { run } = await listening("--events", "subscription.activated");
    await pay("u0");
    await until(() => expect(run.said).toContain("All paid"));
    expect(run.said).not.toMatch(/[^\P{C}\n]/u);
  });

  test.each([
    [["--forward-to", "nowhere"], {}, "must be an address"],
    [[], {}, "Say where to"],
    [["--forward-to", "http://localhost:1"], { SENTE_KEY: "" }, "Give a test key"],
    [["--forward-to", "http://localhost:1"], { SENTE_KEY: "sk_live_sn_x" }, "not a test key"],
    [["--forward-to", "http://localhost:1"], { SENTE_KEY: "sk_test_sn_x" }, "errors/invalid_api_key"],
    [["--tomorrow"], {}, "--tomorrow"],
    [["--api-key", "sk_test_sn_x"], {}, "--api-key"],
    [["--forward-to", "http://localhost:1"], { SENTE_BASE_URL: "http://pay.example.com/api/v1" }, "https://"],
  ])("%j with %j ends at once and says why", async (argv, environment, why) => {
    const run = sente(["listen", ...argv], environment as Record<string, string>);
    expect(await run.code).toBe(1);
    expect(run.said).toContain(why);
    expect(run.said).not.toContain("at file:");
  });
});

describe("sente trigger", () => {
  test.each([
    "subscription.past_due",
    "subscription.expired",
    "subscription.cancelled",
    "subscription.renewed",
  ])("%s happens to a real test subscription", async (type) => {
    const run = sente(["trigger", type, "--ref", "me"]);
    expect(await run.code).toBe(0);
    const events = await world.db.event.findMany({
      where: { storeId: shop.store.id, objectId: { startsWith: "sub_" } },
      orderBy: { sequence: "asc" },
    });
    expect(events.at(-1)?.type).toBe(type);
    expect(JSON.parse(events.at(-1)?.payload ?? "").data.ref).toBe("me");
  });

  test("others are about a made-up object, and reach the listener and the test endpoints", async () => {
    const types = [...choosableEventTypes];
    const { endpoint } = await createEndpoint(world, shop.test, { url: forwardTo, types });
    await listening();
    const run = sente(["trigger", "order.paid"]);
    expect(await run.code).toBe(0);
    await until(() => expect(received).toHaveLength(1));
    const event = JSON.parse(received[0]?.body ?? "");
    expect([event.type, event.livemode, event.data.livemode]).toEqual(["order.paid", false, false]);
    expect(run.said).toContain(event.id);
    expect(
      await world.db.webhookDelivery.count({ where: { endpointId: endpoint.id, eventId: event.id } }),
    ).toBe(1);
    expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(0);
  });

  test("a type that there is not is said with those there are", async () => {
    const run = sente(["trigger", "order.eaten"]);
    expect(await run.code).toBe(1);
    expect(run.said).toContain("order.paid");
  });
});

test("sente resend posts the same bytes under the same id again", async () => {
  const { body } = await call("POST", "/test/events", { key: shop.testKey, body: { type: "invoice.paid" } });
  const run = sente(["resend", body.data.id, "--forward-to", forwardTo]);
  expect(await run.code).toBe(0);
  expect([received[0]?.headers["webhook-id"], received[0]?.body]).toEqual([body.data.id, body.data.body]);
  expect(run.said).toContain("→ 200 OK");
  const other = await newShop(world);
  const theirs = sente(["resend", body.data.id, "--forward-to", forwardTo], { SENTE_KEY: other.testKey });
  expect(await theirs.code).toBe(1);
  expect(received).toHaveLength(1);
});
