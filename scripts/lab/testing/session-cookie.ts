import { encode } from "next-auth/jwt";
import { base62 } from "@/lib/domain/token";
import type { World } from "@/lib/services/core/world";
import { startSession } from "@/lib/services/people/accounts/sessions";

const sessionSeconds = 60 * 60;

/** A new session of a person who used this browser before, as the cookie that opens it. */
export async function sessionCookie(world: World, userId: number): Promise<{ name: string; value: string }> {
  const { sessionVersion } = await world.db.user.findUniqueOrThrow({ where: { id: userId } });
  const device = { userAgent: "", ip: null, isKnown: true, by: "password" as const };
  const { id } = await startSession(world, userId, device);
  const value = await encode({
    token: { sub: String(userId), sessionVersion, sid: id },
    secret: Buffer.from(world.secrets.mac("session", "next-auth")).toString("base64url"),
    maxAge: sessionSeconds,
  });
  return { name: `session-${base62(world.secrets.mac("session-cookie", world.config.siteUrl), 6)}`, value };
}
