import type { Switches } from "@/e2e/emulators/emulator";
import { networkOf } from "@/lib/domain/network";
import { composeUuid } from "@/lib/domain/token";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { testPassword } from "../money";
import { type Luck, luckOf } from "../simulation/luck";
import { refusedInWords } from "../simulation/payers";
import { openTown, type RailTown } from "./emulated";
import { emulatedRails } from "./harnesses";
import { variedWhileAway } from "./while-away";

/** A town over one adapter and its emulator, and what this life remembers of it. */
export interface Life extends RailTown {
  luck: Luck;
  /** Attempts whose end was compared with the provider's word. */
  compared: Set<string>;
  /** Pages that nobody paid at yet. */
  pages: { id: string; atMs: number }[];
  errors: string[];
}

/**
 * Runs one seed over one rail: payers, sellers, workers, time and a line that breaks in a new way at every third step.
 * Null when the invariants held after every step and our books are the provider's at the end; else what broke.
 */
export async function live(railName: string, seed: number, steps: number): Promise<string | null> {
  const create = [...emulatedRails, ...variedWhileAway].find(([name]) => name === railName)?.[1];
  if (!create) throw new Error(`There is no rail ${railName}.`);
  const life = await begin(await openTown(create), seed);
  try {
    for (let step = 1; step <= steps; step += 1) {
      const weather = weatherOf(life.luck);
      const did = await inWeather(life, weather, () => act(life));
      const problems = [...(await broken(life, false)), ...(await whatDiffers(life))];
      if (problems.length > 0)
        return `seed ${seed}, step ${step}, ${weather}: ${did}\n${problems.join("\n")}`;
    }
    await calmDown(life);
    const problems = [...(await broken(life, true)), ...(await whatDiffersAtLast(life))];
    return problems.length > 0 ? `seed ${seed}, at the end:\n${problems.join("\n")}` : null;
  } finally {
    await life.close();
  }
}

async function begin(town: RailTown, seed: number): Promise<Life> {
  const luck = luckOf(seed);
  const errors: string[] = [];
  const error = ({ err, ...rest }: Record<string, unknown>) => {
    errors.push(err instanceof Error ? (err.stack ?? err.message) : JSON.stringify({ err, ...rest }));
  };
  town.world.log = { ...town.world.log, error };
  return { ...town, luck, compared: new Set(), pages: [], errors };
}

type Weather = keyof Switches | "fine";

const storms: [Weather, ...Weather[]] = [
  "dropCallback",
  "dupCallback",
  "tamperBody",
  "http500AfterCommit",
  "http500AfterCommit",
  "down",
  "brokenJson",
  "revoked",
  "unknownStatus",
];

function weatherOf(luck: Luck): Weather {
  return luck.once(3) ? luck.pick(storms) : "fine";
}

async function inWeather<T>({ harness }: Life, weather: Weather, what: () => Promise<T>): Promise<T> {
  const { switches } = harness.emulator;
  if (weather !== "fine" && weather !== "delay") switches[weather] = true;
  try {
    return await what();
  } finally {
    if (weather !== "fine" && weather !== "delay") switches[weather] = false;
  }
}

async function act(life: Life): Promise<string> {
  const { luck, world, harness } = life;
  const which = luck.roll(100);
  if (which < 32) return somebodyPays(life).catch(refusedInWords);
  if (which < 60) return timePasses(life);
  if (which < 74) {
    await Promise.all(Array.from({ length: 1 + luck.roll(3) }, () => pollOpenAttempts(world)));
    return "polls";
  }
  if (which < 80) return sweep(life);
  if (which < 90) return refunds(life);
  if (which < 97) return paysOut(life);
  await harness.sendForeign?.();
  return "a callback about somebody else's payment";
}

