import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { AppLink } from "./app-link";
import { createCall } from "./call";
import { type Clock, machineClock } from "./clock";
import { Scheduler } from "./scheduler";
import { createSend } from "./send";
import { createRunnerServer } from "./server";

export type RunnerOptions = {
  /** 0 lets the system choose one. */
  port: number;
  appUrl: string;
  signingKey: string;
  eventKey: string;
  log: (line: string) => void;
  clock?: Clock;
  backoffMs?: (attempt: number) => number;
  callTimeoutMs?: number;
  resyncMs?: number;
  drainMs?: number;
};

export type Runner = { port: number; health: () => Record<string, unknown>; stop: () => Promise<void> };

/** Starts the local runner on 127.0.0.1; rejects when the port is taken. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { appUrl, signingKey, eventKey, log, clock = machineClock } = options;
  const { backoffMs = growingDelayMs, callTimeoutMs = 120_000, resyncMs = 30_000, drainMs = 5000 } = options;
  const send = createSend(signingKey, clock.now);
  const call = createCall(send, appUrl, callTimeoutMs);
  const scheduler = new Scheduler({ clock, call, log, backoffMs });
  const link = new AppLink({ send, clock, appUrl, log, resyncMs, scheduler });
  const health = () => ({ app: link.phase, ...scheduler.counts() });
  const server = createRunnerServer({ signingKey, eventKey, now: clock.now, health, scheduler });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
  });
  // Safe: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  void link.start();
  const stop = async () => {
    const late = sleep(drainMs, false, { ref: false });
    const isDrained = await Promise.race([scheduler.drain().then(() => true), late]);
    server.close();
    server.closeAllConnections();
    const { running, queued, sleeping } = scheduler.counts();
    const open = isDrained ? "every call was answered" : `${running} calls are still open in the app`;
    log(
      `Stopped: ${open}; ${queued + sleeping} runs were waiting. The first sweep after the next start does what is due.`,
    );
  };
  return { port, health, stop };
}

/** 5 s, 10 s, 20 s … up to 5 minutes, each randomly changed by up to a tenth so that retries do not coincide. */
function growingDelayMs(attempt: number): number {
  return Math.min(5000 * 2 ** (attempt - 1), 300_000) * (0.9 + Math.random() * 0.2);
}
