import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWake, inngest } from "./inngest-client";

const sent: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.spyOn(inngest, "send").mockImplementation(async (payload) => {
    sent.push(...[payload].flat().map(({ name }) => name));
    return { ids: [] };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a topic that is woken after a rest is told of at once, however often it is woken meanwhile", () => {
  const wake = createWake(() => {});
  for (let time = 0; time < 50; time += 1) wake("webhooks");
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["sente/webhooks.due"]);
});

test("one that is woken all the time is told of four times a second, and the last time too", () => {
  const wake = createWake(() => {});
  for (let ms = 0; ms < 1_000; ms += 5) {
    wake("messages");
    vi.advanceTimersByTime(5);
  }
  const within = sent.length;
  expect(within).toBeGreaterThan(2);
  expect(within).toBeLessThan(6);
  vi.advanceTimersByTime(1_000);
  expect(sent).toHaveLength(within + 1);
});

test("topics do not wait for each other, and one that cannot be told is told again the next time", async () => {
  const errors: unknown[] = [];
  const wake = createWake((error) => errors.push(error));
  vi.mocked(inngest.send).mockRejectedValueOnce(new Error("gone"));
  wake("attempts");
  await vi.advanceTimersByTimeAsync(10);
  wake("attempts");
  wake("messages");
  await vi.advanceTimersByTimeAsync(10);
  expect([errors.length, sent]).toEqual([1, ["sente/messages.due"]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(["sente/messages.due", "sente/attempts.due"]);
});
