import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Settlement } from "@/lib/providers/rails/port";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { openShop } from "@/lib/testing/in-paying-world";
import { press, withRail } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { checkAttempt, pollOpenAttempts } from "../settlement/poll";
import { readAttempt } from "../settlement/read-attempt";
import { receiveCallback, workInbox } from "../settlement/receive-callback";
import { settle } from "../settlement/settle";
import { submitCode } from "./call-rail";

const { world, shop } = await openShop(testStore);

beforeEach(async () => {
  // The phones of all tests are the same few, and a phone rings so often only.
  await world.db.rateLimit.deleteMany();
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Time passes, and the clock of the attempts runs once, callbacks included. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

async function page(token: string) {
  const found = await readAttempt(world, token);
  if (!found) throw new Error("There is no such page.");
  return found;
}

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const orders = () => world.db.order.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
const tasks = async () =>
  (await world.db.task.findMany({ where: { storeId: shop.store.id } })).map(({ kind }) => kind);

async function told(): Promise<string[]> {
  const events = await world.db.event.findMany({
    where: {
      storeId: shop.store.id,
      NOT: [{ objectId: { startsWith: "access/" } }, { objectId: { startsWith: "customer/" } }],
    },
    orderBy: { id: "asc" },
  });
  return events.map(({ type }) => type).sort();
}

async function paidOnce(): Promise<void> {
  expect((await orders()).map(({ paymentStatus }) => paymentStatus)).toEqual(["paid"]);
  expect(await told()).toEqual(["order.paid", "subscription.activated"]);
  expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, suspenseMinor: 0n });
  const where = { subscription: { storeId: shop.store.id } };
  expect(await world.db.subscriptionPeriod.count({ where })).toBe(1);
}

function settlement(id: string, more: Partial<Settlement> = {}): Settlement {
  return {
    railRef: `sbx_${id}`,
    amount: { minor: 50_000n, currency: "UGX" },
    paidAt: world.clock.now(),
    method: "mobile_money",
    ...more,
  };
}

describe("a payment that succeeds", () => {
  test("is a paid order, a started subscription, the seller's net in the wallet, and their events in this order", async () => {
    const { token, id } = await press(world, shop, { email: "amina@example.com", name: "Amina" });
    expect(await page(token)).toMatchObject({
      state: "waiting",
      phone: "0772 •••789",
      prompt: { kind: "approve" },
    });
    await pass(5 * second);
    const shown = await page(token);
    expect(shown).toMatchObject({ state: "paid", receipt: expect.stringMatching(/^SBX/) });
    expect(shown.order).toMatchObject({
      number: "ORD-000001",
      paymentStatus: "paid",
      orderStatus: "completed",
      fulfillmentStatus: "fulfilled",
      feeMinor: 750n,
      netMinor: 49_250n,
      source: "subscription",
    });
    expect(shown.subscription).toMatchObject({
      status: "active",
      ref: "user_1",
      livemode: true,
      paymentsCount: 1,
    });
    expect(shown.order.customer).toMatchObject({ email: "amina@example.com", phone: "+256772123789" });
    const [period] = await world.db.subscriptionPeriod.findMany({ where: { attemptId: id } });
    expect(period).toMatchObject({ orderId: shown.order.id, paidMinor: 50_000n });
    const events = await world.db.event.findMany({
      where: { storeId: shop.store.id },
      orderBy: { createdAt: "asc" },
    });
    const paid = JSON.parse(events.find(({ type }) => type === "order.paid")?.payload ?? "{}");
    expect(paid.data).toMatchObject({
      object: "order",
      payment_status: "paid",
      total: 50_000,
      fee: 750,
      net: 49_250,
      subscription_id: shown.subscription?.id,
      customer: { email: "amina@example.com" },
    });
    await paidOnce();
  });

  test("is told to an endpoint as order.paid first, then subscription.activated, each once", async () => {
    await createEndpoint(world, shop.live, { url: "http://localhost:4000/hooks" });
    await press(world, shop);
    await pass(5 * second);
    const deliveries = await world.db.webhookDelivery.findMany({
      where: { storeId: shop.store.id },
      orderBy: { id: "asc" },
      include: { event: { select: { type: true } } },
    });
    expect(deliveries.map(({ event }) => event.type)).toEqual(["order.paid", "subscription.activated"]);
  });

  test("has the fee on top where the buyer pays the charges, and the seller keeps the price", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });
    const { token } = await press(world, shop, { shownMinor: 50_750n });
    await pass(5 * second);
    const shown = await page(token);
    expect(shown.order).toMatchObject({ totalMinor: 50_750n, feeMinor: 750n, netMinor: 50_000n });
    expect(shown.order.items.map(({ name }) => name)).toEqual([shop.products[0].name, "Charges"]);
    expect(shown.subscription).toMatchObject({ amountMinor: 50_000n, totalPaidMinor: 50_000n });
    expect((await wallet()).pendingMinor).toBe(50_000n);
  });

  test("is found without any callback, when its answer was lost, and by the payer's own page", async () => {
    for (const phone of ["0772123229", "0772123259"]) {
      const { token } = await press(world, shop, {
        phone,
        for: { kind: "subscription_start", productId: shop.products[0].id, ref: phone },
      });
      expect((await page(token)).state).toBe("waiting");
      world.clock.advance(5 * second);
      await checkAttempt(world, token);
      await world.settled();
      expect((await page(token)).state).toBe("paid");
    }
  });

  test("waits for the code where the network asks for one; a wrong code ends it", async () => {
    const first = await press(world, shop, { phone: "0772123189" });
    expect((await page(first.token)).prompt).toMatchObject({ kind: "input", input: "otp" });
    await submitCode(world, first.token, "000000");
    expect(await page(first.token)).toMatchObject({ state: "failed", reason: "otp_incorrect" });
    const again = await press(world, shop, { phone: "0772123189" });
    await submitCode(world, again.token, "123456");
    await pass(5 * second);
    expect((await page(again.token)).state).toBe("paid");
    await paidOnce();
  });
});

