import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "./turns";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a place that rests is handed on after as long again as its work took", async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 1, rests: true });
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const both = Promise.all([turns.take(work("first")), turns.take(work("second"))]);
  await vi.advanceTimersByTimeAsync(19);
  expect(begun).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(["first", "second"]);
  await vi.advanceTimersByTimeAsync(20);
  await both;
});
