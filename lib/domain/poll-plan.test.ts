import fc from "fast-check";
import { expect, test } from "vitest";
import { nextDoubtAt, nextPollAt, pollPlanEndMs, pollPlanMs } from "./attempt";

const startedAt = new Date("2026-03-01T10:00:00Z");
const after = (ms: number) => new Date(startedAt.getTime() + ms);
const minute = 60_000;

test("3 s × 20, 10 s × 12, then 1, 2, 5, 10, 15 minutes, then to 72 hours", () => {
  const gaps = pollPlanMs.map((atMs, index) => atMs - (pollPlanMs[index - 1] ?? 0));
  expect(gaps.slice(0, 20)).toEqual(Array(20).fill(3_000));
  expect(gaps.slice(20, 32)).toEqual(Array(12).fill(10_000));
  expect(gaps.slice(32, 37)).toEqual([1, 2, 5, 10, 15].map((minutes) => minutes * minute));
  expect(pollPlanMs.slice(37).map((ms) => ms / (60 * minute))).toEqual([1, 2, 3, 6, 12, 24, 48, 72]);
  expect(pollPlanMs.at(-1)).toBe(pollPlanEndMs);
});

test("a worker that is never late makes every poll of the plan and then asks for a person", () => {
  const made: number[] = [];
  let at = nextPollAt({ startedAt, pollsMade: 0, now: startedAt });
  while (at && made.length < 100) {
    made.push(at.getTime() - startedAt.getTime());
    at = nextPollAt({ startedAt, pollsMade: made.length, now: at });
  }
  expect(made).toEqual(pollPlanMs);
});

test("an attempt nobody ever asked about is asked about once, however old it is", () => {
  const now = after(100 * 60 * minute);
  expect(nextPollAt({ startedAt, pollsMade: 0, now })).toEqual(now);
  expect(nextPollAt({ startedAt, pollsMade: 1, now })).toBeNull();
});

test("however late each poll is, the next lies ahead, the count is bounded, and review comes after 72 hours only", () => {
  const delays = fc.array(fc.integer({ min: 0, max: 30 * 60 * minute }), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(delays, (lateMs) => {
      let now = startedAt;
      let pollsMade = 0;
      for (const late of lateMs) {
        const at = nextPollAt({ startedAt, pollsMade, now });
        if (!at) break;
        expect(at > now).toBe(true);
        now = new Date(at.getTime() + late);
        pollsMade += 1;
      }
      expect(pollsMade).toBeLessThanOrEqual(pollPlanMs.length);
      expect(now >= after(pollPlanEndMs)).toBe(true);
      expect(nextPollAt({ startedAt, pollsMade, now })).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test("an attempt that the rail called failed is asked about again after an hour, a day and three days", () => {
  const hour = 60 * minute;
  const asked = [2 * minute, hour, 24 * hour, 72 * hour].map((ms) =>
    nextDoubtAt({ startedAt, now: after(ms) }),
  );
  expect(asked).toEqual([after(hour), after(24 * hour), after(72 * hour), null]);
});