describe("callbacks", () => {
  test("a hundred at once are one paid order, one event, one entry", async () => {
    const { id } = await press(world, shop);
    world.clock.advance(5 * second);
    await Promise.all(Array.from({ length: 100 }, () => world.sandbox.controls.deliverCallback(id)));
    await world.settled();
    expect(world.answered.slice(-100)).toEqual(Array.from({ length: 100 }, () => 200));
    expect(await world.db.railCallback.count({ where: { dedupeKey: { contains: id } } })).toBe(1);
    await paidOnce();
  });

  test("a hundred workers with the same word settle it once", async () => {
    const { id } = await press(world, shop);
    const said = { kind: "succeeded" as const, settlement: settlement(id) };
    const all = await Promise.all(Array.from({ length: 100 }, () => settle(world, id, said)));
    expect(all.filter(({ did }) => did === "credit")).toHaveLength(1);
    await paidOnce();
  });

  test("sent thrice, or after a wrong “failed”, make one payment", async () => {
    for (const phone of ["0772123239", "0772123249"]) {
      const { token } = await press(world, shop, {
        phone,
        for: { kind: "subscription_start", productId: shop.products[0].id, ref: phone },
      });
      await pass(5 * second);
      expect((await page(token)).state).toBe("paid");
    }
    expect(await told()).toEqual([
      "order.paid",
      "order.paid",
      "subscription.activated",
      "subscription.activated",
    ]);
    expect(await tasks(), "bad news is asked again, so nothing came late").toEqual([]);
  });

  test("may come before the answer to the charge itself", async () => {
    const early = withRail(world, {
      async charge(request) {
        const answer = await world.sandbox.rail.charge(request);
        await world.sandbox.controls.resolve(request.attemptId, { word: "succeeded" });
        await world.sandbox.deliverDue();
        await world.settled();
        return answer;
      },
    });
    const { token } = await press(early, shop);
    expect((await page(token)).state).toBe("paid");
    await paidOnce();
  });

  test("without our signature are refused and change nothing", async () => {
    const { id, token } = await press(world, shop);
    const body = Buffer.from(JSON.stringify({ op: "charge", id, status: "succeeded" }));
    const raw = { method: "POST", host: "x", path: "/", query: new URLSearchParams(), ip: "", body };
    const received = await receiveCallback(world, "sandbox", {
      ...raw,
      headers: { "x-sandbox-signature": "sha256=00" },
    });
    await received.work();
    expect(received.status).toBe(401);
    expect((await page(token)).state).toBe("waiting");
  });

  test("that no signature covers are only a reason to ask: a forged success is not believed", async () => {
    const { id, token } = await press(world, shop);
    const { rail } = world.sandbox;
    const unsigned = withRail(world, {
      parseCallback: async () => ({
        authentic: true,
        auth: "none",
        events: [
          {
            op: "charge",
            ourId: id,
            dedupeKey: id,
            claim: { kind: "succeeded", settlement: settlement(id) },
          },
        ],
        reply: { status: 200 },
      }),
    });
    const raw = { method: "PUT", host: "x", path: "/", query: new URLSearchParams(), ip: "", headers: {} };
    const received = await receiveCallback(unsigned, rail.id, { ...raw, body: Buffer.from("{}") });
    await received.work();
    expect((await page(token)).state).toBe("waiting");
  });

  test("about a payment that we never asked for raise a task and change nothing", async () => {
    const id = randomUUID();
    const unknown = withRail(world, {
      parseCallback: async () => ({
        authentic: true,
        auth: "signed",
        events: [{ op: "charge", ourId: id, railRef: "nobody", dedupeKey: id }],
        reply: { status: 200 },
      }),
    });
    const raw = { method: "POST", host: "x", path: "/", query: new URLSearchParams(), ip: "", headers: {} };
    await (await receiveCallback(unknown, "sandbox", { ...raw, body: Buffer.from("{}") })).work();
    expect(await world.db.task.count({ where: { kind: "unknown_payment", subject: `sandbox/${id}` } })).toBe(
      1,
    );
  });

  test("that were kept by a process that died are worked through later", async () => {
    const { id, token } = await press(world, shop);
    world.clock.advance(5 * second);
    const event = { op: "charge", ourId: id };
    await world.db.railCallback.create({
      data: {
        rail: "sandbox",
        dedupeKey: id,
        event,
        headers: {},
        body: new Uint8Array(),
        receivedAt: world.clock.now(),
      },
    });
    await workInbox(world);
    expect((await page(token)).state).toBe("waiting");
    world.clock.advance(minute);
    await workInbox(world);
    expect((await page(token)).state).toBe("paid");
    await paidOnce();
  });
});

