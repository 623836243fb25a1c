import { cookies, headers } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { cache } from "react";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readSession, type SessionFacts, sessionMaxMs } from "@/lib/services/people/accounts/read-session";
import { endSession as endSessionRow } from "@/lib/services/people/accounts/sessions";
import type { SignInWay } from "@/lib/services/people/accounts/sign-in-log";
import { startSession as startSessionRow } from "@/lib/services/people/accounts/start-session";
import { knowsPerson, rememberPerson } from "./known-device";
import { requestIp } from "./request-ip";
import { serverCookie } from "./server-cookie";
import { dropDraft } from "./stored-draft";

export const sessionMaxAgeSeconds = sessionMaxMs / 1000;

/** What a session cookie carries, sealed: its row, whose it is, and the version that signing out everywhere takes out of use. */
interface SessionClaims {
  id: string;
  userId: number;
  sessionVersion: number;
}

/** The cookie of this server's sessions, as next-auth's options want it. */
export function sessionCookie() {
  return serverCookie("session");
}

/** The key under which next-auth seals its tokens, derived from SECRET_KEY. */
export function sessionSecret(): string {
  return Buffer.from(systemWorld().secrets.mac("session", "next-auth")).toString("base64url");
}

/** Signs somebody in who was checked: a row, and next-auth's own kind of token, so that its routes read it too. */
export async function startSession(person: {
  userId: number;
  sessionVersion: number;
  by: SignInWay;
}): Promise<void> {
  const { id } = await startSessionRow(systemWorld(), person.userId, {
    userAgent: (await headers()).get("user-agent") ?? "",
    ip: await requestIp(),
    isKnown: await knowsPerson(person),
    by: person.by,
  });
  const token = await encode({
    token: { sub: String(person.userId), sessionVersion: person.sessionVersion, sid: id },
    secret: sessionSecret(),
    maxAge: sessionMaxAgeSeconds,
  });
  const { name, options } = sessionCookie();
  (await cookies()).set(name, token, { ...options, maxAge: sessionMaxAgeSeconds });
  await rememberPerson(person);
}

/** Signs this browser out: its row ends too, so that a copy of the cookie is worth nothing. */
export async function endSession(): Promise<void> {
  const { name, options } = sessionCookie();
  const jar = await cookies();
  const claims = await claimsOf(jar.get(name)?.value);
  if (claims) await endSessionRow(systemWorld(), claims.userId, claims.id);
  jar.set(name, "", { ...options, maxAge: 0 });
  await dropDraft();
}

/** Who is signed in, read from the database once a request. Null for nobody. */
export const currentSession = cache(async (): Promise<SessionFacts | null> => {
  const claims = await claimsOf((await cookies()).get(sessionCookie().name)?.value);
  return claims && readSession(systemWorld(), claims);
});

async function claimsOf(token: string | undefined): Promise<SessionClaims | null> {
  if (!token) return null;
  try {
    return sessionClaims(await decode({ token, secret: sessionSecret() }));
  } catch {
    // Sealed with another key, altered or out of time: the same as no session.
    return null;
  }
}

/** What a token of next-auth's says, when it is one of ours. */
export function sessionClaims(token: { sub?: string; [name: string]: unknown } | null): SessionClaims | null {
  const userId = Number(token?.sub);
  const sessionVersion = Number(token?.sessionVersion);
  if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(sessionVersion)) return null;
  return typeof token?.sid === "string" ? { id: token.sid, userId, sessionVersion } : null;
}
