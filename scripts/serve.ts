import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import next from "next";
import { type LocalClock, startClock } from "@/inngest/clock";
import { composeId } from "@/lib/domain/token";
import { env } from "@/lib/env";
import { giveBackMemory } from "@/lib/providers/machine";
import { closeWayOut } from "@/lib/providers/way-out";
import { systemWorld } from "@/lib/services/desk/system-world";
import { printLines } from "./print-lines";
import { errorCode, explain } from "./problem";
import { openDoors } from "./serve/doors";
import { type Drain, drainable, isDrain, runWorkers } from "./serve/drain";
import { builtSheet } from "./serve/first-sheet";
import { createHealth, type Health } from "./serve/health";
import { leanPages } from "./serve/lean-pages";
import type { Metrics } from "./serve/metrics";
import { forwardedNoter, watchClock } from "./serve/request-facts";
import { builtActions, builtRoutes } from "./serve/routes";
import type { Traces } from "./serve/traces";
import { readSecrets } from "./start/data-directory";

/** Ctrl-C ends everything within five seconds. */
const AT_ONCE: Drain = { delayMs: 0, idleMs: 0, allMs: 3_000 };
/** A request may wait for a rail for as long as that. */
const ANSWER_MS = 30_000;
/** How long the start waits to read the configured rails; if the database is unreachable, it continues without them. */
const RAILS_MS = 3_000;

/**
 * The app's process: Next behind a plain Node server. With `--dev` it serves the source code with live changes. Sends
 * its parent `{ ready: true }` when it listens, and ends on SIGTERM, SIGINT, or when its parent has ended. With
 * LISTEN_FD it listens on the socket that its parent holds open. `{ drain: true }` of the parent ends it too, while
 * another process takes the new connections.
 */
async function serve(): Promise<void> {
  const { PORT, HOST, SITE_URL, TRUSTED_PROXY_HOPS, DRAIN_DELAY, PAUSED, DATABASE_URL, DEMO } = env();
  if (PAUSED) closeWayOut(DATABASE_URL);
  // The sandbox calls back, as a rail does.
  else if (DEMO === "public") closeWayOut(DATABASE_URL, systemWorld().config.ownUrl);
  const metrics = await openMetrics();
  const traces = await openTracing();
  const dev = process.argv.includes("--dev");
  if (!dev) readBuiltSettings();
  // Next handles every Upgrade on its server, and cuts off those that it does not know. In production there is none to
  // handle, so Next gets a server that never listens, and a request for h2c is answered normally.
  const upgrades = createServer();
  const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT, httpServer: upgrades });
  await app.prepare();
  // In development Next also serves the API and loads each change; the benchmark compares the two ways.
  const throughNext = dev || process.argv.includes("--without-fast-lane");
  const health = createHealth(systemWorld);
  const onError = (error: unknown) =>
    systemWorld().log.error({ err: error }, "A request failed unexpectedly.");
  const server = openDoors({
    handle: leanPages(app.getRequestHandler(), dev ? null : builtSheet()),
    fastLane: throughNext ? null : (await import("./serve/fast-lane")).openFastLane(health, onError),
    trustedHops: TRUSTED_PROXY_HOPS,
    newId: () => composeId("req_", Date.now(), systemWorld().random.bytes(24)),
    within: traces?.within,
    watch: watchers(metrics, TRUSTED_PROXY_HOPS),
    siteUrl: SITE_URL,
    hasAction: dev ? null : builtActions(),
    isPaused: PAUSED,
    onError,
  });
  if (dev) server.on("upgrade", app.getUpgradeHandler());
  await Promise.race([systemWorld().rails.routes?.ready(), new Promise((go) => setTimeout(go, RAILS_MS))]);
  await listen(server, PORT, HOST);
  if (!dev && !PAUSED) watchClock(systemWorld());
  const clock = PAUSED || !isOwnClock() ? null : startClock(systemWorld());
  stopWhenTold(server, { health, metrics, traces, clock }, DRAIN_DELAY * 1000);
  process.send?.({ ready: true });
  giveBackMemory();
}

/**
 * Next reads its settings as they were built, as where it is packed by itself: else it loads a compiler of 100 MB into this
 * process to read next.config.ts.
 */
