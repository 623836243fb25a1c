import { createServer, type Server } from "node:http";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";
import { addressOf } from "../ports";

/** A process that does not say its part in this time is left out of an answer. */
const patienceMs = 3_000;

/** Answers `GET /metrics` on a port of its own, so that no proxy of the site ever shows it. */
export function openMetricsPort(
  where: { fd: number } | { host: string; port: number },
  read: () => Promise<string>,
  onError: (error: Error) => void,
): Server {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => response.writeHead(503).end(`${error}\n`),
    );
  });
  // A scrape is short, and a reload must not wait for an idle connection of Prometheus.
  server.keepAliveTimeout = 1_000;
  server.on("error", onError);
  return server.listen(where);
}

/** Where to listen: on the socket that the parent holds open, else at the address. */
export function metricsPlace(address: string): { fd: number } | { host: string; port: number } {
  const fd = Number(process.env.METRICS_FD);
  return fd > 0 ? { fd } : addressOf(address);
}

export interface Asked {
  send(message: object): void;
  on(event: "message", listener: (message: unknown) => void): void;
  off(event: "message", listener: (message: unknown) => void): void;
}

/** The metrics of several processes as if they were one. */
export async function gather(workers: readonly Asked[]): Promise<string> {
  const parts = await Promise.all(workers.map(partOf));
  const said = parts.filter((part) => part !== null);
  if (said.length === 0) throw new Error("No process of the app answered.");
  return AggregatorRegistry.aggregate(said).metrics();
}

type Part = MetricObjectWithValues<MetricValue<string>>[];

function partOf(worker: Asked): Promise<Part | null> {
  return new Promise((resolve) => {
    const done = (part: Part | null) => {
      clearTimeout(late);
      worker.off("message", take);
      resolve(part);
    };
    const take = (message: unknown) => {
      if (isPart(message)) done(message.metrics);
    };
    const late = setTimeout(() => done(null), patienceMs);
    worker.on("message", take);
    try {
      worker.send({ metricsWanted: true });
    } catch {
      done(null);
    }
  });
}

/** What a process of several does about it. */
export function answerParent(registry: Registry): void {
  process.on("message", (message) => {
    if (typeof message !== "object" || message === null || !("metricsWanted" in message)) return;
    void registry.getMetricsAsJSON().then((metrics) => process.send?.({ metrics }));
  });
}

function isPart(message: unknown): message is { metrics: Part } {
  return typeof message === "object" && message !== null && "metrics" in message;
}
