import { expect, test } from "vitest";
import { firstToCome, nextRecurrence, type Recurrence, recurrenceDay, recurrenceInstant } from "./interval";

const monthly: Recurrence = { interval: "month", startsOn: "2026-01-31", endsOn: null, times: null };

test("a month that lacks the day takes its last one, and the next month has it again", () => {
  const days = [0, 1, 2, 3, 12, 25].map((index) => recurrenceDay(monthly, index));
  expect(days).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2027-01-31", "2028-02-29"]);
  const leap: Recurrence = { ...monthly, interval: "year", startsOn: "2028-02-29" };
  expect([1, 4].map((index) => recurrenceDay(leap, index))).toEqual(["2029-02-28", "2032-02-29"]);
  expect(recurrenceDay({ ...monthly, interval: "quarter" }, 1)).toBe("2026-04-30");
  expect(recurrenceDay({ ...monthly, interval: "week" }, 1)).toBe("2026-02-07");
});

test("it ends after its last day, or after so many", () => {
  const until = { ...monthly, endsOn: "2026-03-30" };
  expect([0, 1, 2].map((index) => nextRecurrence(until, index, index))).toEqual([
    ...["2026-01-31", "2026-02-28", null],
  ]);
  expect(nextRecurrence({ ...monthly, endsOn: "2026-03-31" }, 2, 2)).toBe("2026-03-31");
  const twice = { ...monthly, times: 2 };
  // A pause leaves days out; only what was made counts.
  expect(nextRecurrence(twice, 5, 1)).toBe("2026-06-30");
  expect(nextRecurrence(twice, 5, 2)).toBeNull();
});

test("nine in the morning is the store's nine, also after clocks change", () => {
  expect(recurrenceInstant("2026-03-28", "Africa/Nairobi")).toEqual(new Date("2026-03-28T06:00:00Z"));
  expect(recurrenceInstant("2026-03-28", "Europe/Lisbon")).toEqual(new Date("2026-03-28T09:00:00Z"));
  expect(recurrenceInstant("2026-03-30", "Europe/Lisbon")).toEqual(new Date("2026-03-30T08:00:00Z"));
});

test("after a pause it goes on with the first morning to come", () => {
  const at = (text: string) => firstToCome(monthly, 1, new Date(text), "Africa/Nairobi");
  expect(at("2026-02-01T00:00:00Z")).toBe(1);
  expect(at("2026-03-31T05:59:59Z")).toBe(2);
  expect(at("2026-03-31T06:00:00Z")).toBe(3);
});
