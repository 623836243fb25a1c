import fc from "fast-check";
import { expect, test } from "vitest";
import { largestPayout, payoutFee } from "./payout";

test("the largest payout and its fee fit into what is available, and one step more would not", () => {
  const available = fc.bigInt(0n, 10n ** 13n);
  const ppm = fc.integer({ min: 0, max: 1_000_000 });
  const steps = fc.constantFrom(1n, 100n);
  const fixed = fc.constantFrom(0n, 3n, 3_000n, 10n ** 12n);
  fc.assert(
    fc.property(available, ppm, steps, fixed, (availableMinor, feePpm, step, fixedMinor) => {
      const largest = largestPayout(availableMinor, feePpm, step, fixedMinor);
      expect(largest % step).toBe(0n);
      expect(largest + payoutFee(largest, feePpm, fixedMinor)).toBeLessThanOrEqual(availableMinor);
      const more = largest + step;
      expect(more + payoutFee(more, feePpm, fixedMinor)).toBeGreaterThan(availableMinor);
    }),
  );
});

test("the fee on a payout is rounded half up: never up by itself, never down by itself", () => {
  expect([1_049n, 1_050n, 1_051n].map((minor) => payoutFee(minor, 10_000))).toEqual([10n, 11n, 11n]);
});

test("a fixed part is added, and the fee is never more than what reaches the seller", () => {
  expect(payoutFee(100_000n, 10_000, 3_000n)).toBe(4_000n);
  expect(payoutFee(2_000n, 10_000, 3_000n)).toBe(2_000n);
});
