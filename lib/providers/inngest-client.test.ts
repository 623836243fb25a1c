import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createWake, inngest, newWakes, type Wakes } from "./inngest-client";

const now = new Date("2026-03-02T09:30:00.000Z");
const sent: string[] = [];
const said: string[] = [];
let wakes: Wakes;

const newWake = () => {
  const say = (_facts: object, words: string) => void said.push(words);
  return createWake({ wakes, clock: { now: () => now }, log: { info: say, warn: say, error: say } });
};

beforeEach(() => {
  sent.length = 0;
  said.length = 0;
  wakes = newWakes();
});

describe("a wake", () => {
  beforeEach(() => {
    vi.useFakeTimers();
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
    const wake = newWake();
    for (let time = 0; time < 50; time += 1) wake("webhooks");
    vi.advanceTimersByTime(10);
    expect(sent).toEqual(["sente/webhooks.due"]);
  });

  test("one that is woken all the time is told of four times a second, and the last time too", () => {
    const wake = newWake();
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
    const wake = newWake();
    vi.mocked(inngest.send).mockRejectedValueOnce(new Error("gone"));
    wake("attempts");
    await vi.advanceTimersByTimeAsync(10);
    wake("attempts");
    wake("messages");
    await vi.advanceTimersByTimeAsync(10);
    expect([wakes.failed, sent]).toEqual([1, ["sente/messages.due"]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["sente/messages.due", "sente/attempts.due"]);
  });

  test("those that fail are counted, and the log says it once, and once that they come through again", async () => {
    const wake = newWake();
    vi.mocked(inngest.send).mockRejectedValue(new Error("gone"));
    for (let time = 0; time < 20; time += 1) {
      wake("webhooks");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(wakes).toEqual({ sent: 0, failed: 20, failingSince: now });
    expect(said).toEqual(["The executor cannot be woken; a cron finds the work. Said once until it can."]);
    vi.mocked(inngest.send).mockResolvedValue({ ids: [] });
    for (let time = 0; time < 3; time += 1) {
      wake("webhooks");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(wakes).toEqual({ sent: 3, failed: 20, failingSince: null });
    expect(said).toHaveLength(2);
  });
});

test("it goes where the environment says when the wake is made, whatever it said when the client was imported", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(200, { "content-type": "application/json" }).end('{"ids":["1"],"status":200}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const before = { ...process.env };
  try {
    inngest.setEnvVars({ INNGEST_EVENT_KEY: "of-another", INNGEST_EVENT_API_BASE_URL: "http://127.0.0.1:9" });
    const { port } = server.address() as AddressInfo;
    Object.assign(process.env, {
      INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
      INNGEST_EVENT_KEY: "of-this-one",
    });
    newWake()("webhooks");
    await expect.poll(() => asked).toEqual(["/e/of-this-one"]);
    await expect.poll(() => wakes).toEqual({ sent: 1, failed: 0, failingSince: null });
  } finally {
    process.env = before;
    server.close();
  }
});
