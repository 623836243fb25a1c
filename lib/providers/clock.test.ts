import { expect, test } from "vitest";
import { createCorrectedClock } from "./clock";

const minute = 60_000;

/** A machine and a database, whose clocks stand where a test puts them, and the time that really passes. */
function place() {
  const now = { passed: 0, own: 1_000 * minute, database: 1_000 * minute };
  const clock = createCorrectedClock(
    async () => new Date(now.database + now.passed),
    () => now.own + now.passed,
    () => now.passed,
  );
  return { now, clock };
}

test("clocks that agree, or are a minute apart, are no reason to wait", async () => {
  const { now, clock } = place();
  expect(await clock.doubt()).toBe(null);
  now.own += minute;
  now.passed += minute;
  expect(await clock.doubt()).toBe(null);
});

test.each([40 * 24 * 60 * minute, -2 * minute])(
  "a machine that is %d ms off acts on no date",
  async (offMs) => {
    const { now, clock } = place();
    now.own += offMs;
    expect(await clock.doubt()).toBe("apart");
    now.own -= offMs;
    now.passed += minute;
    expect(await clock.doubt()).toBe(null);
  },
);

test.each([40 * 24 * 60 * minute, -60 * minute])(
  "a leap of both clocks by %d ms is waited out for a quarter of an hour in which they agree",
  async (leap) => {
    const { now, clock } = place();
    expect(await clock.doubt()).toBe(null);
    now.own += leap;
    now.database += leap;
    now.passed += minute;
    expect(await clock.doubt()).toBe("leapt");
    now.passed += 14 * minute;
    expect(await clock.doubt()).toBe("leapt");
    // Set right again: that is a leap too.
    now.own -= leap;
    now.database -= leap;
    now.passed += 10_000;
    expect(await clock.doubt()).toBe("leapt");
    now.passed += 15 * minute;
    expect(await clock.doubt()).toBe(null);
  },
);

test("a night without a comparison is no leap", async () => {
  const { now, clock } = place();
  await clock.doubt();
  now.passed += 8 * 60 * minute;
  expect(await clock.doubt()).toBe(null);
});

test.each([40 * 24 * 60 * minute, -60 * minute])(
  "a leap of the machine's clock by %d ms between two comparisons moves no time, and is seen at once",
  async (leap) => {
    const { now, clock } = place();
    expect(await clock.doubt()).toBe(null);
    now.own += leap;
    now.passed += 1_000;
    expect(clock.now()).toEqual(new Date(now.database + now.passed));
    expect(await clock.doubt()).toBe("apart");
    expect(clock.now()).toEqual(new Date(now.database + now.passed));
  },
);

test("a machine that slept is compared as soon as somebody asks for the time", async () => {
  const { now, clock } = place();
  await clock.compare();
  const slept = 3 * 60 * minute;
  now.own += slept;
  now.database += slept;
  clock.now();
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.now()).toEqual(new Date(now.database + now.passed));
});
