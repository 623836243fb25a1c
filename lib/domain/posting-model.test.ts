import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "@/scripts/lab/testing/slice";
import { chargesOf } from "./fees";
import { type AccountKind, accountBalance, type LedgerEntry } from "./ledger-accounts";
import {
  debtFirst,
  holdReleased,
  paymentReversed,
  paymentSettled,
  payoutPaid,
  payoutRequested,
  payoutReturned,
  payoutReversed,
  type RefundSources,
  refundFailed,
  refundPaid,
  refundRequested,
  releasable,
  suspenseAllocated,
  suspenseReceived,
  suspenseReturned,
  suspenseReturnFailed,
  suspenseReversed,
  takeFromWallet,
} from "./posting";

const feePpm = 15_000;

interface Payment {
  totalMinor: bigint;
  netMinor: bigint;
  feeMinor: bigint;
  isOnHold: boolean;
  refundedMinor: bigint;
}

/**
 * The naive model: lists of things and the money that crossed the rail's border, with no accounts. Beside it, `sums`:
 * everything that ever went into and out of each account.
 */
interface World {
  payments: Payment[];
  payouts: { amountMinor: bigint; feeMinor: bigint; isPaid: boolean }[];
  refunds: { amountMinor: bigint; sources: RefundSources | null }[];
  suspended: bigint[];
  inMinor: bigint;
  outMinor: bigint;
  feesMinor: bigint;
  costsMinor: bigint;
  sums: Map<AccountKind, { inMinor: bigint; outMinor: bigint }>;
}

function newWorld(): World {
  const none = { inMinor: 0n, outMinor: 0n, feesMinor: 0n, costsMinor: 0n };
  return { ...none, payments: [], payouts: [], refunds: [], suspended: [], sums: new Map() };
}

function post(world: World, entry: LedgerEntry): void {
  const { postings } = debtFirst(entry, balanceOf(world, "store_debt"));
  for (const { from, to, amountMinor } of postings) {
    expect(amountMinor > 0n && from !== to).toBe(true);
    sumsOf(world, from).outMinor += amountMinor;
    sumsOf(world, to).inMinor += amountMinor;
  }
}

function balanceOf(world: World, kind: AccountKind): bigint {
  return accountBalance(kind, sumsOf(world, kind));
}

function sumsOf(world: World, kind: AccountKind): { inMinor: bigint; outMinor: bigint } {
  const sums = world.sums.get(kind) ?? { inMinor: 0n, outMinor: 0n };
  world.sums.set(kind, sums);
  return sums;
}

function wallet(world: World): { pendingMinor: bigint; availableMinor: bigint } {
  return {
    pendingMinor: balanceOf(world, "wallet_pending"),
    availableMinor: balanceOf(world, "wallet_available"),
  };
}

function settle(world: World, totalMinor: bigint, railCostMinor: bigint): void {
  const { netMinor, feeMinor } = chargesOf({ priceMinor: totalMinor, feePpm, buyerPaysCharges: false });
  post(world, paymentSettled({ netMinor, feeMinor, railCostMinor }));
  world.payments.push({ totalMinor, netMinor, feeMinor, isOnHold: true, refundedMinor: 0n });
  world.inMinor += totalMinor;
  world.costsMinor += railCostMinor;
  world.feesMinor += feeMinor;
}

function release(world: World): void {
  const oldest = world.payments.find((payment) => payment.isOnHold);
  if (oldest) oldest.isOnHold = false;
  const held = world.payments.filter((payment) => payment.isOnHold);
  const onHoldMinor = held.reduce((sum, payment) => sum + payment.netMinor, 0n);
  const amountMinor = releasable({ pendingMinor: wallet(world).pendingMinor, onHoldMinor });
  post(world, holdReleased({ amountMinor }));
}

function requestPayout(world: World, amountMinor: bigint): void {
  const asked = { amountMinor, feeMinor: 10n };
  if (amountMinor + 10n > wallet(world).availableMinor) return;
  post(world, payoutRequested(asked));
  world.payouts.push({ ...asked, isPaid: false });
}

function endPayout(world: World, isPaid: boolean): void {
  const open = world.payouts.find((each) => !each.isPaid);
  if (!open) return;
  if (isPaid) {
    post(world, payoutPaid({ ...open, railCostMinor: 2n }));
    open.isPaid = true;
    world.outMinor += open.amountMinor;
    world.feesMinor += open.feeMinor;
    world.costsMinor += 2n;
  } else {
    post(world, payoutReturned(open));
    world.payouts = world.payouts.filter((each) => each !== open);
  }
}

function reversePayout(world: World): void {
  const paid = world.payouts.find((each) => each.isPaid);
  if (!paid) return;
  post(world, payoutReversed(paid));
  world.payouts = world.payouts.filter((each) => each !== paid);
  world.outMinor -= paid.amountMinor;
  world.feesMinor -= paid.feeMinor;
}

function requestRefund(world: World, percent: bigint): void {
  const payment = world.payments.find((each) => each.refundedMinor < each.totalMinor);
  if (!payment) return;
  const amountMinor = ((payment.totalMinor - payment.refundedMinor) * percent + 99n) / 100n;
  const taken = takeFromWallet(wallet(world), amountMinor);
  if (!taken) return;
  const from = { ...taken, feeBackMinor: 0n };
  post(world, refundRequested(from));
  world.refunds.push({ amountMinor, sources: from });
  payment.refundedMinor += amountMinor;
}

