import { base62 } from "@/lib/domain/token";
import type { Unit, World } from "@/lib/services/core/world";

/** A store's name in web addresses: its own words when nobody has them, else with six letters and digits behind. */
export async function freeSlug(world: World, unit: Unit, storeName: string): Promise<string> {
  const words = slugOf(storeName) || "store";
  // One sign-up at a time for the same words: two that both found them free would end in a broken constraint.
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`store-slug/${words}`}, 0))`;
  const taken = await unit.tx.store.findUnique({ where: { slug: words }, select: { id: true } });
  if (!taken) return words;
  return `${words}-${base62(world.random.bytes(16), 6).toLowerCase()}`;
}

/** A name in letters and digits that an address takes; empty where it has none. */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48)
    .replace(/-+$/, "");
}
