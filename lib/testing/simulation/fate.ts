import { outsideRail } from "@/lib/domain/outside";
import { publishOverdueInvoices } from "@/lib/services/billing/invoices/remind";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/change";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { payOutOnSchedule } from "@/lib/services/money/out/payouts/run-schedules";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { checkAttempt, pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { retell } from "./backwards";
import { addressOf } from "./rail";
import { renewAll } from "./renewals";
import type { Town } from "./town";

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

const jumps: [number, ...number[]] = [
  second,
  3 * second,
  5 * second,
  30 * second,
  65 * second,
  125 * second,
  10 * 60 * second,
  hour,
  hour,
  6 * hour,
  day,
  3 * day,
  20 * day,
  40 * day,
];

export async function timePasses({ world, luck }: Town): Promise<string> {
  const ms = luck.pick(jumps);
  world.clock.advance(ms);
  return `${ms / second} seconds pass`;
}

/** The workers run, one or several at once; now and then on a machine whose clock is wrong. */
export async function workersRun(town: Town): Promise<string> {
  const { world, luck } = town;
  const skewMs = luck.once(4) ? luck.pick([-90, -20, 20, 90]) * second : 0;
  const other = skewed(world, skewMs);
  await retell(town);
  if (luck.once(3)) {
    await Promise.all([sweep({ world }), ...(skewMs === 0 ? [] : [sweep({ world: other })])]);
    return `sweep (${skewMs} ms)`;
  }
  const worlds = Array.from({ length: 1 + luck.roll(3) }, (_, index) => (index === 0 ? other : world));
  await Promise.all(worlds.map((one) => pollOpenAttempts(one)));
  return `poll (${skewMs} ms)`;
}

/** The same service on a machine whose clock is early or late. */
function skewed(world: Town["world"], ms: number): Town["world"] {
  const now = () => new Date(world.clock.now().getTime() + ms);
  return { ...world, clock: { ...world.clock, now } };
}

export async function sweep({ world }: Pick<Town, "world">): Promise<void> {
  await Promise.all([releaseHeld(world), expireOrders(world), advanceDueSubscriptions(world)]);
  await sumDue(world);
  await payOutOnSchedule(world);
  await Promise.all([workTransfers(world), expireDueLinks(world), publishOverdueInvoices(world)]);
}

/** What the rail sends or decides about some attempt, in whatever order and however often. */
export async function railActs(town: Town): Promise<string> {
  const { world, luck, shop } = town;
  const attempts = await world.db.paymentAttempt.findMany({
    // What the seller took themselves no rail knows.
    where: { storeId: shop.store.id, rail: { not: outsideRail } },
    orderBy: [{ orderId: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  const one = luck.any(luck.once(2) ? attempts.slice(-3) : attempts);
  if (!one) return "nothing at the rail";
  const { controls } = world.sandbox;
  switch (luck.roll(5)) {
    case 0:
    case 1: {
      // A signed callback is the rail's word, so it cannot come before the rail has decided.
      if ((await railSays(town, one.id)) !== "succeeded") return "nothing to tell yet";
      const times = luck.roll(6);
      await controls.deliverCallback(one.id, { times, order: luck.once(2) ? "reversed" : "planned" });
      return `${times} callbacks of ${one.id}`;
    }
    case 2:
    case 3: {
      // A rail changes its mind from failed to succeeded at most; what is paid it can only take back.
      if (one.status === "succeeded" || one.status === "reversed") return "decided";
      const outcome = luck.once(3) ? { word: "failed", reason: "wrong_pin" as const } : { word: "succeeded" };
      if ((await railSays(town, one.id)) === "pending" || outcome.word === "succeeded")
        await controls.resolve(one.id, outcome);
      await Promise.all([pollOpenAttempts(world), checkAttempt(world, one.token, { force: true })]);
      // Nobody asks for ever: what a rail does after days without a word is found in its statements only.
      if (world.clock.now().getTime() - one.createdAt.getTime() > 70 * hour)
        await controls.deliverCallback(one.id);
      return `${outcome.word} ${one.id}`;
    }
    default:
      return forge(town, one);
  }
}

async function railSays({ world }: Town, attemptId: string): Promise<string> {
  return (await world.sandbox.rail.chargeStatus({ attemptId })).kind;
}

/** Somebody who is not the rail claims that it was paid. */
async function forge(
  { world, luck }: Town,
  attempt: { id: string; amountMinor: bigint; currency: string; rail: string },
): Promise<string> {
  const report = {
    op: "charge",
    id: attempt.id,
    railRef: `sbx_${attempt.id}`,
    status: "succeeded",
    atMs: world.clock.now().getTime(),
    amountMinor: String(attempt.amountMinor),
    feeMinor: "0",
    currency: attempt.currency,
    method: "mobile_money",
  };
  const received = await receiveCallback(world, addressOf(attempt.rail), {
    method: "POST",
    host: "localhost",
    path: `/api/rails/${addressOf(attempt.rail)}`,
    query: new URLSearchParams(),
    headers: luck.once(2) ? {} : { "x-sandbox-signature": `sha256=${"0".repeat(64)}` },
    body: Buffer.from(JSON.stringify(report)),
    ip: "203.0.113.9",
  });
  await received.work();
  return `forged ${attempt.id}`;
}

/** Long enough for every poll plan, grace period and hold to end, and every queue to be empty. */
export async function quiesce(town: Town): Promise<void> {
  const { world } = town;
  for (let round = 0; round < 12; round += 1) {
    await retell(town);
    world.clock.advance(round < 6 ? 20 * hour : 12 * day);
    await pollOpenAttempts(world);
    await world.settled();
    await sweep({ world });
    if (town.renews) await renewAll(town);
    await world.settled();
  }
}
