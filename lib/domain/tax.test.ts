import fc from "fast-check";
import { expect, test } from "vitest";
import { fiscalSystemOf, taxedParts, taxGoneBack, taxOfParts, taxWithin } from "./tax";

test.each([
  [50_000n, 160_000, 6_897n],
  [100n, 160_000, 14n],
  [500n, 160_000, 69n],
  [1_000n, 180_000, 153n],
  [1n, 160_000, 0n],
  [4n, 160_000, 1n],
  [0n, 160_000, 0n],
  [11_600n, 160_000, 1_600n],
  [10_750n, 75_000, 750n],
])(
  "of %s minor units at %s parts of a million, %s are the tax, in every currency alike",
  (minor, rate, tax) => {
    expect(taxWithin(minor, rate)).toBe(tax);
  },
);

const line = fc.record({
  totalMinor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  isTaxed: fc.boolean(),
  isCharge: fc.boolean(),
});

test("the shares of a discount come to the discount exactly, whatever the cart is", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.nat(1_000_000), (lines, part) => {
      const prices = lines.filter(({ isCharge }) => !isCharge);
      const pricesMinor = prices.reduce((sum, { totalMinor }) => sum + totalMinor, 0n);
      const discountMinor = (pricesMinor * BigInt(part)) / 1_000_000n;
      const all = taxedParts(
        lines.map((one) => ({ ...one, isTaxed: true })),
        discountMinor,
      );
      expect(all.reduce((sum, one) => sum + one, 0n)).toBe(
        pricesMinor - (pricesMinor === 0n ? 0n : discountMinor),
      );
      const some = taxedParts(lines, discountMinor);
      some.forEach((one, at) => {
        expect(one).toBe(lines[at]?.isTaxed ? all[at] : 0n);
        expect(one >= 0n && one <= (lines[at]?.totalMinor ?? 0n)).toBe(true);
      });
    }),
  );
});

test("the tax is never more than what it is in, and what is left over a refund has never more than the whole", () => {
  const rate = fc.integer({ min: 1, max: 500_000 });
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(amount, fc.nat(1_000), rate, (minor, part, ratePpm) => {
      const kept = (minor * BigInt(part)) / 1_000n;
      const tax = taxWithin(minor, ratePpm);
      expect(tax >= 0n && tax <= minor).toBe(true);
      expect(taxWithin(kept, ratePpm) <= tax).toBe(true);
    }),
  );
});

test("where sellers give fiscal receipts, ours is known to be none", () => {
  expect(["KE", "UG", "US"].map(fiscalSystemOf)).toEqual(["KRA eTIMS", "URA EFRIS", null]);
});

test("of the tax goes back what of the total does, never more than there is, and all of it at the end", () => {
  const order = { totalMinor: 50_000n, taxMinor: 6_897n };
  const back = (refundedMinor: bigint) => taxGoneBack({ ...order, refundedMinor });
  expect([back(0n), back(25_000n), back(1n), back(50_000n)]).toEqual([0n, 3_449n, 0n, 6_897n]);
  const most = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(most, fc.nat(1_000_000), fc.nat(1_000_000), (totalMinor, ratePpm, part) => {
      const taxMinor = taxWithin(totalMinor, ratePpm);
      const refundedMinor = (totalMinor * BigInt(part)) / 1_000_000n;
      const gone = taxGoneBack({ totalMinor, taxMinor, refundedMinor });
      expect(gone >= 0n && gone <= taxMinor && gone <= refundedMinor + 1n).toBe(true);
      expect(taxGoneBack({ totalMinor, taxMinor, refundedMinor: totalMinor })).toBe(taxMinor);
    }),
  );
  expect(taxGoneBack({ totalMinor: 0n, taxMinor: 0n, refundedMinor: 0n })).toBe(0n);
});

test("the parts of an invoice that stand have exactly its tax once all is paid, whatever was taken back between", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 7n });
  const part = fc.record({ minor: amount, undoneAfter: fc.option(fc.nat(5)) });
  const parts = fc.array(part, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.bigInt({ min: 0n, max: 500_000n }), (made, ratePpm) => {
      const paid = made.map(({ minor, undoneAfter }, index) => ({
        ...{ minor, paidAt: new Date(index) },
        undoneAt: undoneAfter === null ? null : new Date(index + undoneAfter + 1),
      }));
      const end = new Date(paid.length);
      const stands = ({ undoneAt }: { undoneAt: Date | null }) => undoneAt === null || undoneAt > end;
      const standing = paid.filter(stands).reduce((sum, { minor }) => sum + minor, 0n);
      const totalMinor = standing + 1_000_000n;
      const invoice = { totalMinor, taxMinor: (totalMinor * ratePpm) / 1_000_000n };
      const last = { minor: totalMinor - standing, paidAt: end, undoneAt: null };
      const taxed = taxOfParts(invoice, [...paid, last]);
      const sum = taxed.filter(stands).reduce((all, { taxMinor }) => all + taxMinor, 0n);
      expect(sum).toBe(invoice.taxMinor);
      // What comes later changes nothing of what was signed.
      expect(taxOfParts(invoice, paid)).toEqual(taxed.slice(0, -1));
    }),
  );
});
