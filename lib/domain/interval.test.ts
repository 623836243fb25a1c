import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { type Interval, intervalEdge, intervals, isInterval } from "./interval";

const dayMs = 86_400_000;
const firstStart = Date.UTC(2024, 0, 1);

// The second implementation: day numbers and civil dates by integer arithmetic, no Date at all.
function toDayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const yearOfEra = y - era * 400;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

function fromDayNumber(dayNumber: number): [number, number, number] {
  let year = 1970 + Math.floor(dayNumber / 365.2425) - 1;
  while (toDayNumber(year + 1, 1, 1) <= dayNumber) year += 1;
  let month = 1;
  while (month < 12 && toDayNumber(year, month + 1, 1) <= dayNumber) month += 1;
  return [year, month, dayNumber - toDayNumber(year, month, 1) + 1];
}

function secondEdge(anchorMs: number, interval: Interval, n: number): number {
  const dayNumber = Math.floor(anchorMs / dayMs);
  const timeOfDay = anchorMs - dayNumber * dayMs;
  if (interval === "week") return (dayNumber + 7 * n) * dayMs + timeOfDay;
  const [year, month, day] = fromDayNumber(dayNumber);
  const months = year * 12 + (month - 1) + n * (interval === "month" ? 1 : interval === "quarter" ? 3 : 12);
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const lengthOfMonth =
    toMonth === 12 ? 31 : toDayNumber(toYear, toMonth + 1, 1) - toDayNumber(toYear, toMonth, 1);
  return toDayNumber(toYear, toMonth, Math.min(day, lengthOfMonth)) * dayMs + timeOfDay;
}

test("233,760 period ends (1,461 start days × 4 intervals × 40 renewals) equal a second implementation", () => {
  let compared = 0;
  let differences = 0;
  for (let day = 0; day < 1461; day += 1) {
    const anchor = new Date(firstStart + day * dayMs + ((day * 7_919_333) % dayMs));
    for (const interval of intervals) {
      for (let n = 1; n <= 40; n += 1) {
        compared += 1;
        if (intervalEdge(anchor, interval, n).getTime() !== secondEdge(anchor.getTime(), interval, n))
          differences += 1;
      }
    }
  }
  expect({ compared, differences }).toEqual({ compared: 233_760, differences: 0 });
});

test("the same 233,760 ends whatever the time zone of the server", async () => {
  const zones = { UTC: 0, "Africa/Kampala": -180, "America/New_York": 300, "Pacific/Apia": -780 };
  const answers = await Promise.all(Object.keys(zones).map(endsInZone));
  // The offset proves that the zone took effect: without it the comparison would mean nothing.
  expect(answers.map((answer) => answer.offset)).toEqual(Object.values(zones));
  expect(answers.map((answer) => answer.count)).toEqual([233_760, 233_760, 233_760, 233_760]);
  expect(new Set(answers.map((answer) => answer.digest)).size).toBe(1);
}, 20_000);

async function endsInZone(zone: string): Promise<{ offset: number; count: number; digest: string }> {
  const script = `
    import { createHash } from "node:crypto";
    import { intervalEdge, intervals } from ${JSON.stringify(new URL("./interval.ts", import.meta.url).href)};
    const ends = new Float64Array(233760);
    let count = 0;
    for (let day = 0; day < 1461; day++) {
      const anchor = new Date(${firstStart} + day * ${dayMs} + ((day * 7919333) % ${dayMs}));
      for (const interval of intervals)
        for (let n = 1; n <= 40; n++) ends[count++] = intervalEdge(anchor, interval, n).getTime();
    }
    const digest = createHash("sha256").update(ends).digest("hex");
    console.log(JSON.stringify({ offset: new Date(2026, 0, 1).getTimezoneOffset(), count, digest }));`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, TZ: zone } });
  return JSON.parse(stdout);
}

describe("month ends are counted from the anchor", () => {
  const ends = (from: string, interval: Interval, count: number) =>
    Array.from({ length: count }, (_, n) =>
      intervalEdge(new Date(from), interval, n + 1)
        .toISOString()
        .slice(0, 10),
    );

  test("31 January, 28 February, 31 March", () => {
    expect(ends("2026-01-31T09:30:00Z", "month", 4)).toEqual([
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
  });

  test("a leap day comes back in the next leap year", () => {
    expect(ends("2024-02-29T23:59:59.999Z", "year", 4)).toEqual([
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  test("a quarter is three months and a week 168 hours", () => {
    expect(ends("2025-11-30T00:00:00Z", "quarter", 3)).toEqual(["2026-02-28", "2026-05-30", "2026-08-30"]);
    const anchor = new Date("2026-03-28T12:00:00Z");
    expect(intervalEdge(anchor, "week", 1).getTime() - anchor.getTime()).toBe(168 * 3_600_000);
  });

  test("edge 0 is the anchor, and the anchor is left alone", () => {
    const anchor = new Date("2026-01-31T09:30:00.123Z");
    for (const interval of intervals) expect(intervalEdge(anchor, interval, 0)).toEqual(anchor);
    expect(anchor.toISOString()).toBe("2026-01-31T09:30:00.123Z");
  });
});

test("only the four intervals of the spec are intervals", () => {
  expect(["week", "month", "quarter", "year", "day", "toString", ""].filter(isInterval)).toEqual([
    ...intervals,
  ]);
});
