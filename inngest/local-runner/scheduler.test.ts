import { expect, test } from "vitest";
import { failure, type Reply } from "./protocol";
import { readRegistration } from "./registry";
import { createScheduler } from "./scheduler";

test("a retry is made when it is due, however the clock moves between two readings of it", async () => {
  for (let stepMs = 0; stepMs < 4; stepMs += 1) {
    const replies: Reply[] = [failure("E", "1"), failure("E", "2"), { kind: "result", data: null }];
    let now = 0;
    let nap: { ms: number; call: () => void } | undefined;
    const scheduler = createScheduler({
      clock: {
        now: () => {
          now += stepMs;
          return now;
        },
        after: (ms, call) => {
          nap = { ms, call };
          return () => {
            nap = undefined;
          };
        },
      },
      call: async () => ({ kind: "reply", reply: replies.shift() ?? failure("E", "too often", true) }),
      log: () => {},
      newId: () => String(now),
      backoffMs: () => 5,
      callTimeoutMs: 1000,
      onUnreachable: () => {},
    });
    scheduler.register(readRegistration({ functions: [{ id: "f", triggers: [{ event: "go" }] }] }) ?? []);
    scheduler.resume();
    scheduler.accept([{ id: "e", name: "go", ts: 0, data: {} }]);
    for (let round = 0; round < 200 && replies.length > 0; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (replies.length === 0) break;
      const due = nap;
      now += due?.ms ?? 0;
      due?.call();
    }
    expect(replies).toEqual([]);
    expect(now).toBeLessThan(1000);
  }
});