function readBuiltSettings(): void {
  const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  const fd = Number(process.env.LISTEN_FD);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(fd > 0 ? { fd } : { port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The start makes the key where the operator names no Inngest server. */
function isOwnClock(): boolean {
  const { DATA_DIR, INNGEST_EVENT_KEY } = env();
  return INNGEST_EVENT_KEY === readSecrets(DATA_DIR).inngestEventKey;
}

/** What sees every request; nothing where nobody wants to. */
function watchers(metrics: OpenMetrics | null, trustedHops: number): Metrics["watch"] | undefined {
  if (trustedHops > 0) return metrics?.watch;
  const note = forwardedNoter(systemWorld);
  return (request, response) => {
    note(request);
    metrics?.watch(request, response);
  };
}

interface Beside {
  health: Health;
  metrics: Pick<OpenMetrics, "close"> | null;
  traces: Traces | null;
  clock: LocalClock | null;
}

function stopWhenTold(server: Server, { health, metrics, traces, clock }: Beside, delayMs: number): void {
  const drain = drainable(server);
  let stopping = false;
  const stop = (how: Drain) => {
    if (stopping) process.exit(0);
    stopping = true;
    health.drain();
    metrics?.close();
    void Promise.all([drain(how), clock?.stop()])
      .then(() => traces?.close())
      .then(() => process.exit(0));
  };
  process.on("SIGTERM", () => stop({ delayMs, idleMs: 1_000, allMs: ANSWER_MS }));
  process.on("SIGINT", () => stop(AT_ONCE));
  process.on("disconnect", () => stop(AT_ONCE));
  process.on("message", (message) => {
    if (isDrain(message)) stop({ delayMs: 0, idleMs: 3_000, allMs: ANSWER_MS });
  });
}

interface OpenMetrics {
  watch: Metrics["watch"];
  /** So that the next process alone answers. */
  close(): void;
}

/** Loaded only where they are wanted. One of several processes says its part to their parent. */
async function openMetrics(): Promise<OpenMetrics | null> {
  const { METRICS_ADDRESS } = env();
  if (!METRICS_ADDRESS) return null;
  const { createMetrics } = await import("./serve/metrics");
  const { answerParent, metricsPlace, openMetricsPort } = await import("./serve/metrics-port");
  const { registry, watch } = createMetrics(systemWorld());
  if (cluster.isWorker) {
    answerParent(registry);
    return { watch, close() {} };
  }
  const port = openMetricsPort(metricsPlace(METRICS_ADDRESS), () => registry.metrics(), noMetrics);
  return { watch, close: () => void port.close() };
}

/** Loaded only where somebody receives them. */
async function openTracing(): Promise<Traces | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: share, OTEL_SERVICE_NAME: service } = env();
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const { openTraces } = await import("./serve/traces");
  return openTraces(builtRoutes(), { share, service, log: systemWorld().log });
}

/** The site goes on without. */
function noMetrics(error: Error): void {
  console.error(`METRICS_ADDRESS cannot be listened on: ${error.message}.`);
}

async function runSeveral(count: number): Promise<void> {
  const { METRICS_ADDRESS } = env();
  const { serving, onStop } = runWorkers(count);
  if (!METRICS_ADDRESS) return;
  const { gather, metricsPlace, openMetricsPort } = await import("./serve/metrics-port");
  const port = openMetricsPort(metricsPlace(METRICS_ADDRESS), () => gather(serving()), noMetrics);
  onStop(() => void port.close());
}

/** One process, or several with WEB_CONCURRENCY; in development always one. */
async function begin(): Promise<void> {
  const isOne = cluster.isWorker || env().WEB_CONCURRENCY === 1 || process.argv.includes("--dev");
  if (isOne) await serve();
  else await runSeveral(env().WEB_CONCURRENCY);
}

printLines("app");
begin().catch((error: unknown) => {
  const { PORT, DATA_DIR } = process.env;
  if (errorCode(error) === "EADDRINUSE") {
    console.error(`PORT ${PORT ?? 3000} is taken by another program: stop it, or set PORT to a free one.`);
  } else {
    console.error(explain(error, DATA_DIR ?? ".data"));
  }
  process.exit(1);
});
