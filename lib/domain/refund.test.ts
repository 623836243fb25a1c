import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { netOf, refundShares, reversalDue, reversalFee, takingsOf } from "./transfer";

describe("a refund", () => {
  test("of all gives the whole fee back; of a part the part's share, rounded half up", () => {
    const order = { totalMinor: 50_000n, feeMinor: 750n, refundedMinor: 0n };
    expect(refundShares(order, 50_000n)).toEqual({ sellerMinor: 49_250n, feeBackMinor: 750n });
    expect(refundShares(order, 10_000n)).toEqual({ sellerMinor: 9_850n, feeBackMinor: 150n });
  });

  test("leaves of the fee and the net of an order what did not go back", () => {
    const order = { totalMinor: 50_000n, feeMinor: 750n, netMinor: 49_250n };
    expect(netOf({ ...order, refundedMinor: 0n })).toEqual({ feeMinor: 750n, netMinor: 49_250n });
    expect(netOf({ ...order, refundedMinor: 10_000n })).toEqual({ feeMinor: 600n, netMinor: 39_400n });
    expect(netOf({ ...order, refundedMinor: 50_000n })).toEqual({ feeMinor: 0n, netMinor: 0n });
  });

  test("in any parts gives back the total and the fee to the unit, and nobody ever bears less than nothing", () => {
    const amounts = fc.array(fc.bigInt(1n, 5_000n), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (parts, share) => {
        const totalMinor = parts.reduce((sum, part) => sum + part, 0n);
        const feeMinor = BigInt(Math.floor(Number(totalMinor) * share));
        let refundedMinor = 0n;
        let feeBack = 0n;
        for (const part of parts) {
          const shares = refundShares({ totalMinor, feeMinor, refundedMinor }, part);
          expect(shares.sellerMinor).toBeGreaterThanOrEqual(0n);
          expect(shares.feeBackMinor).toBeGreaterThanOrEqual(0n);
          expect(shares.sellerMinor + shares.feeBackMinor).toBe(part);
          refundedMinor += part;
          feeBack += shares.feeBackMinor;
        }
        expect(feeBack).toBe(feeMinor);
      }),
    );
  });

  test("is above zero and never more than what is left", () => {
    const order = { totalMinor: 100n, feeMinor: 1n, refundedMinor: 60n };
    for (const amount of [0n, -1n, 41n]) expect(() => refundShares(order, amount)).toThrow(RangeError);
    expect(refundShares(order, 40n).sellerMinor).toBe(40n - refundShares(order, 40n).feeBackMinor);
  });
});

test("before money came there is neither a fee nor a net; after it, what is left of them", () => {
  const order = { totalMinor: 50_000n, feeMinor: 750n, netMinor: 49_250n, refundedMinor: 0n };
  for (const paymentStatus of ["pending", "failed", "expired"] as const)
    expect(takingsOf({ ...order, paymentStatus })).toEqual({ feeMinor: 0n, netMinor: 0n });
  expect(takingsOf({ ...order, paymentStatus: "paid" })).toEqual({ feeMinor: 750n, netMinor: 49_250n });
  const refunded = { ...order, refundedMinor: 50_000n, paymentStatus: "refunded" as const };
  expect(takingsOf(refunded)).toEqual({ feeMinor: 0n, netMinor: 0n });
});

describe("a reversal", () => {
  const payment = { totalMinor: 50_000n, takenBackMinor: 50_000n, givenBackMinor: 0n, reversedMinor: 0n };

  test("takes what the rail says, and never more than what the payment still has", () => {
    expect(reversalDue(payment)).toBe(50_000n);
    expect(reversalDue({ ...payment, takenBackMinor: 10_000n })).toBe(10_000n);
    expect(reversalDue({ ...payment, givenBackMinor: 20_000n })).toBe(30_000n);
    expect(reversalDue({ ...payment, givenBackMinor: 50_000n })).toBe(0n);
  });

  test("said again takes nothing, and said of more takes the difference", () => {
    expect(reversalDue({ ...payment, reversedMinor: 50_000n })).toBe(0n);
    expect(reversalDue({ ...payment, takenBackMinor: 25_000n, reversedMinor: 10_000n })).toBe(15_000n);
    expect(reversalDue({ ...payment, takenBackMinor: 5_000n, reversedMinor: 10_000n })).toBe(0n);
  });

  test("in any parts, after any refund, gives the whole fee back once the whole payment went back", () => {
    const minor = fc.bigInt(1n, 5_000n);
    fc.assert(
      fc.property(fc.array(minor, { minLength: 1, maxLength: 10 }), minor, (parts, refundedMinor) => {
        const totalMinor = parts.reduce((sum, part) => sum + part, refundedMinor);
        const order = { totalMinor, feeMinor: totalMinor / 7n };
        const first = refundShares({ ...order, refundedMinor: 0n }, refundedMinor);
        let before = { backMinor: refundedMinor, feeBackMinor: first.feeBackMinor };
        for (const part of parts) {
          const feeMinor = reversalFee(order, before, part);
          expect(feeMinor >= 0n && feeMinor <= part).toBe(true);
          before = { backMinor: before.backMinor + part, feeBackMinor: before.feeBackMinor + feeMinor };
        }
        expect(before.feeBackMinor).toBe(order.feeMinor);
      }),
    );
  });
});
