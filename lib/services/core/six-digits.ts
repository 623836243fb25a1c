import type { World } from "./world";

/** A code of six digits. All of the million are equally likely: a draw that would make some more likely is repeated. */
export function sixDigits(world: Pick<World, "random">): string {
  for (;;) {
    const drawn = Buffer.from(world.random.bytes(4)).readUInt32BE();
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, "0");
  }
}
