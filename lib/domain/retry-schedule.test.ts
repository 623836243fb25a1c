import { describe, expect, test } from "vitest";
import { attemptPlanMs, maxAttempts, nextAttemptAt } from "./retry-schedule";

const firstAt = new Date("2026-03-01T12:00:00Z");
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const after = (ms: number) => new Date(firstAt.getTime() + ms);
const ms = (at: Date | null) => (at === null ? null : at.getTime() - firstAt.getTime());

/** A small seeded generator, so that a failing run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fails every attempt and gives their starts. The receiver is slow, hangs, or answers 429 with any Retry-After. */
function deliver(
  random: () => number,
  worker: { lateMs: number; awayFrom?: number; awayTo?: number },
): number[] {
  const starts: number[] = [];
  let due: number | null = 0;
  while (due !== null) {
    let start: number = starts.length === 0 ? 0 : due + random() * worker.lateMs;
    if (start >= (worker.awayFrom ?? Infinity) && start < (worker.awayTo ?? 0))
      start = worker.awayTo ?? start;
    starts.push(start);
    const mood = random();
    const tookMs = mood < 0.2 ? 15 * second : random() * 15 * second;
    const retryAfterMs = mood > 0.8 ? random() * 24 * hour : undefined;
    const slowDown = mood < 0.2 || mood > 0.8;
    const now = after(Math.ceil(start + tookMs));
    due = ms(
      nextAttemptAt({ firstAt, attemptsMade: starts.length, now, jitter: random(), retryAfterMs, slowDown }),
    );
  }
  return starts;
}

const inOrder = (starts: number[]) =>
  starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0));
const lastOf = (starts: number[]) => starts[starts.length - 1] ?? Number.NaN;
const inWindow = (start: number) => start >= 9.75 * hour && start <= 10.25 * hour;

describe("10,000 failing deliveries, worker up but up to a minute late, receivers of every mood", () => {
  const random = seeded(20260301);
  const deliveries = Array.from({ length: 10_000 }, () => deliver(random, { lateMs: minute }));

  test("10,000 of 10,000 make 12 attempts", () => {
    expect(deliveries.filter((starts) => starts.length === 12).length).toBe(10_000);
  });

  test("10,000 of 10,000 make the last one between 9:45 and 10:15 after the first", () => {
    expect(deliveries.filter((starts) => inWindow(lastOf(starts))).length).toBe(10_000);
  });

  test("120,000 attempts, and none before the one before it", () => {
    expect(deliveries.flat().length).toBe(120_000);
    expect(deliveries.filter(inOrder).length).toBe(10_000);
  });
});

describe("10,000 deliveries with a worker that is away for up to 20 hours", () => {
  const random = seeded(7);
  const deliveries = Array.from({ length: 10_000 }, () => {
    const awayFrom = random() * 11 * hour;
    const awayTo = awayFrom + random() * 20 * hour;
    return { awayTo, starts: deliver(random, { lateMs: second, awayFrom, awayTo }) };
  });

  test("order is kept, never more than 12, and at most one attempt after the plan is over", () => {
    for (const { starts } of deliveries) {
      expect(inOrder(starts) && starts.length <= 12).toBe(true);
      expect(starts.filter((start) => start > 10.25 * hour).length).toBeLessThanOrEqual(1);
    }
  });

  test("each one is tried again once the worker is back: the last attempt is never before 9:45", () => {
    expect(deliveries.filter(({ starts }) => lastOf(starts) < 9.75 * hour).length).toBe(0);
    expect(
      deliveries.filter(({ awayTo, starts }) => lastOf(starts) > Math.max(awayTo, 10.25 * hour)).length,
    ).toBe(0);
  });
});

describe("the plan", () => {
  test("without jitter: 0, 10 s, 1 m, 5 m, 15 m, 30 m, 1 h, 2 h, 3 h, 5 h, 7.5 h, 10 h", () => {
    const planned = attemptPlanMs.map((_, made) =>
      ms(
        nextAttemptAt({ firstAt, attemptsMade: made, now: after(attemptPlanMs[made - 1] ?? 0), jitter: 0.5 }),
      ),
    );
    const seconds = [0, 10, 60, 300, 900, 1800, 3600, 7200, 10_800, 18_000, 27_000, 36_000];
    expect(planned).toEqual(seconds.map((s) => s * second));
    expect(maxAttempts).toBe(12);
  });

  test("jitter moves an attempt by a tenth of the gap before it", () => {
    const at = (jitter: number, made: number) =>
      ms(nextAttemptAt({ firstAt, attemptsMade: made, now: after(0), jitter }));
    expect([at(0, 1), at(1, 1)]).toEqual([9 * second, 11 * second]);
    expect([at(0, 7), at(1, 7)]).toEqual([114 * minute, 126 * minute]);
    expect([at(0, 11), at(1, 11)]).toEqual([9.75 * hour, 10.25 * hour - 90 * second]);
  });

  test("nothing follows the twelfth attempt, nor one made 10 hours after the first", () => {
    expect(nextAttemptAt({ firstAt, attemptsMade: 12, now: after(9.8 * hour), jitter: 0.5 })).toBeNull();
    expect(nextAttemptAt({ firstAt, attemptsMade: 5, now: after(10 * hour), jitter: 0.5 })).toBeNull();
    expect(
      nextAttemptAt({ firstAt, attemptsMade: 5, now: after(10 * hour - 1), jitter: 0.5 }),
    ).not.toBeNull();
  });

  test("an overdue attempt comes a minute after the one just made", () => {
    expect(ms(nextAttemptAt({ firstAt, attemptsMade: 3, now: after(4 * hour), jitter: 0.5 }))).toBe(
      4 * hour + minute,
    );
  });

  test("after a 429 or a timeout there is at least a minute of rest", () => {
    const failed = { firstAt, attemptsMade: 1, now: after(15 * second), jitter: 0.5 };
    expect(ms(nextAttemptAt({ ...failed, now: after(second), slowDown: true }))).toBe(61 * second);
    expect(ms(nextAttemptAt({ ...failed, slowDown: true }))).toBe(75 * second);
  });

  test("Retry-After is followed up to one gap later and never before the plan", () => {
    const failed = { firstAt, attemptsMade: 3, now: after(minute), jitter: 0.5 };
    expect(ms(nextAttemptAt({ ...failed, retryAfterMs: second }))).toBe(5 * minute);
    expect(ms(nextAttemptAt({ ...failed, retryAfterMs: 6 * minute }))).toBe(7 * minute);
    expect(ms(nextAttemptAt({ ...failed, retryAfterMs: 24 * hour }))).toBe(9 * minute);
    const last = { firstAt, attemptsMade: 11, now: after(7.5 * hour), jitter: 0, retryAfterMs: 24 * hour };
    expect(ms(nextAttemptAt(last))).toBe(10 * hour);
  });
});
