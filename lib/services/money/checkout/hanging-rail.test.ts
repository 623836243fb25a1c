import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { type PayingWorld, press, withRail } from "@/lib/testing/payments";
import { addDestination } from "../out/payouts/add-destination";
import { requestPayout } from "../out/payouts/request";
import { workTransfers } from "../out/transfers/work";
import { pollOpenAttempts } from "../settlement/poll";
import { workInbox } from "../settlement/receive-callback";
import { settle } from "../settlement/settle";

const world = await openStage();

/** The same world in which 100 seconds go by in one, so that leases run out while a rail hangs. */
function hurried(changed: Partial<PaymentRail>): PayingWorld {
  const start = world.clock.now().getTime();
  const since = performance.now();
  const now = () => new Date(start + (performance.now() - since) * 100);
  return { ...withRail(world, changed), clock: { ...world.clock, now } };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a rail that hangs ten seconds at every question", () => {
  test("is never asked for one payment by two workers at once", async () => {
    const shop = await sellingStore(world);
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      const paymentFor = {
        kind: "subscription_start" as const,
        productId: shop.products[0].id,
        ref: randomUUID(),
      };
      ids.push((await press(world, shop, { for: paymentFor, phone: `0772 ${100 + count} 129` })).id);
    }
    world.clock.advance(10_000);
    const open = new Set<string>();
    let twice = 0;
    let asked = 0;
    const slow = hurried({
      chargeStatus: async ({ attemptId }) => {
        if (open.has(attemptId)) twice += 1;
        open.add(attemptId);
        asked += 1;
        await sleep(100);
        open.delete(attemptId);
        return { kind: "pending" };
      },
    });
    const after = (ms: number) => sleep(ms).then(() => pollOpenAttempts(slow));
    await Promise.all([0, 60, 310, 340, 370, 400].map(after));
    expect(asked).toBeGreaterThan(20);
    expect(twice).toBe(0);
    await world.db.paymentAttempt.updateMany({ where: { id: { in: ids } }, data: { nextPollAt: null } });
  }, 60_000);

  test("is never asked to pay out one payout twice at once", async () => {
    const shop = await sellingStore(world);
    await paidPayment(world, shop);
    await releaseAll(world);
    const { id: destinationId } = await addDestination(world, shop.seller, {
      ...{ kind: "mobile_money", phone: "0772 000 789", network: "", name: "Achieng Otieno" },
      password: testPassword,
    });
    let open = 0;
    let most = 0;
    const call = async () => {
      open += 1;
      most = Math.max(most, open);
      await sleep(900);
      open -= 1;
      return { kind: "pending" as const, railRef: "p1", uncertain: true };
    };
    const slow = hurried({ payout: call });
    const asking = requestPayout(slow, shop.seller, {
      ...{ id: randomUUID(), destinationId, amount: "10000", password: testPassword },
    });
    for (let count = 0; count < 40; count += 1) {
      await sleep(40);
      void workTransfers(slow);
    }
    await asking;
    await sleep(1_000);
    expect(most).toBe(1);
  }, 60_000);
});

test("callbacks that were left are worked through side by side, and what is asked by the plan does not wait for them", async () => {
  const shop = await sellingStore(world);
  const attempts: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const paymentFor = {
      kind: "subscription_start" as const,
      productId: shop.products[0].id,
      ref: randomUUID(),
    };
    attempts.push((await press(world, shop, { for: paymentFor, phone: `0772 ${200 + count} 129` })).id);
  }
  const receivedAt = new Date(world.clock.now().getTime() - 60_000);
  for (const ourId of attempts)
    await world.db.railCallback.create({
      data: {
        ...{ rail: "sandbox", dedupeKey: randomUUID(), event: { op: "charge", ourId }, headers: {} },
        ...{ body: new Uint8Array(), receivedAt },
      },
    });
  let open = 0;
  let most = 0;
  const slow = withRail(world, {
    chargeStatus: async () => {
      open += 1;
      most = Math.max(most, open);
      await sleep(50);
      open -= 1;
      return { kind: "pending" };
    },
  });
  expect(await workInbox(slow)).toMatchObject({ worked: 12 });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test("a row that is locked for longer than a statement waits is tried for again", async () => {
  const shop = await sellingStore(world);
  const { id } = await press(world, shop, { phone: "0772 123 129" });
  const holder = await world.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM payment_attempts WHERE id = $1 FOR UPDATE", [id]);
  const settling = settle(world, id, { kind: "failed", failure: { reason: "cancelled_by_payer" } });
  await sleep(6_000);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await settling).toMatchObject({ status: "failed" });
}, 30_000);

test("a row that stays locked is given up in the end, with nothing done", async () => {
  const shop = await sellingStore(world);
  const { id } = await press(world, shop, { phone: "0772 123 129" });
  const holder = await world.pool.connect();
  try {
    await holder.query("BEGIN");
    // Whoever rests as long as this is ended by the server otherwise, and lets go.
    await holder.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await holder.query("SELECT 1 FROM payment_attempts WHERE id = $1 FOR UPDATE", [id]);
    const trying = transact(
      world,
      ({ tx }) => tx.$executeRaw`UPDATE payment_attempts SET polls_made = 99 WHERE id = ${id}::uuid`,
    );
    await expect(trying).rejects.toThrow();
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({ pollsMade: 0 });
}, 60_000);