describe("a payment that fails", () => {
  test.each([
    ["019", "limit_exceeded"],
    ["029", "payer_not_found"],
    ["049", "insufficient_funds"],
    ["069", "unknown"],
    ["139", "wrong_pin"],
    ["149", "cancelled_by_payer"],
    ["159", "payer_busy"],
    ["169", "provider_unavailable"],
  ])("…%s says %s, moves no money, and may be tried again for the same order", async (digits, reason) => {
    const { token } = await press(world, shop, { phone: `0772123${digits}` });
    await pass(5 * second);
    expect(await page(token)).toMatchObject({ state: "failed", reason, order: { paymentStatus: "failed" } });
    expect(await told()).toEqual([]);
    expect((await wallet()).pendingMinor).toBe(0n);
    const again = await press(world, shop);
    expect(again.isNew).toBe(true);
    await pass(5 * second);
    expect(await page(again.token)).toMatchObject({ state: "paid", order: { number: "ORD-000001" } });
    await paidOnce();
  });

  test("not approved in time: overdue is not failed, only the rail's word is", async () => {
    const { token } = await press(world, shop, { phone: "0772123039" });
    await pass(119 * second);
    expect(await page(token)).toMatchObject({ state: "waiting", isOverdue: false });
    await pass(2 * second);
    await pass(10 * second);
    expect(await page(token)).toMatchObject({ state: "failed", reason: "not_approved_in_time" });
  });

  test("a rail that never heard of it: failed after 15 minutes, not before", async () => {
    const deaf = withRail(world, {
      charge: async () => {
        throw new Error("The line is dead.");
      },
    });
    const { token } = await press(deaf, shop);
    await pass(14 * minute);
    expect((await page(token)).state).toBe("waiting");
    await pass(8 * minute);
    expect(await page(token)).toMatchObject({ state: "failed", reason: "provider_unavailable" });
  });
});

