import { expect, test } from "vitest";
import { nextTick, readRegistration } from "./functions";

function read(entry: object) {
  const [spec] = readRegistration({ functions: [{ id: "app-f", triggers: [], ...entry }] }) ?? [];
  if (spec === undefined) throw new Error("not a registration");
  return spec;
}

test("a plain function has three retries, ten calls at once, and nothing unsupported", () => {
  const triggers = [{ cron: "* * * * *" }, { event: "go" }];
  expect(read({ triggers })).toEqual({
    id: "app-f",
    crons: ["* * * * *"],
    events: ["go"],
    maxAttempts: 4,
    concurrency: 10,
    unsupported: [],
  });
});

test("concurrency is a number; a key, a scope or a list is the server's", () => {
  expect(read({ concurrency: 2 })).toMatchObject({ concurrency: 2, unsupported: [] });
  for (const concurrency of [{ limit: 1, key: "event.data.id" }, [{ limit: 1, scope: "env" }], 0])
    expect(read({ concurrency }).unsupported).toEqual(["concurrency that is no number"]);
});

test.each([
  ...["batchEvents", "debounce", "rateLimit", "throttle", "idempotency", "singleton", "cancel", "timeouts"],
  "somethingNew",
])("%s is named as unsupported", (key) => {
  expect(read({ [key]: {} }).unsupported).toEqual([key]);
});

test("retries are read; a wrong cron and a condition are named", () => {
  expect(read({ steps: { step: { retries: { attempts: 0 } } } }).maxAttempts).toBe(1);
  expect(read({ triggers: [{ cron: "every day" }] }).unsupported).toEqual(['cron "every day"']);
  const expression = "event.data.n > 3";
  expect(read({ triggers: [{ event: "go", expression }] }).unsupported).toEqual([
    `event expression "${expression}"`,
  ]);
});

test.each([undefined, null, 1, {}, { functions: {} }, { functions: [1] }, { functions: [{ name: "x" }] }])(
  "%j is not a registration",
  (body) => {
    expect(readRegistration(body)).toBeUndefined();
  },
);

test("a tick is strictly after the instant, in UTC", () => {
  const noon = Date.UTC(2026, 0, 31, 12);
  expect(nextTick("* * * * *", noon)).toBe(noon + 60_000);
  expect(nextTick("* * * * *", noon - 1)).toBe(noon);
  expect(nextTick("0 9 * * *", noon)).toBe(Date.UTC(2026, 1, 1, 9));
});
