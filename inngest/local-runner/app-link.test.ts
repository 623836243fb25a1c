import { afterEach, expect, test } from "vitest";
import { type Functions, pause, runnerWithoutApp, until } from "@/lib/testing/local-runner";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function counting(id: string, counts: Map<string, number>, work = async () => {}): Functions {
  return (client) => [
    client.createFunction({ id, triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.run("count", async () => {
        counts.set(id, (counts.get(id) ?? 0) + 1);
        await work();
      });
    }),
  ];
}

async function start(options = {}) {
  const runner = await runnerWithoutApp(options);
  stops.push(runner.stop);
  const startApp = async (functions: Functions, key?: string) => {
    const app = await runner.startApp(functions, key);
    stops.push(app.stop);
    return app;
  };
  return { runner, startApp };
}

test("an app that comes soon after the start is waited for without a word, then used", async () => {
  const counts = new Map<string, number>();
  const { runner, startApp } = await start();
  await pause(900);
  expect(runner.health()).toMatchObject({ app: "starting", functions: [] });
  expect(runner.lines).toEqual([]);
  const app = await startApp(counting("late", counts));
  await until(() => runner.health().app === "up");
  await app.client.send({ name: "go", data: {} });
  await until(() => counts.get("late") === 1);
  expect(runner.lines).toEqual([expect.stringMatching(/^The app is up/)]);
});

test("an app restarted with other functions is picked up", async () => {
  const counts = new Map<string, number>();
  const { runner, startApp } = await start({ resyncMs: 50 });
  const first = await startApp(counting("old", counts));
  await until(() => runner.health().app === "up");
  await first.stop();
  const second = await startApp(counting("new", counts));
  await until(() => String(runner.health().functions) === "sente-new");
  await second.client.send({ name: "go", data: {} });
  await until(() => counts.get("new") === 1);
  expect(counts.has("old")).toBe(false);
});

test("a run that finds the app down is kept, without using up an attempt, and made when it is back", async () => {
  const counts = new Map<string, number>();
  const { runner, startApp } = await start();
  const first = await startApp((client) =>
    counting(
      "kept",
      counts,
    )(client).concat(
      client.createFunction({ id: "once", retries: 0, triggers: [{ event: "go" }] }, () => {
        counts.set("once", (counts.get("once") ?? 0) + 1);
      }),
    ),
  );
  await until(() => runner.health().app === "up");
  await first.stop();
  await first.client.send({ name: "go", data: {} });
  await until(() => runner.health().app === "down");
  await pause(300);
  expect(runner.health()).toMatchObject({ queued: 2, running: 0 });
  await startApp((client) => [
    ...counting("kept", counts)(client),
    client.createFunction({ id: "once", retries: 0, triggers: [{ event: "go" }] }, () => {
      counts.set("once", (counts.get("once") ?? 0) + 1);
    }),
  ]);
  await until(() => counts.get("kept") === 1 && counts.get("once") === 1);
});

test("an app that dies in the middle of a step is called again when it is back", async () => {
  const counts = new Map<string, number>();
  const { runner, startApp } = await start();
  const first = await startApp(counting("cut", counts, () => pause(60_000)));
  await until(() => runner.health().app === "up");
  await first.client.send({ name: "go", data: {} });
  await until(() => counts.get("cut") === 1);
  await first.stop();
  await until(() => runner.health().app === "down");
  await startApp(counting("cut", counts));
  await until(() => counts.get("cut") === 2);
  await until(() => runner.health().sleeping === 0 && runner.health().running === 0);
  expect(runner.lines.join()).not.toContain("failed");
});

test("an app with another signing key is not used, and the line names the variable", async () => {
  const { runner, startApp } = await start();
  await startApp(counting("foreign", new Map()), `signkey-prod-${"ff".repeat(32)}`);
  await until(() => runner.lines.some((line) => line.includes("INNGEST_SIGNING_KEY")));
  expect(runner.health()).toMatchObject({ app: "starting", functions: [] });
});

test("stopping waits for an open call to be answered", async () => {
  const counts = new Map<string, number>();
  let isFinished = false;
  const runner = await runnerWithoutApp();
  const app = await runner.startApp(
    counting("drained", counts, async () => {
      await pause(200);
      isFinished = true;
    }),
  );
  stops.push(app.stop);
  await until(() => runner.health().app === "up");
  await app.client.send({ name: "go", data: {} });
  await until(() => counts.get("drained") === 1);
  await runner.stop();
  expect(isFinished).toBe(true);
  expect(runner.lines.at(-1)).toContain("every call was answered");
});

test("stopping does not wait for ever, and says what is left open", async () => {
  const counts = new Map<string, number>();
  const runner = await runnerWithoutApp({ drainMs: 50 });
  const app = await runner.startApp(counting("stuck", counts, () => pause(60_000)));
  stops.push(app.stop);
  await until(() => runner.health().app === "up");
  await app.client.send({ name: "go", data: {} });
  await until(() => counts.get("stuck") === 1);
  await runner.stop();
  expect(runner.lines.at(-1)).toContain("1 calls are still open in the app");
});
