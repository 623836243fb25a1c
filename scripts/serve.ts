import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import next from "next";
import { env } from "@/lib/env";
import { systemWorld } from "@/lib/services/desk/system-world";
import { printLines } from "./print-lines";
import { errorCode, explain } from "./problem";
import { openDoors } from "./serve/doors";
import { runWorkers } from "./serve/workers";

/** How long open requests may take when the server is told to stop: Ctrl-C ends everything within five seconds. */
const DRAIN_MS = 3_000;
/** How long the start waits to read the configured rails; if the database is unreachable, it continues without them. */
const RAILS_MS = 3_000;

/**
 * The app's process: Next behind a plain Node server. With `--dev` it serves the source code with live changes. Sends
 * its parent `{ ready: true }` when it listens, and ends on SIGTERM, SIGINT, or when its parent has ended.
 */
async function serve(): Promise<void> {
  const { PORT, HOST, SITE_URL, TRUSTED_PROXY_HOPS } = env();
  const dev = process.argv.includes("--dev");
  // Next handles every Upgrade on its server, and cuts off those that it does not know. In production there is none to
  // handle, so Next gets a server that never listens, and a request for h2c is answered normally.
  const upgrades = createServer();
  const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT, httpServer: upgrades });
  await app.prepare();
  // In development Next also serves the API and loads each change; the benchmark compares the two ways.
  const throughNext = dev || process.argv.includes("--without-fast-lane");
  const server = openDoors({
    handle: app.getRequestHandler(),
    fastLane: throughNext ? null : (await import("./serve/fast-lane")).openFastLane(),
    trustedHops: TRUSTED_PROXY_HOPS,
    siteUrl: SITE_URL,
    onError: (error) => systemWorld().log.error({ err: error }, "A request was not answered."),
  });
  if (dev) server.on("upgrade", app.getUpgradeHandler());
  await Promise.race([systemWorld().rails.routes?.ready(), new Promise((go) => setTimeout(go, RAILS_MS))]);
  await listen(server, PORT, HOST);
  stopWhenTold(server);
  process.send?.({ ready: true });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function stopWhenTold(server: Server): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(0);
    stopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    // A connection that was busy stays open for its keep-alive time unless it is closed when idle.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
}

/** One process, or several with WEB_CONCURRENCY; in development always one. */
async function begin(): Promise<void> {
  const isOne = cluster.isWorker || env().WEB_CONCURRENCY === 1 || process.argv.includes("--dev");
  if (isOne) await serve();
  else runWorkers(env().WEB_CONCURRENCY);
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
