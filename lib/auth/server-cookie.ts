import { base62 } from "@/lib/domain/token";
import { systemWorld } from "@/lib/services/desk/system-world";

/** A cookie for this server only, which scripts cannot read. */
export function serverCookie(purpose: string) {
  const world = systemWorld();
  const secure = world.config.siteUrl.startsWith("https://");
  // Browsers store cookies by host, not by port: two servers on one machine must not end each other's sessions.
  const tag = base62(world.secrets.mac("session-cookie", world.config.siteUrl), 6);
  return {
    name: `${secure ? "__Host-" : ""}${purpose}-${tag}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}
