import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InvoiceItem, invoiceNumber, invoiceTotals, lineTotal, standardNumbering } from "./invoice";
import { maxMinor } from "./money";

describe("totals", () => {
  const item = (quantityMilli: bigint, unitPriceMinor: bigint): InvoiceItem => ({
    quantityMilli,
    unitPriceMinor,
  });

  test("each line is rounded half up, the tax once on the rest after the discount", () => {
    const result = invoiceTotals({
      items: [item(1_500n, 333n), item(500n, 1n), item(2_000n, 10_000n)],
      discountMinor: 501n,
      taxRatePpm: 75_000,
    });
    // 499.5 → 500; 0.5 → 1; 20,000. Tax on 20,000 is 1,500.
    expect(result).toEqual({
      ok: true,
      totals: { subtotalMinor: 20_501n, discountMinor: 501n, taxMinor: 1_500n, totalMinor: 21_500n },
    });
  });

  test.each([
    [[item(1_000n, 100n)], 101n, "discount_above_subtotal"],
    [[item(1_000n, 100n)], 100n, "total_zero"],
    [[item(1n, 100n)], 0n, "total_zero"],
    [[], 0n, "total_zero"],
    [[item(1_000n, maxMinor), item(1_000n, 1n)], 0n, "total_too_large"],
    [[item(1_000n, maxMinor), item(1_000n, 1n)], 1n, "total_too_large"],
  ])("case %#: refused", (items, discountMinor, problem) => {
    expect(invoiceTotals({ items, discountMinor, taxRatePpm: 0 })).toEqual({ ok: false, problem });
  });

  test("for any lines, discount and rate: the lines add up to the subtotal, and every part to the total", () => {
    const line = fc.record({
      quantityMilli: fc.bigInt(1n, 10n ** 6n),
      unitPriceMinor: fc.bigInt(0n, 10n ** 8n),
    });
    const rate = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 50 }),
        fc.nat(100),
        rate,
        (items, percent, taxRatePpm) => {
          const sum = items.reduce((all, each) => all + lineTotal(each), 0n);
          const discountMinor = (sum * BigInt(percent)) / 100n;
          const result = invoiceTotals({ items, discountMinor, taxRatePpm });
          if (!result.ok) {
            expect([result.problem, sum - discountMinor]).toEqual(["total_zero", 0n]);
            return;
          }
          const { subtotalMinor, taxMinor, totalMinor } = result.totals;
          expect([subtotalMinor, totalMinor]).toEqual([sum, sum - discountMinor + taxMinor]);
          const off = taxMinor * 1_000_000n - (sum - discountMinor) * BigInt(taxRatePpm);
          expect(-500_000n < off && off <= 500_000n).toBe(true);
          for (const each of items) {
            const lineOff = lineTotal(each) * 1_000n - each.quantityMilli * each.unitPriceMinor;
            expect(-500n < lineOff && lineOff <= 500n).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

test("invoice numbers have six digits and grow past them", () => {
  const numbers = [1, 42, 1_234_567].map((next) => invoiceNumber({ ...standardNumbering, next }));
  expect(numbers).toEqual(["INV-000001", "INV-000042", "INV-1234567"]);
});
