import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createAppLink } from "./app-link";
import { createCaller } from "./caller";
import { type Clock, machineClock } from "./clock";
import { type Send, sendOverHttp } from "./outbound";
import type { FunctionSpec } from "./registry";
import { createScheduler } from "./scheduler";
import { createRunnerServer } from "./server";

export type RunnerOptions = {
  /** 0 lets the system choose one. */
  port: number;
  appUrl: string;
  signingKey: string;
  eventKey: string;
  log: (line: string) => void;
  clock?: Clock;
  send?: Send;
  backoffMs?: (attempt: number) => number;
  callTimeoutMs?: number;
  resyncMs?: number;
  drainMs?: number;
};

export type Runner = { port: number; health: () => Record<string, unknown>; stop: () => Promise<void> };

/** Starts the local runner on 127.0.0.1; rejects when the port is taken. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const clock = options.clock ?? machineClock;
  const send = options.send ?? sendOverHttp;
  const { appUrl, signingKey, eventKey, log } = options;
  const scheduler = createScheduler({
    clock,
    call: createCaller({ send, clock, appUrl, signingKey }),
    log,
    newId: randomUUID,
    backoffMs: options.backoffMs ?? growingDelayMs,
    callTimeoutMs: options.callTimeoutMs ?? 120_000,
    onUnreachable: (reason) => link.unreachable(reason),
  });
  const resyncMs = options.resyncMs ?? 30_000;
  const link = createAppLink({ send, clock, appUrl, signingKey, log, resyncMs, onUp: scheduler.resume });
  const health = () => {
    const { lastTick, ...counts } = scheduler.counts();
    return {
      app: link.phase(),
      ...counts,
      lastTick: lastTick === undefined ? null : new Date(lastTick).toISOString(),
    };
  };
  const register = (specs: FunctionSpec[]) => {
    link.registered(specs.map((spec) => spec.id));
    scheduler.register(specs);
  };
  const { now } = clock;
  const { accept } = scheduler;
  const server = createRunnerServer({
    signingKey,
    eventKey,
    now,
    newId: randomUUID,
    health,
    register,
    accept,
  });
  const port = await listen(server, options.port);
  link.start();
  const stop = async () => {
    link.stop();
    const isDrained = await within(options.drainMs ?? 5000, scheduler.drain());
    server.close();
    server.closeAllConnections();
    log(farewell(isDrained, scheduler.counts()));
  };
  return { port, health, stop };
}

/** 5 s, 10 s, 20 s … up to 5 minutes, each up to a tenth shorter or longer so that retries do not march in step. */
function growingDelayMs(attempt: number): number {
  return Math.min(5000 * 2 ** (attempt - 1), 300_000) * (0.9 + Math.random() * 0.2);
}

function listen(server: ReturnType<typeof createRunnerServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(portOf(server.address())));
  });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

function farewell(isDrained: boolean, left: { queued: number; running: number; sleeping: number }): string {
  const open = isDrained ? "every call was answered" : `${left.running} calls are still open in the app`;
  const rest = left.queued + left.sleeping;
  return `Stopped: ${open}; ${rest} runs were waiting. Whatever is due is done by the first sweep after the next start.`;
}
