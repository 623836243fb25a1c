import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PaymentOpen } from "@/lib/domain/pay-problem";
import { Refusal } from "@/lib/domain/refusal";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { sliceOfSeeds } from "@/scripts/lab/testing/slice";
import type { PaymentFor } from "../checkout/purchase";
import { checkAttempt, pollOpenAttempts } from "./poll";

const stepsEach = 40;
const seeds = sliceOfSeeds("small lives of payments", 12, 4);

const world = await openStage({}, { races: true });

// Payers, sellers, a clock and a rail that does everything a rail does; the books are looked at after every step.
test.each(seeds)(
  "whatever happens in whatever order, the books are right (seed %i)",
  async (seed) => {
    const run = await begin(seed);
    for (let step = 1; step <= stepsEach; step += 1) {
      const did = await act(run);
      await world.settled();
      expect(await checkLedger(world), `step ${step}: ${did}`).toEqual([]);
    }
    await quiesce();
    expect(await checkLedger(world), "at the end").toEqual([]);
    expect(await held(run), "what the rail took is what the ledger holds").toEqual(await taken(run));
    expect(await world.db.paymentAttempt.count({ where: { status: { in: ["created", "pending"] } } })).toBe(
      0,
    );
    const pending = { storeId: run.shop.store.id, paymentStatus: "pending" as const };
    const left = await world.db.order.findMany({ where: pending, include: { attempts: true } });
    for (const { attempts } of left) expect(attempts.some((one) => one.suspenseReason !== null)).toBe(true);
  },
  60_000,
);

interface Run {
  shop: TestStore;
  roll(sides: number): number;
}

async function begin(seed: number): Promise<Run> {
  let state = seed * 0x9e3779b1;
  const roll = (sides: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
  return { shop: await testStore(world, { store: { buyerPaysCharges: seed % 2 === 0 } }), roll };
}

const suffixes = ["789", "049", "129", "139", "169", "179", "199", "229", "239", "249", "259", "269", "039"];
const jumps = [1, 3, 5, 30, 125, 600, 3_600, 86_400, 3 * 86_400, 20 * 86_400];

async function act({ shop, roll }: Run): Promise<string> {
  const pick = <T>(list: readonly T[]) => list[roll(list.length)];
  const where = { storeId: shop.store.id };
  const attempts = await world.db.paymentAttempt.findMany({ where, orderBy: { createdAt: "asc" } });
  const subscriptions = await world.db.subscription.findMany({ where, orderBy: { createdAt: "asc" } });
  const attempt = pick(attempts);
  const subscription = pick(subscriptions);
  switch (roll(10)) {
    case 0:
    case 1: {
      const paymentFor: PaymentFor =
        subscription && roll(2)
          ? { kind: "subscription_renewal", subscriptionId: subscription.id }
          : { kind: "subscription_start", productId: shop.products[0].id, ref: `user_${roll(3)}` };
      const phone = `0772${100 + roll(3)}${pick(suffixes)}`;
      const input = { id: randomUUID(), for: paymentFor, phone };
      const presses = Array.from({ length: 1 + roll(3) }, () => press(world, shop, input));
      await Promise.all(presses.map((one) => one.catch(allowRefusal)));
      return `press ${phone} for ${paymentFor.kind}`;
    }
    case 2:
    case 3:
    case 4:
      world.clock.advance((pick(jumps) ?? 1) * 1_000);
      return "time passes";
    case 5:
      await Promise.all(Array.from({ length: 1 + roll(3) }, () => pollOpenAttempts(world)));
      return "poll";
    case 6: {
      if (!attempt) return "nothing";
      const order = roll(2) ? "planned" : "reversed";
      await world.sandbox.controls.deliverCallback(attempt.id, { times: 1 + roll(3), order });
      return `callbacks of ${attempt.id}`;
    }
    case 7: {
      if (!attempt || (attempt.status !== "pending" && attempt.status !== "created")) return "nothing";
      const outcome = roll(2) ? { word: "succeeded" } : { word: "failed", reason: "wrong_pin" as const };
      await world.sandbox.controls.resolve(attempt.id, outcome);
      await Promise.all([pollOpenAttempts(world), checkAttempt(world, attempt.token, { force: true })]);
      return `${outcome.word} ${attempt.id}`;
    }
    case 8:
      if (!subscription) return "nothing";
      await cancelSubscription(world, shop.live, subscription.id).catch(allowRefusal);
      return `cancel ${subscription.id}`;
    default:
      await Promise.all([releaseHeld(world), expireOrders(world), advanceDueSubscriptions(world)]);
      return "sweep";
  }
}

/** Only what the service refuses in words may be refused. */
function allowRefusal(error: unknown): null {
  if (error instanceof Refusal || error instanceof PaymentOpen) return null;
  throw error;
}

/** Long enough for every poll plan to end. */
async function quiesce(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance(20 * 3_600_000);
    await pollOpenAttempts(world);
    await world.settled();
    await expireOrders(world);
    await releaseHeld(world);
  }
}

/** What the rail says it took for this store. */
async function taken({ shop }: Run): Promise<bigint> {
  const attempts = await world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id } });
  let sum = 0n;
  for (const { id } of attempts) {
    const status = await world.sandbox.rail.chargeStatus({ attemptId: id });
    if (status.kind === "succeeded") sum += status.settlement.amount.minor;
  }
  return sum;
}

/** What came in through clearing for this store. */
async function held({ shop }: Run): Promise<bigint> {
  const attempts = await world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id } });
  const postings = await world.db.ledgerPosting.aggregate({
    where: { from: { kind: "clearing" }, transaction: { sourceId: { in: attempts.map(({ id }) => id) } } },
    _sum: { amountMinor: true },
  });
  return postings._sum.amountMinor ?? 0n;
}