/** Most pay; some fail, some are late, and at a page some go away first. */
async function somebodyPays(life: Life): Promise<string> {
  const { luck, harness, world } = life;
  const waiting = luck.once(3) ? life.pages.shift() : undefined;
  if (waiting && world.clock.now().getTime() - waiting.atMs < 2 * hour) {
    await harness.pay?.(waiting.id, harness.charge.ok);
    return `pays at the page of ${waiting.id} after all`;
  }
  const { ok, late, failures } = harness.charge;
  const bad = Object.values(failures).filter((token) => token.length > 11);
  const token = luck.once(3) ? (luck.any(late ? [...bad, late] : bad) ?? ok) : ok;
  if (harness.pay && luck.once(4)) {
    const id = await life.ask(token);
    life.pages.push({ id, atMs: world.clock.now().getTime() });
    return `opens the page of ${id}`;
  }
  return `${token} pays: ${await life.press(token)}`;
}

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const jumps: [number, ...number[]] = [
  second,
  5 * second,
  5 * second,
  30 * second,
  125 * second,
  11 * 60 * second,
  hour,
  6 * hour,
  day,
  3 * day,
];

async function timePasses(life: Life): Promise<string> {
  const ms = life.luck.pick(jumps);
  await life.later(ms);
  return `${ms / second} seconds pass`;
}

async function sweep({ world }: Pick<Life, "world">): Promise<string> {
  await Promise.all([releaseHeld(world), expireOrders(world), advanceDueSubscriptions(world)]);
  await workTransfers(world);
  return "sweep";
}

async function refunds({ world, shop, seller, luck }: Life): Promise<string> {
  const orders = await world.db.order.findMany({
    where: { storeId: shop.store.id, paymentStatus: { in: ["paid", "partially_refunded"] } },
    orderBy: { id: "asc" },
  });
  const one = luck.any(orders);
  if (!one) return "nothing to refund";
  const left = one.totalMinor - one.refundedMinor;
  // Whole units of every network that takes no cents.
  const amountMinor = luck.once(2) ? left : left / 2n - ((left / 2n) % 100n) || left;
  const wish = {
    orderId: one.id,
    reason: "Changed my mind",
    amountMinor,
    requestKey: String(luck.roll(1e6)),
  };
  const ask = () => requestRefund(world, seller, wish).catch(refusedInWords);
  await Promise.all(luck.once(3) ? [ask(), ask()] : [ask()]);
  return `refund of ${one.number}`;
}

async function paysOut(life: Life): Promise<string> {
  const { world, harness, shop, seller, luck } = life;
  const { payout, network, amount } = harness;
  const { availableMinor } = await readWallet(world.db, shop.store.id, amount.currency);
  const [row] = await world.db.payoutDestination.findMany({ where: { storeId: shop.store.id } });
  if (!payout || !network || availableMinor < amount.minor) return "nothing to pay out";
  const phones = [payout.reversed ?? payout.ok, ...Object.values(payout.failures)];
  try {
    const destination =
      row ??
      (await addDestination(world, seller, {
        kind: "mobile_money",
        phone: luck.once(2) ? payout.ok : (luck.any(phones) ?? payout.ok),
        network: networkOf(network)?.code ?? "",
        name: "Olive",
        password: testPassword,
      }));
    const input = {
      id: composeUuid(luck.random.bytes(16)),
      destinationId: destination.id,
      amount: amountText(amount.minor / 2n, amount.currency),
      password: testPassword,
    };
    await Promise.all(Array.from({ length: 1 + luck.roll(2) }, () => requestPayout(world, seller, input)));
    return `payout of ${input.amount}`;
  } catch (error) {
    return refusedInWords(error);
  }
}

/** In major units, whole. */
function amountText(minor: bigint, currency: string): string {
  return String(/UGX|XOF/.test(currency) ? minor : minor / 100n);
}

async function broken({ world, shop, errors }: Life, quiet: boolean): Promise<string[]> {
  return [...errors.splice(0), ...(await checkInvariants(world, { storeId: shop.store.id, quiet }))];
}

