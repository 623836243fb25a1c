import type { World } from "./world";

/**
 * For whoever fills tables with a file: after so many parts the database counts again what it has, since it finds rows in
 * a table of which it knows nothing by reading all of it.
 */
export async function countFilled(world: World, parts: number): Promise<void> {
  if (parts !== 2 && parts !== 8 && parts % 20 !== 0) return;
  try {
    await world.db.$executeRaw`SELECT count_filled()`;
  } catch (error) {
    // Nothing but speed is lost.
    world.log.warn({ err: error }, "The tables that a file fills could not be counted.");
  }
}
