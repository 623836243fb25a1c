import type { World } from "@/lib/services/core/world";
export async function makeDueTakeouts(_world: World): Promise<{ more: boolean }> {
  return { more: false };
}
