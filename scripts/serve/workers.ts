import cluster, { type Worker } from "node:cluster";
import { say } from "../steps";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that lived this long was well; its next crash is a new story. */
const WELL_AFTER_MS = 60_000;

/**
 * Runs this program `count` times behind its one port; connections are handed out in turn. A worker that ends is replaced,
 * with growing pauses. Tells its own parent `{ ready: true }` once every worker listens, and ends with its workers when
 * told to, or when its parent is gone. Only the workers serve: this process hands out connections and nothing else.
 */
export function runWorkers(count: number): void {
  let stopping = false;
  const waiting = new Set<Worker>();
  for (let n = 0; n < count; n += 1) waiting.add(startWorker(FIRST_PAUSE_MS));

  function startWorker(pauseMs: number): Worker {
    const startedAt = performance.now();
    const worker = cluster.fork();
    worker.on("message", (message) => {
      if (!isReady(message) || !waiting.delete(worker)) return;
      if (waiting.size === 0) process.send?.({ ready: true });
    });
    worker.once("exit", (code, signal) => {
      // Before the first was ready this is a start that failed, and the worker has said why.
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

  // Once only: a worker that is told a second time does not finish what it is at.
  function stop(code: number): void {
    if (stopping) return;
    stopping = true;
    process.exitCode = code;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
    cluster.disconnect(() => process.exit());
  }

  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  process.on("disconnect", () => stop(0));
}

function isReady(message: unknown): boolean {
  return typeof message === "object" && message !== null && "ready" in message;
}
