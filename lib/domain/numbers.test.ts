import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths, monthly, monthOf, share, startOfMonth } from "./money";

test("months follow each other over the ends of years", () => {
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(addMonths("2026-11", 14)).toBe("2028-01");
  expect(monthOf("2026-03-31")).toBe("2026-03");
  expect(startOfMonth("2026-03", "Africa/Kampala").toISOString()).toBe("2026-02-28T21:00:00.000Z");
});

test("a month is a twelfth of a year, rounded once, halves away from zero", () => {
  expect([0n, 5n, 6n, 17n, 18n, -5n, -6n, -18n].map(monthly)).toEqual([0n, 0n, 1n, 1n, 2n, 0n, -1n, -2n]);
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (yearly) => {
      const rest = yearly - monthly(yearly) * 12n;
      expect(rest >= -6n && rest <= 6n).toBe(true);
    }),
  );
});

test("a share is in tenths of a percent, and none of nothing", () => {
  expect([share(1, 3), share(2n, 3n), share(0, 5), share(5, 5), share(7, 5), share(1, 0)]).toEqual([
    ...[333, 667, 0, 1000, 1400, null],
  ]);
});
