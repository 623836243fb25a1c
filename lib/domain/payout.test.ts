import fc from "fast-check";
import { expect, test } from "vitest";
import { largestPayout, payoutFee } from "./payout";

test("the largest payout and its fee fit into what is available, and one step more would not", () => {
  const available = fc.bigInt(0n, 10n ** 13n);
  const ppm = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(available, ppm, fc.constantFrom(1n, 100n), (availableMinor, feePpm, step) => {
      const largest = largestPayout(availableMinor, feePpm, step);
      expect(largest % step).toBe(0n);
      expect(largest + payoutFee(largest, feePpm)).toBeLessThanOrEqual(availableMinor);
      const more = largest + step;
      expect(more + payoutFee(more, feePpm)).toBeGreaterThan(availableMinor);
    }),
  );
});

test("the fee on a payout is rounded half up: never up by itself, never down by itself", () => {
  expect([1_049n, 1_050n, 1_051n].map((minor) => payoutFee(minor, 10_000))).toEqual([10n, 11n, 11n]);
});