function endRefund(world: World, isPaid: boolean): void {
  const refund = world.refunds.shift();
  if (!refund) return;
  if (isPaid) {
    post(world, refundPaid(refund.amountMinor));
    world.outMinor += refund.amountMinor;
  } else if (refund.sources) {
    post(world, refundFailed(refund.sources));
  } else {
    post(world, suspenseReturnFailed(refund.amountMinor));
    world.suspended.push(refund.amountMinor);
  }
}

function suspend(world: World, amountMinor: bigint): void {
  post(world, suspenseReceived({ amountMinor, railCostMinor: 1n }));
  world.suspended.push(amountMinor);
  world.inMinor += amountMinor;
  world.costsMinor += 1n;
}

function decideSuspense(world: World, how: "allocate" | "return" | "reverse"): void {
  const amountMinor = world.suspended.shift();
  if (amountMinor === undefined) return;
  if (how === "return") {
    post(world, suspenseReturned(amountMinor));
    world.refunds.push({ amountMinor, sources: null });
  } else if (how === "reverse") {
    post(world, suspenseReversed(amountMinor));
    world.outMinor += amountMinor;
  } else {
    const parts = chargesOf({ priceMinor: amountMinor, feePpm, buyerPaysCharges: false });
    post(world, suspenseAllocated(parts));
    world.payments.push({ ...parts, isOnHold: true, refundedMinor: 0n });
    world.feesMinor += parts.feeMinor;
  }
}

function reversePayment(world: World): void {
  const payment = world.payments.find((each) => each.refundedMinor === 0n);
  if (!payment) return;
  post(world, paymentReversed({ ...payment, wallet: wallet(world) }));
  world.payments = world.payments.filter((each) => each !== payment);
  world.outMinor += payment.totalMinor;
  world.feesMinor -= payment.feeMinor;
}

function check(world: World): void {
  const sum = (list: readonly bigint[]) => list.reduce((all, each) => all + each, 0n);
  const open = world.payouts.filter((each) => !each.isPaid);
  const balance = (kind: AccountKind) => balanceOf(world, kind);
  expect(balance("clearing")).toBe(world.inMinor - world.outMinor - world.costsMinor);
  expect(balance("rail_cost")).toBe(world.costsMinor);
  expect(balance("fee_income")).toBe(world.feesMinor);
  expect(balance("suspense")).toBe(sum(world.suspended));
  expect(balance("refund_in_flight")).toBe(sum(world.refunds.map((refund) => refund.amountMinor)));
  expect(balance("payout_in_flight")).toBe(sum(open.map((each) => each.amountMinor + each.feeMinor)));
  for (const kind of ["wallet_pending", "wallet_available", "store_debt"] as const)
    expect(balance(kind) >= 0n).toBe(true);
  // What we hold and have spent is what we owe: nothing appeared and nothing vanished.
  const owed = balance("wallet_pending") + balance("wallet_available") + balance("payout_in_flight");
  const set = balance("refund_in_flight") + balance("suspense") + balance("fee_income");
  expect(balance("clearing") + balance("rail_cost") + balance("store_debt")).toBe(owed + set);
}

const amount = fc.bigInt(1n, 5_000n);
const steps: fc.Arbitrary<(world: World) => void> = fc.oneof(
  { weight: 4, arbitrary: amount.map((total) => (world: World) => settle(world, total, total / 50n)) },
  { weight: 3, arbitrary: fc.constant(release) },
  { weight: 2, arbitrary: amount.map((asked) => (world: World) => requestPayout(world, asked)) },
  { weight: 2, arbitrary: fc.boolean().map((isPaid) => (world: World) => endPayout(world, isPaid)) },
  { weight: 1, arbitrary: fc.constant(reversePayout) },
  { weight: 2, arbitrary: fc.bigInt(1n, 100n).map((part) => (world: World) => requestRefund(world, part)) },
  { weight: 2, arbitrary: fc.boolean().map((isPaid) => (world: World) => endRefund(world, isPaid)) },
  { weight: 1, arbitrary: amount.map((odd) => (world: World) => suspend(world, odd)) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("allocate" as const, "return" as const, "reverse" as const)
      .map((how) => (world: World) => decideSuspense(world, how)),
  },
  // Often enough that each few lives have a debt.
  { weight: 4, arbitrary: fc.constant(reversePayment) },
);

test("in random lives of a store every account agrees with a model that has no accounts, after every step", () => {
  const seen = { debt: 0, refunds: 0, payouts: 0, suspense: 0, steps: 0 };
  fc.assert(
    fc.property(fc.array(steps, { minLength: 20, maxLength: 80 }), (life) => {
      const world = newWorld();
      for (const step of life) {
        step(world);
        check(world);
        seen.steps += 1;
        if (balanceOf(world, "store_debt") > 0n) seen.debt += 1;
        if (world.refunds.length > 0) seen.refunds += 1;
        if (world.payouts.length > 0) seen.payouts += 1;
        if (world.suspended.length > 0) seen.suspense += 1;
      }
    }),
    { numRuns: runs(300, 4) },
  );
  // The lives were not empty ones.
  expect(seen.steps).toBeGreaterThan(runs(3_000, 4));
  for (const count of [seen.debt, seen.refunds, seen.payouts, seen.suspense])
    expect(count).toBeGreaterThan(runs(30, 4));
}, 60_000);
