import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { cache } from "react";
import { base62 } from "@/lib/domain/token";
import { readSession, type SessionFacts } from "@/lib/services/accounts/read-session";
import { systemWorld } from "@/lib/services/system-world";

export const sessionMaxAgeSeconds = 14 * 24 * 60 * 60;

/** What a session cookie carries, sealed: whose it is, and the version that a new password takes out of use. */
interface SessionClaims {
  userId: number;
  sessionVersion: number;
}

/** The cookie of this server's sessions, as next-auth's options want it. */
export function sessionCookie() {
  const world = systemWorld();
  const secure = world.config.siteUrl.startsWith("https://");
  // Browsers keep cookies by host and not by port: two servers on one machine must not sign each other's people out.
  const tag = base62(world.secrets.mac("session-cookie", world.config.siteUrl), 6);
  return {
    name: `${secure ? "__Host-" : ""}session-${tag}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  };
}

/** The key under which next-auth seals its tokens, derived from SECRET_KEY. */
export function sessionSecret(): string {
  return Buffer.from(systemWorld().secrets.mac("session", "next-auth")).toString("base64url");
}

/** Signs somebody in: writes next-auth's own kind of session token, so that its routes read it too. */
export async function startSession(claims: SessionClaims): Promise<void> {
  const token = await encode({
    token: { sub: String(claims.userId), sessionVersion: claims.sessionVersion },
    secret: sessionSecret(),
    maxAge: sessionMaxAgeSeconds,
  });
  const { name, options } = sessionCookie();
  (await cookies()).set(name, token, { ...options, maxAge: sessionMaxAgeSeconds });
}

export async function endSession(): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** Who is signed in, read from the database once a request. Null for nobody. */
export const currentSession = cache(async (): Promise<SessionFacts | null> => {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  const claims = token ? await claimsOf(token) : null;
  return claims && readSession(systemWorld(), claims);
});

async function claimsOf(token: string): Promise<SessionClaims | null> {
  try {
    const claims = await decode({ token, secret: sessionSecret() });
    const userId = Number(claims?.sub);
    const sessionVersion = Number(claims?.sessionVersion);
    return Number.isSafeInteger(userId) && Number.isSafeInteger(sessionVersion)
      ? { userId, sessionVersion }
      : null;
  } catch {
    // Sealed with another key, altered or out of time: the same as no session.
    return null;
  }
}
