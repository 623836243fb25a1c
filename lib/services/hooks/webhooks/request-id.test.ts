import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "@/lib/providers/log";
import { currentRequest, inRequest } from "@/lib/providers/request-context";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { deliverDueWebhooks } from "./deliver-due";
import { resendEvent } from "./resend";

let world: PayingWorld;
let receiver: Receiver;
const lines: Record<string, unknown>[] = [];
const output = new Writable({
  write(line, _, done) {
    lines.push(JSON.parse(String(line)));
    done();
  },
});

beforeAll(async () => {
  receiver = await startReceiver();
  world = await payingWorld({ log: createLog("info", output) });
});
afterAll(() => Promise.all([world.close(), receiver.close()]));

const idsOf = (type: string) =>
  receiver.received
    .filter((one) => one.type === type)
    .map(({ headers }) => headers["x-service-request-id"] ?? null);

test("one id leads from the payer's press to the seller's webhook, and through each log line between", async () => {
  const shop = await sellingStore(world);
  const { id: endpointId } = await endpointAt(world, shop.live, receiver.url);
  const pressed = `req_${randomUUID()}`;
  // The press, and the callback and polls that come later and are no part of it.
  const { attemptId } = await inRequest(pressed, () => paidPayment(world, shop));
  expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })).toMatchObject({
    requestId: pressed,
  });
  await deliverDueWebhooks(world);
  expect(receiver.received.length).toBeGreaterThan(1);
  expect(new Set(receiver.received.map(({ headers }) => headers["x-service-request-id"]))).toEqual(
    new Set([pressed]),
  );
  for (const { body } of receiver.received) expect(body).not.toContain(pressed);
  // Sent again by a person's request, it is still of that payment.
  const [{ id = "" } = {}] = receiver.received;
  receiver.received.length = 0;
  await inRequest("req_other", () => resendEvent(world, shop.seller, id, "user:1", endpointId));
  expect(receiver.received.map(({ headers }) => headers["x-service-request-id"])).toEqual([pressed]);
});

test("the answer of the rail is worked on as part of the press, also when another request brings it", async () => {
  const shop = await sellingStore(world);
  const pressed = `req_${randomUUID()}`;
  await endpointAt(world, shop.live, receiver.url);
  await inRequest(pressed, () => press(world, shop));
  world.clock.advance(5_000);
  await inRequest("req_executor", () => pollOpenAttempts(world));
  await world.settled();
  const events = await world.db.event.findMany({ where: { storeId: shop.store.id } });
  expect(events.length).toBeGreaterThan(1);
  expect(new Set(events.map(({ requestId }) => requestId))).toEqual(new Set([pressed]));
});

test("what nobody asked for has no id, and its webhook no header", async () => {
  const shop = await sellingStore(world);
  await endpointAt(world, shop.live, receiver.url);
  receiver.received.length = 0;
  expect(await emitEvent(world, shop.live)).toMatchObject({ requestId: null });
  await deliverDueWebhooks(world);
  expect(idsOf("subscription.renewed")).toEqual([null]);
});

test("each line of the log names the request that it is of, unless it says another", async () => {
  lines.length = 0;
  world.log.info({}, "outside");
  await inRequest("req_1", async () => {
    await Promise.resolve();
    world.log.warn({ err: new Error("sk_live_abc") }, "inside");
    world.log.info({ request_id: "req_2" }, "of another");
    expect(currentRequest()).toBe("req_1");
  });
  expect(lines.map(({ msg, request_id }) => [msg, request_id])).toEqual([
    ...[
      ["outside", undefined],
      ["inside", "req_1"],
      ["of another", "req_2"],
    ],
  ]);
  expect(JSON.stringify(lines)).not.toContain("sk_live_abc");
});
