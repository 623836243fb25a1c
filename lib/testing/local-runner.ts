import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/node";
import { type Clock, machineClock } from "@/inngest/local-runner/clock";
import { type Runner, type RunnerOptions, startRunner } from "@/inngest/local-runner/runner";

export const signingKey = `signkey-prod-${"0123456789abcdef".repeat(4)}`;
export const eventKey = "test event/key";

export type Functions = (client: Inngest) => InngestFunction.Any[];

export type TestApp = { client: Inngest; stop: () => Promise<void> };

export type TestRunner = Runner & {
  url: string;
  appPort: number;
  lines: string[];
  startApp: (functions: Functions, key?: string) => Promise<TestApp>;
};

/** A local runner of its own, whose app (the SDK itself on a Node server) may be started, stopped and started again. */
export async function runnerWithoutApp(options: Partial<RunnerOptions> = {}): Promise<TestRunner> {
  const appPort = await freePort();
  const lines: string[] = [];
  const runner = await startRunner({
    port: 0,
    appUrl: `http://127.0.0.1:${appPort}/api/inngest`,
    signingKey,
    eventKey,
    log: (line) => lines.push(line),
    backoffMs: () => 20,
    ...options,
  });
  const url = `http://127.0.0.1:${runner.port}`;
  const startApp = (functions: Functions, key = signingKey) => startTestApp(appPort, url, functions, key);
  return { ...runner, url, appPort, lines, startApp };
}

/** A local runner with an app that has registered. */
export async function runnerWith(functions: Functions, options: Partial<RunnerOptions> = {}) {
  const runner = await runnerWithoutApp(options);
  const app = await runner.startApp(functions);
  await until(() => runner.health().app === "up");
  const stop = async () => {
    await app.stop();
    await runner.stop();
  };
  return { runner, app, stop };
}

/** The machine's time plus what a test has added. The SDK refuses signatures more than five minutes off, so add less. */
export function movableClock(): Clock & { advance: (ms: number) => void } {
  const waiting = new Map<() => void, number>();
  let skewMs = 0;
  const now = () => Date.now() + skewMs;
  return {
    now,
    after: (ms, call) => {
      const cancel = machineClock.after(ms, () => fire());
      const fire = () => {
        cancel();
        if (waiting.delete(fire)) call();
      };
      waiting.set(fire, now() + ms);
      return () => {
        cancel();
        waiting.delete(fire);
      };
    },
    advance: (ms) => {
      skewMs += ms;
      for (const [fire, dueAt] of [...waiting]) if (dueAt <= now()) fire();
    },
  };
}

/** Waits for a condition, or says that it never held. */
export async function until(holds: () => boolean, timeoutMs = 8000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Still not so after ${timeoutMs} ms: ${holds}`);
    await pause(5);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startTestApp(
  port: number,
  runnerUrl: string,
  functions: Functions,
  key: string,
): Promise<TestApp> {
  const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  // Everything is an option of the client, so that no test leans on, or leaves, an environment variable.
  const client = new Inngest({
    id: "sente",
    baseUrl: runnerUrl,
    eventKey,
    signingKey: key,
    isDev: false,
    logger: silent,
  });
  const servePath = "/api/inngest";
  const server = createServer(
    serve({ client, functions: functions(client), servePath, enableUnauthedSync: false }),
  );
  await listen(server, port);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { client, stop };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(portOf(server.address())));
  });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
