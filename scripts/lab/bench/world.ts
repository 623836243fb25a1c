import { withClient } from "@/lib/db/connect";
import type { World } from "@/lib/services/core/world";
import { Problem } from "../../problem";
import { environmentOf, executorNames } from "./instance";

/**
 * The services of a running instance, in this process: on its database, with its secrets. Preparing data with them
 * costs the instance nothing. Only one instance per process, since the services are created once.
 */
export async function openWorldOf(dataDir: string): Promise<World> {
  // The shell of a benchmark may contain the keys of a real Inngest server.
  for (const name of executorNames()) delete process.env[name];
  Object.assign(process.env, environmentOf(dataDir), { LOG_LEVEL: "silent" });
  const { systemWorld } = await import("@/lib/services/desk/system-world");
  const world = systemWorld();
  await world.rails.routes?.ready();
  return world;
}

/** Without wake-ups a benchmark would measure how long the cron takes to find work. */
export function refuseLostWakes({ wakes }: World): void {
  if (wakes.failed > 0)
    throw new Problem(`${wakes.failed} wake-ups did not reach the executor of the benchmark's instance.`);
}

/** Resets the rate limit of every key, as at the start of a minute. */
export async function forgetTurns(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query("TRUNCATE rate_limits"));
}
