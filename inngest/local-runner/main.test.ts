import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { eventKey, freePort, signingKey, until } from "@/lib/testing/local-runner";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function start(
  variables: Record<string, string> = {},
  stdio: SpawnOptions["stdio"] = ["ignore", "pipe", "pipe"],
) {
  const port = await freePort();
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", main], {
    stdio,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      RUNNER_PORT: String(port),
      APP_URL: `http://127.0.0.1:${await freePort()}/api/inngest`,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_EVENT_KEY: eventKey,
      ...variables,
    },
  });
  children.push(child);
  const said: string[] = [];
  child.stdout?.on("data", (chunk) => said.push(String(chunk)));
  child.stderr?.on("data", (chunk) => said.push(String(chunk)));
  return { child, port, exited: once(child, "exit"), text: () => said.join("") };
}

test("the process listens, tells its health, and ends well on SIGTERM", { timeout: 20_000 }, async () => {
  const { child, port, exited, text } = await start();
  await until(() => text().includes("Listening"));
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  expect(await health.json()).toMatchObject({ app: "starting", queued: 0, running: 0 });
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(text()).toContain("Stopped: every call was answered");
  expect(text()).not.toContain(signingKey);
});

test("the process ends when its IPC channel closes", { timeout: 20_000 }, async () => {
  const { child, exited, text } = await start({}, ["ignore", "pipe", "pipe", "ipc"]);
  await until(() => text().includes("Listening"));
  child.disconnect();
  expect(await exited).toEqual([0, null]);
  expect(text()).toContain("is gone");
});

test("the process ends when its parent is killed", { timeout: 20_000 }, async () => {
  const parent = spawnParentOf(await freePort());
  children.push(parent.child);
  await until(() => parent.text().includes("Listening"));
  const pid = Number(/child (\d+)/.exec(parent.text())?.[1]);
  expect(isAlive(pid)).toBe(true);
  parent.child.kill("SIGKILL");
  await until(() => !isAlive(pid));
});

test.each([
  ["RUNNER_PORT", "no"],
  ["APP_URL", "ftp://x"],
  ["INNGEST_SIGNING_KEY", "signkey-prod-xyz"],
  ["INNGEST_EVENT_KEY", ""],
])("a wrong %s is one sentence that names it", { timeout: 20_000 }, async (name, value) => {
  const { exited, text } = await start({ [name]: value });
  expect(await exited).toEqual([1, null]);
  expect(linesOf(text())).toEqual([
    {
      level: 50,
      time: expect.any(String),
      part: "runner",
      msg: expect.stringMatching(name),
    },
  ]);
});

test("a taken port is one sentence", { timeout: 20_000 }, async () => {
  const first = await start();
  await until(() => first.text().includes("Listening"));
  const second = await start({ RUNNER_PORT: String(first.port) });
  expect(await second.exited).toEqual([1, null]);
  expect(linesOf(second.text())).toMatchObject([{ msg: `Port ${first.port} (RUNNER_PORT) is taken.` }]);
});

/** What a process printed where nobody looks on: one JSON value a line. */
function linesOf(text: string): unknown[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A process that starts the runner as `npm start` does. */
function spawnParentOf(port: number) {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const script = `const child = require("node:child_process").spawn(process.execPath, ["--import", "tsx", ${JSON.stringify(main)}],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] }); console.log("child " + child.pid);`;
  const child = spawn(process.execPath, ["-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      RUNNER_PORT: String(port),
      APP_URL: "http://127.0.0.1:9/api/inngest",
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_EVENT_KEY: eventKey,
    },
  });
  const said: string[] = [];
  child.stdout.on("data", (chunk) => said.push(String(chunk)));
  return { child, text: () => said.join("") };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
