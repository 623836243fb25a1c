import { expect, test } from "vitest";
import { waitUntil } from "./clock";

test("an instant is waited for, however the clock moves between two readings of it", async () => {
  for (let stepMs = 0; stepMs < 4; stepMs += 1) {
    let now = 0;
    const naps: number[] = [];
    const clock = {
      now: () => {
        now += stepMs;
        return now;
      },
      after: (ms: number, call: () => void) => {
        naps.push(ms);
        now += ms;
        queueMicrotask(call);
        return () => {};
      },
    };
    await waitUntil(clock, 100_000);
    expect(now).toBeGreaterThanOrEqual(100_000);
    expect(now).toBeLessThan(100_000 + 3 * stepMs + 1);
    // A machine that was suspended is noticed within half a minute.
    expect(Math.max(...naps)).toBe(30_000);
  }
});
