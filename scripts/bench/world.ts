import type { World } from "@/lib/services/world";
import { environmentOf } from "./instance";

/**
 * The services of a running instance, in this process: on its database, with its secrets. What the benchmark prepares
 * with them costs the instance nothing. Only one instance for each process, since the world is made once.
 */
export async function openWorldOf(dataDir: string): Promise<World> {
  Object.assign(process.env, environmentOf(dataDir), { LOG_LEVEL: "silent" });
  const { systemWorld } = await import("@/lib/services/system-world");
  const world = systemWorld();
  await world.rails.routes?.ready();
  return world;
}
