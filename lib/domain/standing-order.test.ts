import { describe, expect, test } from "vitest";
import { addDays } from "./civil-date";
import { intervalEdge, intervals } from "./interval";
import {
  lastOrderDay,
  nextOrderDay,
  type OrderStatus,
  type OrderTerms,
  orderDay,
  orderStateAt,
} from "./standing-order";

const zone = "Africa/Nairobi";

describe("the day of a standing order", () => {
  test("is the day before the paid time ends, and never after the 27th", () => {
    expect(orderDay(new Date("2026-12-24T09:30:00Z"), "month", zone)).toBe("2026-12-23");
    expect(orderDay(new Date("2026-01-31T09:30:00Z"), "month", zone)).toBe("2026-01-27");
    expect(orderDay(new Date("2026-03-01T09:30:00Z"), "month", zone)).toBe("2026-02-27");
    expect(orderDay(new Date("2026-03-31T09:30:00Z"), "week", zone)).toBe("2026-03-30");
  });

  test("is before each end, whichever day of the year the subscription began", () => {
    for (const interval of intervals)
      for (let start = 0; start < 366; start += 5) {
        const began = new Date(Date.UTC(2027, 0, 1 + start, 20));
        const first = orderDay(intervalEdge(began, interval, 1), interval, zone);
        const terms = { interval, first, last: lastOrderDay(first, interval) };
        let day: string | null = first;
        for (let n = 1; day; n += 1) {
          const end = intervalEdge(began, interval, n);
          const before = (end.getTime() - Date.parse(`${day}T08:00:00+03:00`)) / 86_400_000;
          expect(before, `${interval} from ${began.toISOString()}, ${day}`).toBeGreaterThan(0);
          expect(before).toBeLessThan(7);
          day = nextOrderDay(terms, addDays(day, 1));
        }
      }
  });

  test("comes twelve times for a month, four for a quarter, three for a year", () => {
    const count = (interval: OrderTerms["interval"]) => {
      const terms = { interval, first: "2026-02-27", last: lastOrderDay("2026-02-27", interval) };
      let [day, found] = [nextOrderDay(terms, terms.first), 0];
      for (; day; day = nextOrderDay(terms, addDays(day, 1))) found += 1;
      return found;
    };
    expect(intervals.map(count)).toEqual([53, 12, 4, 3]);
  });
});

test("without an answer an order is in doubt, and is over once nothing is left to pay", () => {
  const createdAt = new Date("2026-02-01T10:00:00Z");
  const terms = { interval: "month" as const, first: "2026-02-27", last: "2027-02-26", createdAt };
  const at = (status: OrderStatus, now: string) => orderStateAt({ ...terms, status }, new Date(now), zone);
  expect(at("created", "2026-02-01T10:01:00Z")).toBe("asked");
  expect(at("created", "2026-02-01T10:03:00Z")).toBe("unsure");
  expect(at("asked", "2026-02-01T10:59:00Z")).toBe("asked");
  expect(at("asked", "2026-02-01T11:01:00Z")).toBe("unsure");
  expect(at("active", "2027-01-27T10:00:00Z")).toBe("active");
  expect(at("active", "2027-01-28T10:00:00Z")).toBe("over");
  expect(at("refused", "2027-01-28T10:00:00Z")).toBe("refused");
});
