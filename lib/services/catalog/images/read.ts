import type { World } from "@/lib/services/core/world";

/** A picture by the token in its address; null when there is none. Whoever has the address may see it. */
export async function readImage(
  world: World,
  token: string,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return null;
  const found = await world.db.image.findUnique({ where: { token }, select: { type: true, bytes: true } });
  return found && { type: found.type, bytes: new Uint8Array(found.bytes) };
}
