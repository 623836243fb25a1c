import fc from "fast-check";
import { expect, test } from "vitest";
import {
  balanceState,
  compareMovements,
  lastDayOver,
  type Movement,
  movementOps,
  periodOfDay,
} from "./reconciliation";

const day = periodOfDay("2026-03-02");

test("what both sides say alike is no difference, even when one of them has it a day later", () => {
  const rail = [charge("a", 500n, "2026-03-02T23:59:59Z")];
  expect(compareMovements(rail, [charge("a", 500n, "2026-03-03T00:00:20Z")], day, movementOps)).toEqual([]);
});

test("what one side does not know, or says otherwise, is told with both amounts", () => {
  const rail = [charge("lost", 500n), charge("other", 700n)];
  const books = [charge("other", 900n), charge("gone", 300n)];
  const found = compareMovements(rail, books, day, movementOps);
  expect(found.map(({ ourId, kind, railMinor, booksMinor }) => [ourId, kind, railMinor, booksMinor])).toEqual(
    [
      ["lost", "missing_in_books", 500n, null],
      ["other", "amount_differs", 700n, 900n],
      ["gone", "missing_at_rail", null, 300n],
    ],
  );
});

test("a payment that the rail lists twice is a difference, and another currency is another amount", () => {
  const twice = compareMovements([charge("a", 5n), charge("a", 5n)], [charge("a", 5n)], day, movementOps);
  expect(twice).toMatchObject([{ kind: "amount_differs", railMinor: 10n, booksMinor: 5n }]);
  const other = compareMovements(
    [{ ...charge("a", 5n), currency: "USD" }],
    [charge("a", 5n)],
    day,
    movementOps,
  );
  expect(other.map(({ kind }) => kind).sort()).toEqual(["missing_at_rail", "missing_in_books"]);
});

test("a rail whose list holds no payouts says nothing about payouts", () => {
  const books: Movement[] = [{ ...charge("p", -5n), op: "payout" }];
  expect(compareMovements([], books, day, ["charge"])).toEqual([]);
  expect(compareMovements([], books, day, ["charge", "payout"])).toHaveLength(1);
});

test("days around the one that is compared bring no difference of their own", () => {
  expect(compareMovements([charge("a", 5n, "2026-03-01T12:00:00Z")], [], day, movementOps)).toEqual([]);
});

test("two equal lists never differ, whatever is in them; one line less always does", () => {
  const line = fc.record({
    op: fc.constantFrom(...movementOps),
    ourId: fc.uuid(),
    currency: fc.constantFrom("KES", "UGX"),
    minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    at: fc.constant(day.from),
  });
  fc.assert(
    fc.property(fc.uniqueArray(line, { selector: ({ ourId }) => ourId, minLength: 1 }), (lines) => {
      expect(compareMovements(lines, [...lines].reverse(), day, movementOps)).toEqual([]);
      expect(compareMovements(lines, lines.slice(1), day, movementOps)).toHaveLength(1);
    }),
  );
});

test("a day is compared six hours after it ended", () => {
  expect(lastDayOver(new Date("2026-03-03T05:59:59Z"))).toBe("2026-03-01");
  expect(lastDayOver(new Date("2026-03-03T06:00:00Z"))).toBe("2026-03-02");
});

test("the first balance is the measure; a change that the books do not have asks for a reason, unless it is under way", () => {
  const first = { railMinor: 1_000n, booksMinor: 0n };
  expect(balanceState(null, { ...first, underWayMinor: 0n })).toEqual({ state: "agrees", changeMinor: 0n });
  const paid = { railMinor: 1_500n, booksMinor: 500n, underWayMinor: 0n };
  expect(balanceState(first, paid).state).toBe("agrees");
  const short = { railMinor: 1_400n, booksMinor: 500n };
  expect(balanceState(first, { ...short, underWayMinor: 0n })).toEqual({
    state: "differs",
    changeMinor: -100n,
  });
  expect(balanceState(first, { ...short, underWayMinor: 100n }).state).toBe("waiting");
});

function charge(ourId: string, minor: bigint, at = "2026-03-02T12:00:00Z"): Movement {
  return { op: "charge", ourId, currency: "KES", minor, at: new Date(at) };
}
