import fc from "fast-check";
import { expect, test } from "vitest";
import { automaticAmount, largestPayout, nextPayoutRun, payoutFee } from "./transfer";

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

test("an automatic payout takes all beyond what is kept, up to the most, or nothing below the minimum", () => {
  const limits = { keepMinor: 100n, minMinor: 500n, stepMinor: 100n };
  expect(automaticAmount(1_234n, 0, limits)).toBe(1_100n);
  expect(automaticAmount(1_234n, 0, { ...limits, mostMinor: 1_050n })).toBe(1_000n);
  expect(automaticAmount(599n, 0, limits)).toBe(0n);
  expect(automaticAmount(600n, 0, limits)).toBe(500n);
  expect(automaticAmount(50n, 0, { ...limits, minMinor: 0n })).toBe(0n);
});

test("an automatic payout never touches what is kept back", () => {
  const money = fc.bigInt(0n, 10n ** 12n);
  const ppm = fc.integer({ min: 0, max: 1_000_000 });
  const fixed = fc.bigInt(0n, 10_000n);
  const steps = fc.constantFrom(1n, 100n);
  fc.assert(
    fc.property(money, money, money, ppm, fixed, steps, (available, keep, min, feePpm, fixedMinor, step) => {
      const limits = { keepMinor: keep, minMinor: min, stepMinor: step };
      const amount = automaticAmount(available, feePpm, limits, fixedMinor);
      if (amount === 0n) return;
      expect(amount).toBeGreaterThanOrEqual(min);
      expect(available - amount - payoutFee(amount, feePpm, fixedMinor)).toBeGreaterThanOrEqual(keep);
    }),
  );
});

test.each([
  ["2026-11-23T02:59:00Z", null, "2026-11-23T03:00:00.000Z"],
  ["2026-11-23T03:00:00Z", null, "2026-11-24T03:00:00.000Z"],
  ["2026-11-23T02:00:00Z", "2026-11-23", "2026-11-24T03:00:00.000Z"],
])("every day at six in Nairobi: after %s with a run on %s comes %s", (now, lastRunOn, next) => {
  const times = { weekday: null, hour: 6 };
  expect(nextPayoutRun(new Date(now), times, "Africa/Nairobi", lastRunOn).toISOString()).toBe(next);
});

test("every Friday at six, over a night in which clocks change", () => {
  const times = { weekday: 5, hour: 6 };
  const first = nextPayoutRun(new Date("2026-10-19T12:00:00Z"), times, "Europe/Lisbon", null);
  expect(first.toISOString()).toBe("2026-10-23T05:00:00.000Z");
  const second = nextPayoutRun(first, times, "Europe/Lisbon", "2026-10-23");
  expect(second.toISOString()).toBe("2026-10-30T06:00:00.000Z");
});

test("a fixed part is added, and the fee is never more than what reaches the seller", () => {
  expect(payoutFee(100_000n, 10_000, 3_000n)).toBe(4_000n);
  expect(payoutFee(2_000n, 10_000, 3_000n)).toBe(2_000n);
});
