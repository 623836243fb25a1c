import { expect, test } from "vitest";
import { repeatWhileDue } from "./repeat-while-due";

const cron = "cron";
const wake = "wake";

type Result = { delivered: number; failed: number; nextDueAt: Date | null };

test("nothing due ends the run after one pass", async () => {
  expect((await run(cron, [idle()])).steps).toEqual(["pass-1"]);
});

test("a retry in ten seconds is slept for, and every step has a name of its own", async () => {
  const { steps } = await run(wake, [{ ...due(10), failed: 1 }, idle()]);
  expect(steps).toEqual(["pass-1", "wait-1", "pass-2"]);
});

test("work that is still due is done at once", async () => {
  expect((await run(wake, [due(-1), due(-1), idle()])).steps).toEqual(["pass-1", "pass-2", "pass-3"]);
});

test("a wake-up whose own attempts succeeded does not wait for others' retries; the cron does", async () => {
  expect((await run(wake, [due(10)])).steps).toEqual(["pass-1"]);
  expect((await run(cron, [due(10), idle()])).steps).toEqual(["pass-1", "wait-1", "pass-2"]);
});

test("what is due after the next minute is left to the cron, and no run goes on for ever", async () => {
  expect((await run(cron, [due(56)])).steps).toEqual(["pass-1"]);
  const { steps } = await run(
    cron,
    Array.from({ length: 99 }, () => due(-1)),
  );
  expect(steps.filter((name) => name.startsWith("pass"))).toHaveLength(60);
});

function due(seconds: number): Result {
  return { delivered: 1, failed: 0, nextDueAt: new Date(Date.now() + seconds * 1000) };
}

function idle(): Result {
  return { delivered: 0, failed: 0, nextDueAt: null };
}

/** The steps a run takes, with results that went through JSON as Inngest's do. */
async function run(trigger: "cron" | "wake", results: Result[]): Promise<{ steps: string[] }> {
  const steps: string[] = [];
  const step = {
    async run(name: string, work: () => Promise<unknown>) {
      steps.push(name);
      return JSON.parse(JSON.stringify(await work()));
    },
    async sleepUntil(name: string) {
      steps.push(name);
    },
  };
  const left = [...results];
  await repeatWhileDue(asStep(step), trigger, async () => left.shift() ?? idle());
  return { steps };
}

/** Safe: of Inngest's step tools these two are all that is called. */
function asStep(step: object): Parameters<typeof repeatWhileDue>[0] {
  return step as Parameters<typeof repeatWhileDue>[0];
}
