import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chargesOf,
  divideHalfUp,
  type FixedFees,
  feeText,
  fixedCurrencies,
  fixedFeesIn,
  noFixedFees,
  payoutFeeText,
  shareInPpm,
  storedFixedFees,
  takesNothing,
} from "./fees";
import { maxMinor } from "./money";

const amounts = fc.oneof(fc.bigInt(0n, 2_000n), fc.bigInt(0n, maxMinor));
const rates = fc.integer({ min: 0, max: 1_000_000 });

describe("the fee of an order", () => {
  test.each([
    // price, ppm, fee
    [100_000n, 15_000, 1_500n],
    [33n, 15_000, 0n], // 0.495
    [34n, 15_000, 1n], // 0.51
    [100n, 15_000, 2n], // 1.5 goes up
    [500n, 0, 0n],
    [1n, 1_000_000, 1n],
    [10n, 3_000_000, 10n], // never more than the total
    [0n, 15_000, 0n],
  ])("of %i at %i ppm is %i when the seller bears it", (priceMinor, feePpm, feeMinor) => {
    expect(chargesOf({ priceMinor, feePpm, buyerPaysCharges: false })).toEqual({
      totalMinor: priceMinor,
      feeMinor,
      netMinor: priceMinor - feeMinor,
      addedMinor: 0n,
    });
  });

  test("is added on top when the buyer pays the charges, and the seller keeps the price", () => {
    expect(chargesOf({ priceMinor: 150_000n, feePpm: 15_000, buyerPaysCharges: true })).toEqual({
      totalMinor: 152_250n,
      feeMinor: 2_250n,
      netMinor: 150_000n,
      addedMinor: 2_250n,
    });
  });

  test("is rounded to whole shillings where the network takes only those", () => {
    const charges = chargesOf({
      priceMinor: 150_000n,
      feePpm: 15_000,
      buyerPaysCharges: true,
      stepMinor: 100n,
    });
    expect([charges.totalMinor, charges.feeMinor]).toEqual([152_300n, 2_300n]);
  });

  test("fee + net = total for any price, rate and step, and the buyer never pays less than the price", () => {
    fc.assert(
      fc.property(
        amounts,
        rates,
        fc.boolean(),
        fc.constantFrom(1n, 100n),
        (priceMinor, feePpm, buyerPaysCharges, stepMinor) => {
          const { totalMinor, feeMinor, netMinor, addedMinor } = chargesOf({
            priceMinor,
            feePpm,
            buyerPaysCharges,
            stepMinor,
          });
          expect(feeMinor + netMinor).toBe(totalMinor);
          expect(feeMinor >= 0n && netMinor >= 0n && feeMinor <= totalMinor).toBe(true);
          expect(totalMinor - addedMinor).toBe(priceMinor);
          if (buyerPaysCharges) expect([netMinor, feeMinor % stepMinor]).toEqual([priceMinor, 0n]);
          // Within half a step of the exact fee.
          const exact = priceMinor * BigInt(feePpm);
          const off = feeMinor * 1_000_000n - exact;
          const half = 500_000n * (buyerPaysCharges ? stepMinor : 1n);
          expect(-half < off && off <= half).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("fixed amounts", () => {
  const fixed = { ...noFixedFees, fixedMinor: 1_000n, minMinor: 2_000n, maxMinor: 50_000n };
  test.each([
    // price, fee: 1.5 % and 10.00, at least 20.00, at most 500.00
    [0n, 0n], // what costs nothing has no fee
    [1_500n, 1_500n], // never more than the amount
    [10_000n, 2_000n], // 150 and 1,000 are below the least
    [100_000n, 2_500n],
    [10_000_000n, 50_000n], // 150,000 is above the most
  ])("of %i the fee is %i", (priceMinor, feeMinor) => {
    const charges = chargesOf({ priceMinor, feePpm: 15_000, fixed, buyerPaysCharges: false });
    expect([charges.feeMinor, charges.netMinor]).toEqual([feeMinor, priceMinor - feeMinor]);
  });

  const someFixed: fc.Arbitrary<FixedFees> = fc
    .tuple(fc.bigInt(0n, 10_000n), fc.bigInt(0n, 10_000n), fc.option(fc.bigInt(0n, 10_000n)))
    .map(([fixedMinor, minMinor, more]) => ({
      ...{ fixedMinor, minMinor, payoutFixedMinor: 0n },
      maxMinor: more === null ? null : more + fixedMinor + minMinor,
    }));

  test("never more than the amount or the most, never below the least, and it grows with the price", () => {
    fc.assert(
      fc.property(
        ...[amounts, fc.integer({ min: 0, max: 500_000 }), someFixed, fc.boolean()],
        fc.constantFrom(1n, 100n),
        (priceMinor, feePpm, fixed, buyerPaysCharges, stepMinor) => {
          const of = (minor: bigint) =>
            chargesOf({ priceMinor: minor, feePpm, fixed, buyerPaysCharges, stepMinor });
          const { totalMinor, feeMinor, netMinor, addedMinor } = of(priceMinor);
          expect(feeMinor + netMinor).toBe(totalMinor);
          expect(totalMinor - addedMinor).toBe(priceMinor);
          expect(feeMinor >= 0n && feeMinor <= totalMinor && netMinor >= 0n).toBe(true);
          if (fixed.maxMinor !== null) expect(feeMinor <= fixed.maxMinor).toBe(true);
          if (buyerPaysCharges) expect([netMinor, feeMinor % stepMinor]).toEqual([priceMinor, 0n]);
          else if (priceMinor >= fixed.minMinor && priceMinor > 0n)
            expect(feeMinor >= fixed.minMinor).toBe(true);
          expect(of(priceMinor + 1n).feeMinor >= feeMinor).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("are stored by currency and read again; a currency without any is left out", () => {
    const plan = { feePpm: 15_000, payoutFeePpm: 10_000, fixedFees: {} as unknown };
    plan.fixedFees = storedFixedFees(plan, "KES", { ...fixed, payoutFixedMinor: 3_000n });
    plan.fixedFees = JSON.parse(
      JSON.stringify(storedFixedFees(plan, "UGX", { ...noFixedFees, fixedMinor: 5n })),
    );
    expect(fixedCurrencies(plan)).toEqual(["KES", "UGX"]);
    expect(fixedFeesIn(plan, "KES")).toEqual({ ...fixed, payoutFixedMinor: 3_000n });
    expect(fixedFeesIn(plan, "TZS")).toEqual(noFixedFees);
    expect(fixedCurrencies({ fixedFees: storedFixedFees(plan, "UGX", noFixedFees) })).toEqual(["KES"]);
    expect(feeText(plan, "KES", "en")).toMatch(/^1\.5\s% \+ KES\s10, min\. KES\s20, max\. KES\s500$/);
    expect(feeText(plan, "TZS", "fr")).toMatch(/^1,5\s%$/);
    expect(payoutFeeText(plan, "KES", "en")).toMatch(/^1\s% \+ KES\s30$/);
    expect(payoutFeeText({ ...plan, payoutFeePpm: 0 }, "KES", "en")).toMatch(/^KES\s30$/);
    expect([takesNothing(plan, "KES"), takesNothing({ feePpm: 0 }, "KES")]).toEqual([false, true]);
    expect(takesNothing({ ...plan, feePpm: 0 }, "UGX")).toBe(false);
  });
});

test("halves go up, and what is not an amount is refused", () => {
  expect([0n, 4n, 5n, 14n, 15n].map((tenths) => divideHalfUp(tenths, 10n))).toEqual([0n, 0n, 1n, 1n, 2n]);
  expect(shareInPpm(1_000n, 75_000)).toBe(75n);
  expect(() => divideHalfUp(-1n, 10n)).toThrow(RangeError);
  expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
});
