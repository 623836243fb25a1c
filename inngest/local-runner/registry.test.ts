import { expect, test } from "vitest";
import { nextTick } from "./cron";
import { durationMs, retryInstant } from "./duration";
import { isTriggeredBy } from "./event";
import { readRegistration } from "./registry";

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
    events: [{ name: "go", onlyWhen: undefined }],
    maxAttempts: 4,
    concurrency: 10,
    finishWithinMs: undefined,
    unsupported: [],
  });
});

test("concurrency is a number, a limit, or a list; a key or a scope is the server's", () => {
  expect(read({ concurrency: 1 }).concurrency).toBe(1);
  expect(read({ concurrency: { limit: 2 } }).concurrency).toBe(2);
  expect(read({ concurrency: [{ limit: 3, scope: "fn" }] })).toMatchObject({
    concurrency: 3,
    unsupported: [],
  });
  expect(read({ concurrency: { limit: 1, key: "event.data.id" } }).unsupported).toHaveLength(1);
  expect(read({ concurrency: { limit: 1, scope: "env" } }).unsupported).toHaveLength(1);
});

test.each(["batchEvents", "debounce", "rateLimit", "throttle", "idempotency", "singleton", "cancel"])(
  "%s is named as unsupported",
  (key) => {
    expect(read({ [key]: {} }).unsupported).toEqual([key]);
  },
);

test("retries, a finishing time and a wrong cron are read", () => {
  const steps = { step: { retries: { attempts: 0 } } };
  expect(read({ steps, timeouts: { finish: "1m" } })).toMatchObject({
    maxAttempts: 1,
    finishWithinMs: 60_000,
  });
  expect(read({ triggers: [{ cron: "every day" }] })).toMatchObject({
    crons: [],
    unsupported: ['cron "every day"'],
  });
});

test("of conditions only a field that equals a text is understood", () => {
  const expression = "event.data.owner.id == 'a'";
  const spec = read({ triggers: [{ event: "go", expression }] });
  const event = (data: Record<string, unknown>) => ({ id: "e", name: "go", ts: 0, data });
  expect(isTriggeredBy(spec, event({ owner: { id: "a" } }))).toBe(true);
  expect(isTriggeredBy(spec, event({ owner: { id: "b" } }))).toBe(false);
  expect(isTriggeredBy(spec, event({ owner: null }))).toBe(false);
  expect(isTriggeredBy(spec, { ...event({ owner: { id: "a" } }), name: "other" })).toBe(false);
  const larger = read({ triggers: [{ event: "go", expression: "event.data.n > 3" }] });
  expect(larger.unsupported).toEqual(['event expression "event.data.n > 3"']);
});

test.each([undefined, null, 1, {}, { functions: {} }, { functions: [1] }, { functions: [{ name: "x" }] }])(
  "%j is not a registration",
  (body) => {
    expect(readRegistration(body)).toBeUndefined();
  },
);

test("a tick is strictly after the instant, in UTC or in the zone it names", () => {
  const noon = Date.UTC(2026, 0, 31, 12);
  expect(nextTick("* * * * *", noon)).toBe(noon + 60_000);
  expect(nextTick("* * * * *", noon - 1)).toBe(noon);
  expect(nextTick("0 9 * * *", noon)).toBe(Date.UTC(2026, 1, 1, 9));
  expect(nextTick("TZ=Africa/Kampala 0 9 * * *", noon)).toBe(Date.UTC(2026, 1, 1, 6));
});

test("durations are the SDK's, and retry-after is seconds or a date", () => {
  expect(durationMs("1w2d3h4m5s")).toBe(788_645_000);
  expect(durationMs("")).toBe(0);
  expect(durationMs("1y")).toBeUndefined();
  expect(retryInstant("90", 1000)).toBe(91_000);
  expect(retryInstant("2026-01-01T00:00:00.000Z", 0)).toBe(Date.UTC(2026, 0, 1));
  for (const header of [undefined, "", "soon"]) expect(retryInstant(header, 0)).toBeUndefined();
});
