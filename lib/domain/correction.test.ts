import { describe, expect, test } from "vitest";
import { correction, correctionEnds, correctionState, effectsOf, ownersOf } from "./correction";

describe("a correction", () => {
  test("is one posting between two accounts, of more than nothing", () => {
    const move = { from: "fee_income", to: "wallet_available", amountMinor: 5n } as const;
    expect(correction(move)).toEqual({ kind: "correction", postings: [move] });
    expect(() => correction({ ...move, amountMinor: 0n })).toThrow(RangeError);
  });

  test.each([
    // What is owed shrinks when it is taken from and grows when it is given to; what is held the other way round.
    ["wallet_available", "fee_income", 100n, 70n, 0n, 30n],
    ["clearing", "wallet_available", 100n, 130n, 0n, 30n],
    ["rail_cost", "clearing", 100n, 130n, 0n, -30n],
    ["wallet_available", "store_debt", 100n, 70n, 40n, 10n],
  ] as const)("from %s to %s", (from, to, fromBefore, fromAfter, toBefore, toAfter) => {
    const effects = effectsOf({ from, to, amountMinor: 30n }, (kind) =>
      kind === from ? fromBefore : toBefore,
    );
    expect(effects).toEqual([
      { kind: from, beforeMinor: fromBefore, afterMinor: fromAfter, isTooLow: false },
      { kind: to, beforeMinor: toBefore, afterMinor: toAfter, isTooLow: false },
    ]);
  });

  test("never takes a wallet or a debt below zero; what rails hold may be", () => {
    const tooLow = (from: Parameters<typeof effectsOf>[0]["from"], to: typeof from) =>
      effectsOf({ from, to, amountMinor: 1n }, () => 0n).map(({ isTooLow }) => isTooLow);
    expect(tooLow("wallet_available", "fee_income")).toEqual([true, false]);
    expect(tooLow("fee_income", "store_debt")).toEqual([false, true]);
    expect(tooLow("rail_cost", "clearing")).toEqual([false, false]);
  });

  test("pays what a store owes first of what its wallet is given, and says so", () => {
    const before = { wallet_available: 0n, store_debt: 400n } as Record<string, bigint>;
    const move = { from: "fee_income", to: "wallet_available", amountMinor: 300n } as const;
    expect(effectsOf(move, (kind) => before[kind] ?? 0n)).toMatchObject([
      { kind: "fee_income", afterMinor: -300n },
      { kind: "wallet_available", afterMinor: 0n },
      { kind: "store_debt", afterMinor: 100n, isTooLow: false },
    ]);
  });

  test("names a store and a rail where an account is theirs", () => {
    expect(ownersOf(["clearing", "fee_income"])).toEqual({ store: false, rail: true });
    expect(ownersOf(["store_debt", "rail_cost"])).toEqual({ store: true, rail: false });
  });

  test("can be approved for seven days", () => {
    const at = new Date("2026-03-01T00:00:00Z");
    const row = { status: "proposed", expiresAt: correctionEnds(at) } as const;
    expect(row.expiresAt).toEqual(new Date("2026-03-08T00:00:00Z"));
    expect(correctionState(row, new Date("2026-03-07T23:59:59Z"))).toBe("proposed");
    expect(correctionState(row, row.expiresAt)).toBe("expired");
    expect(correctionState({ ...row, status: "approved" }, row.expiresAt)).toBe("approved");
  });
});
