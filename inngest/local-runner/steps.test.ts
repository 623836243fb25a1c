import { NonRetriableError } from "inngest";
import { afterEach, expect, test } from "vitest";
import { type Functions, movableClock, pause, runnerWith, until } from "@/lib/testing/local-runner";
import type { RunnerOptions } from "./runner";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(functions: Functions, options: Partial<RunnerOptions> = {}) {
  const running = await runnerWith(functions, options);
  stops.push(running.stop);
  return { ...running, send: (name: string, data = {}) => running.app.client.send({ name, data }) };
}

test("a function of two steps runs to its end, each step exactly once", async () => {
  const ran: string[] = [];
  const { send, runner } = await start((client) => [
    client.createFunction({ id: "two", triggers: [{ event: "go" }] }, async ({ step, event }) => {
      const first = await step.run("first", () => ran.push(`first ${event.data.word}`));
      await step.run("second", () => void ran.push(`second ${first}`));
      ran.push("end");
    }),
  ]);
  await send("go", { word: "überall" });
  await until(() => ran.includes("end"));
  expect(ran).toEqual(["first überall", "second 1", "end"]);
  await until(() => runner.health().running === 0);
  expect(runner.health()).toMatchObject({
    functions: ["sente-two"],
    queued: 0,
    running: 0,
    sleeping: 0,
    app: "up",
  });
});

test("a sleep between steps holds the run until its time and no request open", async () => {
  const ran: string[] = [];
  const clock = movableClock();
  const { send, runner } = await start(
    (client) => [
      client.createFunction({ id: "nap", triggers: [{ event: "go" }] }, async ({ step }) => {
        await step.run("before", () => void ran.push("before"));
        await step.sleepUntil("nap", new Date(clock.now() + 60_000));
        await step.run("between", () => void ran.push("between"));
        await step.sleepUntil("later", new Date(clock.now() + 30_000));
        await step.run("after", () => void ran.push("after"));
      }),
    ],
    { clock },
  );
  await send("go");
  await until(() => runner.health().sleeping === 1);
  await pause(50);
  expect(ran).toEqual(["before"]);
  clock.advance(60_000);
  await until(() => ran.length === 2 && runner.health().sleeping === 1);
  clock.advance(31_000);
  await until(() => ran.length === 3);
  expect(ran).toEqual(["before", "between", "after"]);
});

test("a step that throws twice and then succeeds is retried, and the step before it is not repeated", async () => {
  const attempts: number[] = [];
  let before = 0;
  let isDone = false;
  const { send, runner } = await start((client) => [
    client.createFunction({ id: "shaky", triggers: [{ event: "go" }] }, async ({ step, attempt }) => {
      await step.run("before", () => void before++);
      await step.run("shaky", () => {
        attempts.push(attempt);
        if (attempts.length < 3) throw new Error("not yet");
      });
      isDone = true;
    }),
  ]);
  await send("go");
  await until(() => isDone);
  expect({ attempts, before }).toEqual({ attempts: [0, 1, 2], before: 1 });
  expect(runner.lines.join()).not.toContain("failed");
});

test("a step that fails for good is an error the function may catch", async () => {
  let tries = 0;
  let caught = "";
  const { send } = await start((client) => [
    client.createFunction({ id: "catch", retries: 1, triggers: [{ event: "go" }] }, async ({ step }) => {
      const failing = step.run("bad", () => {
        tries += 1;
        throw new Error("out of order");
      });
      await failing.catch((error: Error) => {
        caught = error.message;
      });
    }),
  ]);
  await send("go");
  await until(() => caught !== "");
  expect({ tries, caught }).toEqual({ tries: 2, caught: "out of order" });
});

test("a function that always throws ends after its retries, and says so once", async () => {
  let tries = 0;
  const { send, runner } = await start((client) => [
    client.createFunction({ id: "doomed", retries: 2, triggers: [{ event: "go" }] }, () => {
      tries += 1;
      throw new Error("no luck");
    }),
  ]);
  for (const all of [3, 6]) {
    await send("go");
    await until(() => tries === all && runner.health().running === 0 && runner.health().sleeping === 0);
  }
  expect(runner.lines.filter((line) => line.includes("failed"))).toEqual([
    "sente-doomed failed. Error: no luck",
  ]);
});

test("a run whose event cannot be written as JSON ends and says so", async () => {
  const { send, runner } = await start((client) => [
    client.createFunction({ id: "odd", triggers: [{ event: "go" }] }, () => {}),
  ]);
  await send("go", { bad: "\ud800" });
  await until(() => runner.lines.some((line) => line.includes("sente-odd failed. UnwritableState")));
});

test("NonRetriableError ends the run at the first attempt", async () => {
  let tries = 0;
  const { send, runner } = await start((client) => [
    client.createFunction({ id: "final", triggers: [{ event: "go" }] }, () => {
      tries += 1;
      throw new NonRetriableError("never");
    }),
  ]);
  await send("go");
  await until(() => runner.lines.some((line) => line.includes("never")));
  await pause(60);
  expect(tries).toBe(1);
  expect(runner.health()).toMatchObject({ queued: 0, running: 0, sleeping: 0 });
});

test("a step may send an event, and the function it triggers runs", async () => {
  const heard: unknown[] = [];
  const { send } = await start((client) => [
    client.createFunction({ id: "say", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.sendEvent("tell", { name: "told", data: { n: 1 } });
    }),
    client.createFunction(
      { id: "hear", triggers: [{ event: "told" }] },
      ({ event }) => void heard.push(event.data),
    ),
  ]);
  await send("go");
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ n: 1 }]);
});

test("a call that takes too long is given up and made again", async () => {
  let tries = 0;
  let isDone = false;
  const { send } = await start(
    (client) => [
      client.createFunction({ id: "slow", triggers: [{ event: "go" }] }, async () => {
        tries += 1;
        if (tries === 1) await pause(1000);
        else isDone = true;
      }),
    ],
    { callTimeoutMs: 150 },
  );
  await send("go");
  await until(() => isDone);
  expect(tries).toBe(2);
});
