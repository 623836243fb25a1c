import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chargesOf, divideHalfUp, shareInPpm } from "./fees";
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

test("halves go up, and what is not an amount is refused", () => {
  expect([0n, 4n, 5n, 14n, 15n].map((tenths) => divideHalfUp(tenths, 10n))).toEqual([0n, 0n, 1n, 1n, 2n]);
  expect(shareInPpm(1_000n, 75_000)).toBe(75n);
  expect(() => divideHalfUp(-1n, 10n)).toThrow(RangeError);
  expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
});
