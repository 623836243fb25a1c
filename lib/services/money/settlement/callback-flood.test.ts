import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createAddressGate } from "@/lib/api/address-gate";
import type { CallbackVerdict, PaymentRail, RawCallback } from "@/lib/providers/rails/port";
import { testStore, testWorld } from "@/lib/testing/world";
import { startPayment } from "../checkout/start-payment";
import { receiveCallback, workInbox } from "./receive-callback";

/** The sandbox rail with callbacks that prove nothing, as MTN's, and what it was asked. */
async function setUp(auth: CallbackVerdict["auth"] = "none") {
  const world = testWorld();
  const [sandbox] = world.rails.all;
  if (!sandbox) throw new Error("there is no sandbox");
  const asked: string[] = [];
  let isDown = false;
  const rail: PaymentRail = {
    ...sandbox,
    parseCallback: async ({ query, body }) => ({
      ...{ authentic: true, auth, reply: { status: 200 } },
      events: [
        {
          op: "charge",
          ourId: query.get("ref") ?? "",
          dedupeKey: `${query.get("ref")}:${Buffer.from(body)}`,
        },
      ],
    }),
    chargeStatus: async (ref) => {
      asked.push(ref.attemptId);
      if (isDown) throw new Error("out of reach");
      return sandbox.chargeStatus(ref);
    },
  };
  const shop = await testStore(world);
  const own = { ...world, rails: { ...world.rails, all: [rail] } };
  const { id } = await startPayment(own, shop.live, {
    id: randomUUID(),
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
    ...{
      method: "mobile_money",
      browser: "thepayersownbrowser000",
      name: "Ann Payer",
      phone: "0772 123 456",
      email: null,
      language: "en",
    },
  });
  const patience = createAddressGate({ now: () => 0, attemptsMax: 120 });
  const send = async (ref: string, body: string, ip = "203.0.113.9") => {
    const raw: RawCallback = {
      ...{
        method: "POST",
        host: "localhost",
        path: "/api/rails/sandbox",
        headers: { "x-client-ip": "6.6.6.6" },
      },
      ...{ query: new URLSearchParams({ op: "charge", ref }), body: Buffer.from(body), ip },
    };
    const received = await receiveCallback(own, "sandbox", raw, patience);
    await received.work();
    return received.status;
  };
  return { world: own, clock: world.clock, id, asked, send, down: (is: boolean) => (isDown = is) };
}

test("of a thousand made-up callbacks about one payment one is kept, and the rail is asked once", async () => {
  const { world, id, asked, send } = await setUp();
  const statuses = new Set<number>();
  for (let n = 0; n < 1_000; n += 1)
    statuses.add(await send(id, `${n}`.padEnd(300, "x"), `10.0.0.${n % 250}`));
  expect(asked).toEqual([id]);
  expect(await world.db.railCallback.count({ where: { dedupeKey: { contains: id } } })).toBe(1);
  expect([...statuses]).toEqual([200]);
});

test("what comes ten seconds later is a new hint, and asks again", async () => {
  const { clock, id, asked, send } = await setUp();
  await send(id, "{}");
  await send(id, "{}");
  clock.advance(10_000);
  await send(id, "{}");
  expect(asked).toHaveLength(2);
});

test("while one waits because the rail is out of reach, no other is kept; the inbox works it later", async () => {
  const { world, clock, id, asked, send, down } = await setUp();
  down(true);
  await send(id, "1");
  for (let n = 0; n < 5; n += 1) {
    clock.advance(10_000);
    await send(id, `more ${n}`);
  }
  const mine = { dedupeKey: { contains: id } };
  expect(await world.db.railCallback.count({ where: mine })).toBe(1);
  expect(asked).toHaveLength(1);
  down(false);
  await workInbox(world);
  expect(await world.db.railCallback.count({ where: { ...mine, processedAt: null } })).toBe(0);
  expect(asked).toHaveLength(2);
});

test("an address that goes on repeating itself is told to wait; another, and the first news of a payment, is heard", async () => {
  const { id, send } = await setUp();
  const answers: number[] = [];
  for (let n = 0; n < 125; n += 1) answers.push(await send(id, `${n}`));
  expect(answers.indexOf(429)).toBe(121);
  expect(await send(id, "x", "203.0.113.10")).toBe(200);
});

test("what is signed is never told to wait, nor counted", async () => {
  const { id, send } = await setUp("shared_secret");
  for (let n = 0; n < 130; n += 1) expect(await send(id, "the same")).toBe(200);
});

test("a body is kept sealed and no longer than 16 KiB, with the address it really came from", async () => {
  const { world, id, send } = await setUp();
  await send(id, `{"phone":"+254712345678"}${"é".repeat(20_000)}`);
  const kept = await world.db.railCallback.findFirstOrThrow({ where: { dedupeKey: { contains: id } } });
  expect(Buffer.from(kept.body).toString("latin1")).not.toContain("254712345678");
  const opened = Buffer.from(world.secrets.open(kept.body), "latin1");
  expect(opened.toString("utf8")).toContain('{"phone":"+254712345678"}éé');
  expect(opened).toHaveLength(16 * 1024);
  expect(kept.headers).toEqual({ "x-client-ip": "203.0.113.9" });
});

test("one that could never be worked stands in nobody's way once the inbox has given it up", async () => {
  const { clock, id, asked, send, down } = await setUp();
  down(true);
  await send(id, "1");
  clock.advance(73 * 60 * 60 * 1000);
  down(false);
  await send(id, "2");
  expect(asked).toHaveLength(2);
});