/** The line is good again, and everything has time to come to its end. */
async function calmDown(life: Life): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await life.later(round < 6 ? 20 * hour : 12 * day);
    await pollOpenAttempts(life.world);
    await sweep(life);
    // By then what was paid may leave, which few steps come to.
    if (round === 2 || round === 4) await paysOut(life);
  }
}

type Compared = Pick<RailTown, "world" | "shop" | "harness"> & { compared: Set<string> };

/**
 * 9. Money is in the books as the provider has it, and nobody was told "failed" while it says otherwise. Each attempt is
 * compared once for each end that it reaches, with a line that is good.
 */
export async function whatDiffers(life: Compared): Promise<string[]> {
  const { world, shop, harness, compared } = life;
  const attempts = await world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id, status: { in: ["succeeded", "failed"] } },
  });
  const problems: string[] = [];
  for (const { id, status, railRef, amountMinor, suspenseReason } of attempts) {
    const key = `${id} ${status}`;
    if (compared.has(key)) continue;
    compared.add(key);
    const said = await harness.rail.chargeStatus({ attemptId: id, railRef: railRef ?? undefined });
    if (status === "succeeded") {
      const took = said.kind === "succeeded" ? said.settlement.amount.minor : 0n;
      if (took !== amountMinor || suspenseReason !== null)
        problems.push(`9 Booked ${amountMinor} (${suspenseReason}), the provider took ${took}: ${id}`);
    } else if (said.kind !== "failed" && said.kind !== "not_found")
      problems.push(`9 Called failed while the provider says ${said.kind}: ${id}`);
  }
  return problems;
}

/** The same over everything, once nothing is under way: payments, refunds and payouts, each at most once. */
export async function whatDiffersAtLast(life: Compared): Promise<string[]> {
  return [...(await paymentsDiffer(life)), ...(await refundsDiffer(life)), ...(await payoutsDiffer(life))];
}

async function paymentsDiffer({ world, shop, harness }: Compared): Promise<string[]> {
  const attempts = await world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id } });
  const problems: string[] = [];
  for (const { id, status, railRef } of attempts) {
    const said = await harness.rail.chargeStatus({ attemptId: id, railRef: railRef ?? undefined });
    const isPaid = said.kind === "succeeded";
    if (isPaid !== (status === "succeeded")) problems.push(`9 ${status}, the provider: ${said.kind}: ${id}`);
    if ((await harness.held(id)) > 1) problems.push(`7 Asked for more than once: ${id}`);
  }
  return problems;
}

async function refundsDiffer({ world, shop, harness }: Compared): Promise<string[]> {
  const rows = await world.db.refund.findMany({
    where: { attempt: { storeId: shop.store.id } },
    include: { attempt: true },
  });
  const problems: string[] = [];
  for (const { id, status, railRef, attempt } of rows) {
    const charge = { attemptId: attempt.id, railRef: attempt.railRef ?? undefined };
    const said = await harness.rail.refundStatus?.({ refundId: id, railRef: railRef ?? undefined, charge });
    const held = await harness.held(id);
    const isBack = harness.cannotDeny === "refunds" ? held > 0 : said?.kind === "succeeded";
    const isUntold = harness.losesRefunds && !["paid", "failed"].includes(status);
    if (!isUntold && isBack !== (status === "paid"))
      problems.push(`9 A refund is ${status}, the provider: ${said?.kind}: ${id}`);
    if (held > 1) problems.push(`7 Refunded more than once: ${id}`);
  }
  return problems;
}

async function payoutsDiffer({ world, shop, harness }: Compared): Promise<string[]> {
  const rows = await world.db.payout.findMany({ where: { storeId: shop.store.id } });
  const problems: string[] = [];
  for (const { id, status } of rows) {
    const said = await harness.rail.payoutStatus?.({ payoutId: id });
    if ((said?.kind === "succeeded") !== (status === "paid"))
      problems.push(`9 A payout is ${status}, the provider: ${said?.kind}: ${id}`);
    if ((await harness.held(id)) > 1) problems.push(`7 Paid out more than once: ${id}`);
  }
  return problems;
}