describe("late and odd money", () => {
  test("a success a minute after the prompt ended is a payment", async () => {
    const { token } = await press(world, shop, { phone: "0772123199" });
    await pass(125 * second);
    expect(await page(token)).toMatchObject({ state: "waiting", isOverdue: true });
    await pass(2 * minute);
    expect((await page(token)).state).toBe("paid");
    await paidOnce();
  });

  test("a success after 71 hours is a payment, and gives the period that was paid for", async () => {
    const { token, id } = await press(world, shop, { phone: "0772123129" });
    await pass(71 * hour);
    expect((await page(token)).state).toBe("waiting");
    await world.sandbox.controls.resolve(id, { word: "succeeded" });
    await pass(0);
    expect((await page(token)).state).toBe("paid");
    await paidOnce();
  });

  test("what no rail ever tells goes to a person after 72 hours; its order expires; its money still counts", async () => {
    const { token, id } = await press(world, shop, { phone: "0772123129" });
    await pass(73 * hour);
    expect((await page(token)).state).toBe("unknown");
    expect(await tasks()).toEqual(["no_answer"]);
    world.clock.advance(hour);
    await expireOrders(world);
    expect((await orders())[0]).toMatchObject({ paymentStatus: "expired", orderStatus: "cancelled" });
    await settle(world, id, { kind: "succeeded", settlement: settlement(id) });
    expect((await page(token)).state).toBe("paid");
    expect((await tasks()).sort()).toEqual(["late_payment", "no_answer"]);
    await paidOnce();
  });

  test("a success after a failure wins, and a person is told", async () => {
    const { id } = await press(world, shop, { phone: "0772123049" });
    await pass(5 * second);
    await settle(world, id, { kind: "succeeded", settlement: settlement(id) });
    expect(await tasks()).toEqual(["late_payment"]);
    await paidOnce();
    await settle(world, id, { kind: "failed", failure: { reason: "unknown" } });
    expect(await tasks()).toContain("contradiction");
    await paidOnce();
  });

  test("one unit too little is set aside for a person and completes nothing", async () => {
    const { token } = await press(world, shop, { phone: "0772123269" });
    await pass(5 * second);
    expect(await page(token)).toMatchObject({ state: "in_review", order: { paymentStatus: "pending" } });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, suspenseMinor: 49_999n });
    expect(await tasks()).toEqual(["suspense"]);
    expect(await told()).toEqual([]);
  });

  test.each<[string, Partial<Settlement>, "UGX" | "KES", bigint]>([
    ["too much", { amount: { minor: 50_001n, currency: "UGX" } }, "UGX", 50_001n],
    ["another currency", { amount: { minor: 50_000n, currency: "KES" } }, "KES", 50_000n],
    ["another reference", { railRef: "somebody_else" }, "UGX", 50_000n],
  ])("%s is set aside", async (_, odd, currency, minor) => {
    const { id } = await press(world, shop, { phone: "0772123129" });
    await settle(world, id, { kind: "succeeded", settlement: settlement(id, odd) });
    expect((await readWallet(world.db, shop.store.id, currency)).suspenseMinor).toBe(minor);
    expect(await told()).toEqual([]);
    expect(await tasks()).toEqual(["suspense"]);
  });

  test("what a rail kept of a payment in another currency is none of this ledger", async () => {
    const { id } = await press(world, shop, { phone: "0772123129" });
    const fee = { minor: 400n, currency: "KES" };
    await settle(world, id, { kind: "succeeded", settlement: settlement(id, { fee }) });
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    expect(attempt).toMatchObject({ status: "succeeded", railFeeMinor: 0n });
    const entry = { sourceId: id, kind: "payment_settled" };
    const costs = { transaction: entry, from: { kind: "rail_cost" } };
    expect(await world.db.ledgerPosting.count({ where: costs })).toBe(0);
  });

  test("an order does not fail with one attempt while nobody knows what became of another", async () => {
    const first = await press(world, shop, { phone: "0772123129" });
    await pass(121 * second);
    const other = await press(world, shop, { phone: "0772123049" });
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: first.id } });
    await world.db.paymentAttempt.update({
      where: { id: first.id },
      data: { status: "unknown", nextPollAt: null },
    });
    await settle(world, other.id, { kind: "failed", failure: { reason: "insufficient_funds" } });
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order.paymentStatus).toBe("pending");
  });

  test("what came for a cancelled order goes back as it came, not as it was asked for", async () => {
    const { id } = await press(world, shop, { phone: "0772123129" });
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    await world.db.order.update({ where: { id: orderId }, data: { orderStatus: "cancelled" } });
    const amount = { minor: 49_000n, currency: "UGX" };
    await settle(world, id, { kind: "succeeded", settlement: settlement(id, { amount }) });
    const found = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id },
      include: { refunds: true },
    });
    const { suspenseMinor } = await readWallet(world.db, shop.store.id, "UGX");
    expect(suspenseMinor).toBe(49_000n);
    for (const refund of found.refunds) expect(refund.amountMinor).toBe(49_000n);
    expect([found.suspenseReason, found.refunds.length]).toEqual(["cancelled", 1]);
  });

  test("the reference of another attempt is never credited a second time", async () => {
    const first = await press(world, shop);
    await pass(5 * second);
    const other = await press(world, shop, {
      phone: "0772123129",
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "b" },
    });
    await world.db.paymentAttempt.update({ where: { id: other.id }, data: { railRef: null } });
    await settle(world, other.id, { kind: "succeeded", settlement: settlement(first.id) });
    expect((await page(other.token)).state).toBe("in_review");
  });

  test("paid by two attempts: one order, one period, and the second is queued to go back", async () => {
    const first = await press(world, shop, { phone: "0772123129" });
    await pass(121 * second);
    const other = await press(world, shop, { phone: "0772123789" });
    expect(other.isNew).toBe(true);
    await pass(5 * second);
    await world.sandbox.controls.resolve(first.id, { word: "succeeded" });
    await pass(10 * second);
    expect((await page(other.token)).state).toBe("paid");
    expect((await page(first.token)).state).toBe("paid_twice");
    expect(await world.db.refund.findMany({ where: { storeId: shop.store.id } })).toMatchObject([
      { attemptId: first.id, amountMinor: 50_000n, reason: "paid_twice", status: "queued" },
    ]);
    expect((await orders()).map(({ paymentStatus }) => paymentStatus)).toEqual(["paid"]);
    expect(await told()).toEqual(["order.paid", "subscription.activated"]);
    expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, suspenseMinor: 50_000n });
  });

  test("taken back without ever having come: failed and reversed, and the books stay right", async () => {
    const { id } = await press(world, shop, { phone: "0772123049" });
    await pass(5 * second);
    await settle(world, id, { kind: "reversed", settlement: settlement(id) });
    expect((await orders())[0]?.paymentStatus).toBe("failed");
    expect((await wallet()).pendingMinor).toBe(0n);
  });

  test("taken back after it was set aside: suspense is empty again", async () => {
    const { id } = await press(world, shop, { phone: "0772123269" });
    await pass(5 * second);
    await settle(world, id, { kind: "reversed", settlement: settlement(id) });
    expect((await wallet()).suspenseMinor).toBe(0n);
  });

  test("taken back by the rail: the wallet gives it back, the order says refunded, a person is told", async () => {
    const { id, token } = await press(world, shop);
    await pass(5 * second);
    const reversed = { kind: "reversed" as const, settlement: settlement(id) };
    await Promise.all(Array.from({ length: 10 }, () => settle(world, id, reversed)));
    expect((await page(token)).state).toBe("reversed");
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
    expect((await orders())[0]?.paymentStatus).toBe("refunded");
    expect(await tasks()).toEqual(["payment_reversed"]);
    expect((await settle(world, id, { kind: "succeeded", settlement: settlement(id) })).did).toBe("ignore");
  });
});

