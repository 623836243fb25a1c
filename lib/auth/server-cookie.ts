import { base62 } from "@/lib/domain/token";
import { systemWorld } from "@/lib/services/desk/system-world";

/** A cookie of this server alone, of which scripts know nothing. */
export function serverCookie(purpose: string) {
  const world = systemWorld();
  const secure = world.config.siteUrl.startsWith("https://");
  // Browsers keep cookies by host and not by port: two servers on one machine must not sign each other's people out.
  const tag = base62(world.secrets.mac("session-cookie", world.config.siteUrl), 6);
  return {
    name: `${secure ? "__Host-" : ""}${purpose}-${tag}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}
