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

test("a cron runs once a minute, and missed minutes are one tick", async () => {
  let ticks = 0;
  const names: string[] = [];
  const clock = movableClock();
  const { runner } = await start(
    (client) => [
      client.createFunction({ id: "sweep", triggers: [{ cron: "* * * * *" }] }, ({ event }) => {
        ticks += 1;
        names.push(event.name);
      }),
    ],
    { clock },
  );
  expect(runner.health().lastTick).toBeNull();
  clock.advance(60_000);
  await until(() => ticks === 1);
  clock.advance(60_000);
  await until(() => ticks === 2);
  clock.advance(120_000);
  await until(() => ticks === 3);
  await pause(50);
  expect(ticks).toBe(3);
  expect(names).toEqual(Array(3).fill("inngest/scheduled.timer"));
  expect(runner.health().lastTick).toMatch(/^\d{4}-/);
});

test("a tick is dropped while one of the same cron still waits to begin", async () => {
  let ticks = 0;
  const clock = movableClock();
  const gate = closedGate();
  const { runner } = await start(
    (client) => [
      client.createFunction({ id: "sweep", concurrency: 1, triggers: [{ cron: "* * * * *" }] }, async () => {
        ticks += 1;
        await gate.opened;
      }),
    ],
    { clock },
  );
  for (let minute = 0; minute < 4; minute += 1) {
    clock.advance(60_000);
    await until(() => ticks === 1);
  }
  expect(runner.health()).toMatchObject({ running: 1, queued: 1 });
  gate.open();
  await until(() => ticks === 2 && runner.health().running === 0);
  await pause(50);
  expect(ticks).toBe(2);
});

test("identical wakes are one run while one waits to begin, and another once it has begun", async () => {
  const seen: unknown[] = [];
  const gate = closedGate();
  const { send, runner } = await start((client) => [
    client.createFunction(
      { id: "wake", concurrency: 1, triggers: [{ event: "wake" }] },
      async ({ event }) => {
        seen.push(event.data);
        await gate.opened;
      },
    ),
  ]);
  await send("wake");
  await until(() => seen.length === 1);
  for (let n = 0; n < 5; n += 1) await send("wake");
  await send("wake", { other: true });
  expect(runner.health()).toMatchObject({ running: 1, queued: 2 });
  gate.open();
  await until(() => seen.length === 3);
  expect(seen).toEqual([{}, {}, { other: true }]);
});

test("concurrency 1 keeps runs apart, and a sleeping run leaves its place to the next", async () => {
  let open = 0;
  let most = 0;
  const order: string[] = [];
  const clock = movableClock();
  const { send, runner } = await start(
    (client) => [
      client.createFunction(
        { id: "one", concurrency: 1, triggers: [{ event: "go" }] },
        async ({ step, event }) => {
          for (const name of ["a", "b"]) {
            await step.run(name, async () => {
              open += 1;
              most = Math.max(most, open);
              await pause(10);
              open -= 1;
              order.push(`${event.data.n}${name}`);
            });
          }
          await step.sleepUntil("nap", new Date(clock.now() + 60_000));
          await step.run("c", () => void order.push(`${event.data.n}c`));
        },
      ),
    ],
    { clock },
  );
  for (let n = 1; n <= 3; n += 1) await send("go", { n });
  await until(() => runner.health().sleeping === 3);
  expect(order).toEqual(["1a", "1b", "2a", "2b", "3a", "3b"]);
  expect(most).toBe(1);
  clock.advance(61_000);
  await until(() => order.length === 9);
});

test("several runs of a function without a bound are open at once", async () => {
  let open = 0;
  const gate = closedGate();
  const { send } = await start((client) => [
    client.createFunction({ id: "many", triggers: [{ event: "go" }] }, async () => {
      open += 1;
      await gate.opened;
    }),
  ]);
  for (let n = 0; n < 4; n += 1) await send("go", { n });
  await until(() => open === 4);
  gate.open();
});

test("what only a real Inngest server can do fails the run and names it", async () => {
  const { send, runner } = await start((client) => [
    client.createFunction({ id: "waits", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.waitForEvent("w", { event: "other", timeout: "1m" });
    }),
    client.createFunction({ id: "invokes", triggers: [{ event: "go" }] }, async ({ step }) => {
      const other = client.createFunction({ id: "other", triggers: [{ event: "x" }] }, () => {});
      await step.invoke("i", { function: other });
    }),
    client.createFunction({ id: "naps", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.sleep("n", "1m");
    }),
    client.createFunction({ id: "forks", triggers: [{ event: "go" }] }, async ({ step }) => {
      await Promise.all([step.run("a", () => {}), step.run("b", () => {})]);
    }),
    client.createFunction(
      { id: "batches", batchEvents: { maxSize: 5, timeout: "5s" }, triggers: [{ event: "go" }] },
      () => {},
    ),
  ]);
  await send("go");
  await until(() => runner.lines.filter((line) => line.includes("failed")).length === 5);
  const said = runner.lines.join("\n");
  expect(said).toMatch(/sente-waits failed.*WaitForEvent.*docs\/self-hosting\.md/);
  expect(said).toMatch(/sente-invokes failed.*InvokeFunction.*docs\/self-hosting\.md/);
  expect(said).toMatch(/sente-naps failed.*step\.sleep.*docs\/self-hosting\.md/);
  expect(said).toMatch(/sente-forks failed.*A step beside another one.*docs\/self-hosting\.md/);
  expect(said).toMatch(/sente-batches failed.*batchEvents.*docs\/self-hosting\.md/);
});

function closedGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
