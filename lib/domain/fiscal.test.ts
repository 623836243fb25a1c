import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addUpDocuments,
  classOf,
  type FiscalDocument,
  type FiscalOrder,
  fiscalLines,
  nextDocument,
  spread,
} from "./fiscal";
import { orderAmounts } from "./tax";

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPriceMinor: fc.bigInt({ min: 0n, max: 90_000n }),
  isTaxed: fc.boolean(),
  isCharge: fc.constant(false),
});

/** An order as the product makes one: with a discount within its price, with or without tax. */
const anOrder: fc.Arbitrary<FiscalOrder> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    off: fc.integer({ min: 0, max: 100 }),
    taxRatePpm: fc.constantFrom(0, 80_000, 160_000),
    shippingFeeMinor: fc.constantFrom(0n, 0n, 33_333n),
  })
  .map(({ lines, off, taxRatePpm, shippingFeeMinor }) => {
    const subtotal = lines.reduce((sum, one) => sum + one.unitPriceMinor * BigInt(one.quantity), 0n);
    const discountMinor = (subtotal * BigInt(off)) / 100n;
    const { totals, parts } = orderAmounts(lines, discountMinor, { taxLabel: "VAT", taxRatePpm });
    return {
      ...{ discountMinor, shippingFeeMinor, taxMinor: totals.taxMinor },
      totalMinor: totals.totalMinor + shippingFeeMinor,
      items: lines.map((one, position) => ({
        ...{ ...one, position, productId: null, name: `Thing ${position}` },
        ...(parts[position] ?? { totalMinor: 0n, discountMinor: 0n, taxedMinor: 0n }),
      })),
    };
  })
  .filter(({ totalMinor }) => totalMinor > 0n);

const total = (amounts: bigint[]) => amounts.reduce((sum, minor) => sum + minor, 0n);

function check(document: FiscalDocument) {
  expect(total(document.lines.map(({ totalMinor }) => totalMinor))).toBe(document.totalMinor);
  expect(total(document.lines.map(({ taxMinor }) => taxMinor))).toBe(document.taxMinor);
  for (const one of document.lines) {
    expect(BigInt(one.quantity) * one.unitPriceMinor - one.discountMinor).toBe(one.totalMinor);
    expect(one.totalMinor > 0n && one.taxMinor >= 0n && one.taxMinor <= one.totalMinor).toBe(true);
  }
}

describe("an order's documents", () => {
  test("begin with a sale whose lines and tax add up to the order, to the cent", () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        const sale = nextDocument(order, 0n, new Map());
        expect(sale).toMatchObject({ kind: "sale", totalMinor: order.totalMinor, taxMinor: order.taxMinor });
        if (sale) check(sale);
        expect(nextDocument(order, 0n, addUpDocuments([{ kind: "sale", lines: fiscalLines(order) }]))).toBe(
          null,
        );
      }),
    );
  });

  test("say after any refunds, and refunds that came back, exactly what is left of it", () => {
    const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anOrder, parts, (order, steps) => {
        const documents: FiscalDocument[] = [];
        const add = (gone: bigint) => {
          const next = nextDocument(order, gone, addUpDocuments(documents));
          if (!next) return;
          check(next);
          documents.push(next);
        };
        add(0n);
        for (const step of steps) {
          const gone = BigInt(Math.round(Number(order.totalMinor) * step));
          add(gone);
          const left = [...addUpDocuments(documents).values()];
          expect(total(left.map(({ totalMinor }) => totalMinor))).toBe(order.totalMinor - gone);
          expect(left.every(({ totalMinor, taxMinor }) => totalMinor >= taxMinor && taxMinor >= 0n)).toBe(
            true,
          );
        }
        add(order.totalMinor);
        const left = [...addUpDocuments(documents).values()];
        expect(left.every(({ totalMinor, taxMinor }) => totalMinor === 0n && taxMinor === 0n)).toBe(true);
      }),
    );
  });

  test("are a sale and then a credit note where all went back before anything was signed", () => {
    const [order] = fc.sample(anOrder, 1);
    if (!order) throw new Error("No order.");
    expect(nextDocument(order, order.totalMinor, new Map())?.kind).toBe("sale");
  });
});

test("an amount is spread to the cent, and never above a weight that has room", () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const minor = BigInt(Math.floor(Number(total(weights)) * part));
        const shares = spread(minor, weights);
        expect(total(shares)).toBe(minor);
        expect(shares.every((share, index) => share >= 0n && share <= (weights[index] ?? 0n))).toBe(true);
      },
    ),
  );
});

test("a line is of the class of its order's rate, and what has no tax of the class that the seller chose", () => {
  expect(classOf(true, 160_000, "D")).toBe("B");
  expect(classOf(true, 80_000, "A")).toBe("E");
  expect(classOf(false, 160_000, "A")).toBe("A");
  expect(classOf(true, 180_000, "A")).toBe(null);
});
