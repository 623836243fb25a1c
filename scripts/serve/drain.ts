import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "../steps";

export interface Drain {
  /** How long new requests are still taken, so that a balancer sees `/readyz` refuse first. */
  delayMs: number;
  /** How long an idle connection stays open: its owner may be about to send on it. */
  idleMs: number;
  /** How long requests may take that were already there. */
  allMs: number;
}

/**
 * Prepares a server to be drained. The result takes no new connection and resolves when the last request is answered.
 * Each answer from then on tells its client to open another connection, and idle ones are closed after a while: node's
 * own `close` would cut them at once.
 */
export function drainable(server: Server): (how: Drain) => Promise<void> {
  const answers = new Set<ServerResponse>();
  let keepsAlive = true;
  server.prependListener("request", (_, answer) => {
    if (!keepsAlive) answer.shouldKeepAlive = false;
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });
  return async ({ delayMs, idleMs, allMs }) => {
    await sleep(delayMs);
    keepsAlive = false;
    for (const answer of answers) {
      answer.shouldKeepAlive = false;
      // It has no end of its own, and its page asks another process.
      if (String(answer.getHeader("content-type")).startsWith("text/event-stream")) answer.destroy();
    }
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const idle = setTimeout(() => {
      server.closeIdleConnections();
      setInterval(() => server.closeIdleConnections(), 50).unref();
    }, idleMs);
    await Promise.race([closed, sleep(allMs, undefined, { ref: false })]);
    clearTimeout(idle);
  };
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that ran this long was healthy; after its next crash the pauses start anew. */
const WELL_AFTER_MS = 60_000;

/**
 * Runs this program `count` times on one port; connections are distributed in turn. A worker that ends is replaced,
 * with growing pauses. Sends its own parent `{ ready: true }` once every worker listens, and ends with its workers when
 * told to, or when its parent has ended. `serving` are those that are ready. Only the workers serve: this process only distributes connections.
 */
export function runWorkers(count: number): { serving(): Worker[]; onStop(act: () => void): void } {
  let stopping = false;
  let onStop = () => {};
  const serving = new Set<Worker>();
  const waiting = new Set<Worker>();
  for (let n = 0; n < count; n += 1) waiting.add(startWorker(FIRST_PAUSE_MS));

  function startWorker(pauseMs: number): Worker {
    const startedAt = performance.now();
    const worker = cluster.fork();
    worker.on("message", (message) => {
      if (!isReady(message)) return;
      serving.add(worker);
      if (!waiting.delete(worker)) return;
      if (waiting.size === 0) process.send?.({ ready: true });
    });
    worker.once("exit", (code, signal) => {
      serving.delete(worker);
      // If it ended before the first was ready, the start has failed, and the worker has logged why.
      if (stopping || waiting.has(worker)) return stop(1);
      const wasWell = performance.now() - startedAt > WELL_AFTER_MS;
      const pause = wasWell ? FIRST_PAUSE_MS : pauseMs;
      say(
        "App",
        `a worker ended unexpectedly (${signal ?? `exit code ${code}`}), starting another in ${pause / 1000} s`,
      );
      setTimeout(() => {
        if (!stopping) startWorker(Math.min(pause * 2, LONGEST_PAUSE_MS));
      }, pause);
    });
    return worker;
  }

  // Only once: a worker that gets the signal twice does not finish its requests.
  function stop(code: number, tell = (worker: Worker) => void worker.process.kill("SIGTERM")): void {
    if (stopping) return;
    stopping = true;
    onStop();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ends = workers.map((worker) => new Promise((ended) => worker.once("exit", ended)));
    for (const worker of workers) tell(worker);
    void Promise.all(ends).then(() => process.exit(code));
  }

  const atOnce = () => stop(0, (worker) => void worker.process.kill("SIGINT"));
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", atOnce);
  process.on("disconnect", atOnce);
  process.on("message", (message) => {
    if (isDrain(message)) stop(0, (worker) => void worker.send(message));
  });
  return {
    serving: () => [...serving],
    onStop: (act) => {
      onStop = act;
    },
  };
}

/** What a process is told while another takes the new connections. */
export function isDrain(message: unknown): message is object {
  return typeof message === "object" && message !== null && "drain" in message;
}

function isReady(message: unknown): boolean {
  return typeof message === "object" && message !== null && "ready" in message;
}
