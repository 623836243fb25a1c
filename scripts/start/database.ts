import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresOptions, type RunningPostgres, startPostgres } from "../postgres";
import { say } from "../steps";
import { readNumbers, writePrivately } from "./data-directory";

const RESTART_ATTEMPTS = 20;
const RESTART_PAUSE_MS = 500;

export type KeptDatabase = { url: string; cluster: "made" | "kept"; stop(): Promise<void> };

/**
 * Runs the embedded PostgreSQL of a DATA_DIR on the same port as last time, and restarts it there if it is killed.
 * Calls `giveUp` when it cannot be restarted.
 */
export async function keepDatabase(
  dataDir: string,
  password: string,
  giveUp: (error: unknown) => void,
): Promise<KeptDatabase> {
  const portFile = path.join(dataDir, "ports.json");
  const options: PostgresOptions = { dataDir, password, port: readNumbers(portFile).postgres };
  let server = await startPostgres(options);
  let stopping = false;
  if (server.port !== options.port) writePrivately(portFile, { postgres: server.port });
  void watch();
  return {
    url: server.url,
    cluster: server.cluster,
    stop: async () => {
      stopping = true;
      await server.stop();
    },
  };

  async function watch(): Promise<void> {
    for (;;) {
      await server.ended;
      if (stopping) return;
      say("Database", "ended unexpectedly, starting it again");
      try {
        server = await restart({ ...options, port: server.port });
      } catch (error) {
        giveUp(error);
        return;
      }
    }
  }
}

// The app knows the old address, so the server must return on the same port, which may take a moment to become free.
async function restart(options: PostgresOptions): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const server = await startPostgres(options);
      if (server.port === options.port) return server;
      await server.stop();
      throw new Error(`port ${options.port} was taken meanwhile`);
    } catch (error) {
      if (attempt === RESTART_ATTEMPTS) throw error;
      await sleep(RESTART_PAUSE_MS);
    }
  }
}
