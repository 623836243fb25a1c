import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, civilDateIn, instantAt, isCivilDate } from "./civil-date";

test("a day that does not exist is not a date", () => {
  for (const date of ["2026-01-31", "2028-02-29", "2026-12-31"]) expect(isCivilDate(date)).toBe(true);
  for (const text of ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "31-01-2026", "2026-01-31T00:00"])
    expect(isCivilDate(text)).toBe(false);
});

test("a year that nobody means is not a date", () => {
  for (const date of ["1970-01-01", "2200-12-31"]) expect(isCivilDate(date)).toBe(true);
  // A year of two letters in a field for days comes as 0026.
  for (const text of ["0026-11-01", "0099-01-05", "1969-12-31", "2201-01-01", "9999-12-31"])
    expect(isCivilDate(text)).toBe(false);
});

test("the day depends on the zone", () => {
  const instant = new Date("2026-01-31T22:30:00Z");
  expect(civilDateIn(instant, "Africa/Kampala")).toBe("2026-02-01");
  expect(civilDateIn(instant, "Africa/Dakar")).toBe("2026-01-31");
  expect(civilDateIn(instant, "America/New_York")).toBe("2026-01-31");
});

test("days are added across months and leap days", () => {
  expect(addDays("2026-01-31", 1)).toBe("2026-02-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-03-02", -3)).toBe("2026-02-27");
});

test("9 o'clock is the zone's own, also on the days when its clocks change", () => {
  expect(instantAt("2026-06-01", 9, "Africa/Nairobi").toISOString()).toBe("2026-06-01T06:00:00.000Z");
  expect(instantAt("2026-06-01", 9, "Asia/Kathmandu").toISOString()).toBe("2026-06-01T03:15:00.000Z");
  expect(instantAt("2026-03-08", 9, "America/New_York").toISOString()).toBe("2026-03-08T13:00:00.000Z");
  // There the clocks change between 9 o'clock in UTC and 9 o'clock in the zone.
  expect(instantAt("2026-03-08", 9, "America/Los_Angeles").toISOString()).toBe("2026-03-08T16:00:00.000Z");
  expect(instantAt("2026-03-07", 9, "America/New_York").toISOString()).toBe("2026-03-07T14:00:00.000Z");
  expect(instantAt("2026-04-24", 9, "Africa/Cairo").toISOString()).toBe("2026-04-24T06:00:00.000Z");
});

test("at 9 o'clock of any day in any zone it is that day there", () => {
  const zones = [
    "Africa/Kampala",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Europe/Lisbon",
    "Pacific/Apia",
    "UTC",
  ];
  fc.assert(
    fc.property(fc.nat(20_000), fc.constantFrom(...zones), (days, zone) => {
      // 30 December 2011 was left out in Apia.
      const date = addDays("2012-01-01", days);
      expect(civilDateIn(instantAt(date, 9, zone), zone)).toBe(date);
      expect(isCivilDate(date)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
