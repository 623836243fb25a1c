import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listen } from "@/lib/testing/listen";
import { createWake, newWakes, setLocalClock, type Wakes } from "./wake";

const now = new Date("2026-03-02T09:30:00.000Z");
const told: string[] = [];
const said: string[] = [];
let wakes: Wakes;

const newWake = () => {
  const say = (_facts: object, words: string) => void said.push(words);
  return createWake({ wakes, clock: { now: () => now }, log: { info: say, warn: say, error: say } });
};

beforeEach(() => {
  told.length = 0;
  said.length = 0;
  wakes = newWakes();
});

describe("a wake", () => {
  let isGone = false;
  beforeEach(() => {
    vi.useFakeTimers();
    isGone = false;
    setLocalClock((topic) => {
      if (isGone) throw new Error("gone");
      told.push(topic);
    });
  });
  afterEach(() => {
    setLocalClock(null);
    vi.useRealTimers();
  });

  test("a topic that is woken after a rest is told of at once, however often it is woken meanwhile", () => {
    const wake = newWake();
    for (let time = 0; time < 50; time += 1) wake("webhooks");
    vi.advanceTimersByTime(10);
    expect(told).toEqual(["webhooks"]);
  });

  test("one that is woken all the time is told of four times a second, and the last time too", () => {
    const wake = newWake();
    for (let ms = 0; ms < 1_000; ms += 5) {
      wake("messages");
      vi.advanceTimersByTime(5);
    }
    const within = told.length;
    expect(within).toBeGreaterThan(2);
    expect(within).toBeLessThan(6);
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(within + 1);
  });

  test("those that fail are counted, and the log says it once, and once that they come through again", async () => {
    const wake = newWake();
    isGone = true;
    for (let time = 0; time < 20; time += 1) {
      wake("webhooks");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(wakes).toEqual({ sent: 0, failed: 20, failingSince: now });
    expect(said).toEqual(["The executor cannot be woken; a cron finds the work. Said once until it can."]);
    isGone = false;
    for (let time = 0; time < 3; time += 1) {
      wake("webhooks");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(wakes).toEqual({ sent: 3, failed: 20, failingSince: null });
    expect(said).toHaveLength(2);
  });
});

test("where this process has no clock, the server of the environment is told, under its own path too", async () => {
  const asked: string[] = [];
  const server = await listen((request, response) => {
    asked.push(String(request.url));
    response.writeHead(200, { "content-type": "application/json" }).end('{"ids":["1"],"status":200}');
  });
  const before = { ...process.env };
  try {
    process.env.INNGEST_BASE_URL = `${server.url}/api/inngest/`;
    process.env.INNGEST_EVENT_KEY = "of-this-one";
    newWake()("webhooks");
    await expect.poll(() => asked).toEqual(["/api/inngest/e/of-this-one"]);
    await expect.poll(() => wakes).toEqual({ sent: 1, failed: 0, failingSince: null });
  } finally {
    process.env = before;
    await server.close();
  }
});
