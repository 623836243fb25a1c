import fc from "fast-check";
import { expect, test } from "vitest";
import { allChoices, defaultChoices, nextHourAt, quietEnd, readChoices } from "./alerts";

const zone = "Africa/Nairobi";
const at = (text: string) => new Date(`${text}+03:00`);

test("quiet hours over midnight hold until the morning, and not at their last instant", () => {
  const quiet = { from: 21, until: 7 };
  const morning = at("2026-03-03T07:00:00");
  expect(quietEnd(at("2026-03-02T20:59:59"), quiet, zone)).toBeNull();
  expect(quietEnd(at("2026-03-02T21:00:00"), quiet, zone)).toEqual(morning);
  expect(quietEnd(at("2026-03-03T06:59:59"), quiet, zone)).toEqual(morning);
  expect(quietEnd(morning, quiet, zone)).toBeNull();
});

test("quiet hours inside a day, none, and none of any length", () => {
  const noon = at("2026-03-02T12:30:00");
  expect(quietEnd(noon, { from: 12, until: 14 }, zone)).toEqual(at("2026-03-02T14:00:00"));
  expect(quietEnd(noon, { from: 14, until: 12 }, zone)).toBeNull();
  expect(quietEnd(noon, { from: 12, until: 12 }, zone)).toBeNull();
  expect(quietEnd(noon, null, zone)).toBeNull();
});

test("whatever the hours, zone and day, quiet hours end after now and within a day, and not inside themselves", () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const zones = fc.constantFrom(zone, "Africa/Casablanca", "America/New_York", "Pacific/Apia");
  const times = fc.date({
    min: at("2026-01-01T00:00:00"),
    max: at("2027-01-01T00:00:00"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(hour, hour, zones, times, (from, until, timeZone, now) => {
      const end = quietEnd(now, { from, until }, timeZone);
      if (end === null) return;
      const ms = end.getTime() - now.getTime();
      expect(ms).toBeGreaterThan(0);
      // One hour more on the night when clocks are set back.
      expect(ms).toBeLessThanOrEqual(25 * 60 * 60 * 1000);
      expect(quietEnd(end, { from, until }, timeZone)).toBeNull();
    }),
  );
});

test("the next digest is at that hour of today, or of tomorrow", () => {
  expect(nextHourAt(at("2026-03-02T06:59:59"), 7, zone)).toEqual(at("2026-03-02T07:00:00"));
  expect(nextHourAt(at("2026-03-02T07:00:00"), 7, zone)).toEqual(at("2026-03-03T07:00:00"));
});

test("e-mail and push are on until a person chooses, SMS is off; strange choices are none", () => {
  expect(defaultChoices).toContain("payment/email");
  expect(defaultChoices).toContain("payment/push");
  expect(defaultChoices.filter((choice) => choice.endsWith("/sms"))).toEqual([]);
  expect(readChoices(["payment/sms", "payment/sms", "payment/pigeon", "x"])).toEqual(["payment/sms"]);
  expect(readChoices([...allChoices].reverse())).toEqual(allChoices);
});