describe("pressing Pay", () => {
  test("twenty times at once with one form is one attempt and one call", async () => {
    let calls = 0;
    const counted = withRail(world, {
      charge(request) {
        calls += 1;
        return world.sandbox.rail.charge(request);
      },
    });
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 20 }, () => press(counted, shop, { id })));
    expect(new Set(all.map((one) => one.token)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(calls).toBe(1);
    await pass(5 * second);
    expect((await press(world, shop, { id })).isNew).toBe(false);
    await paidOnce();
  });

  test("in twenty tabs at once leads all of them to the one open attempt", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => press(world, shop)));
    expect(new Set(all.map((one) => one.id)).size).toBe(1);
    await pass(5 * second);
    await paidOnce();
  });

  test("again with the same phone while the outcome is open asks nobody again, however late", async () => {
    const first = await press(world, shop, { phone: "0772123129" });
    await pass(2 * hour);
    expect(await press(world, shop, { phone: "0772123129" })).toMatchObject({ id: first.id, isNew: false });
  });

  test.each([
    ["a wrong number", { phone: "12" }, "phone"],
    ["a number of another country", { phone: "+254712345678" }, "phone"],
    ["a network of another country", { network: "mpesa_ke" }, "network"],
    ["another amount than was shown", { shownMinor: 1n }, "amount"],
    ["a form without its id", { id: "x" }, "form"],
  ])("with %s is refused by name and writes nothing", async (_, input, field) => {
    await expect(press(world, shop, input)).rejects.toMatchObject({
      problems: [expect.objectContaining({ field })],
    });
    expect(await orders()).toEqual([]);
  });

  test("for what is not on sale, of another store, in test mode or in a suspended store is refused", async () => {
    const foreign = await testStore(world);
    const product = { kind: "subscription_start" as const, productId: foreign.products[0].id, ref: null };
    await expect(press(world, shop, { for: product })).rejects.toThrow("not_found");
    await expect(press(world, { ...shop, live: shop.test })).rejects.toThrow("not_found");
    await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
    await expect(press(world, shop)).rejects.toMatchObject({ code: "store_suspended" });
    expect(await orders()).toEqual([]);
  });
});
