import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "./turns";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a place that rests is handed on when it has rested its times as long as its work took", async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 1, restTimes: 2 });
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const both = Promise.all([turns.take(work("first")), turns.take(work("second"))]);
  await vi.advanceTimersByTimeAsync(29);
  expect(begun).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(["first", "second"]);
  await vi.advanceTimersByTimeAsync(30);
  await both;
});
