import { cookies, headers } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { cache } from "react";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { SignInWay } from "@/lib/services/people/accounts/person";
import {
  endSession as endSessionRow,
  readSession,
  type SessionFacts,
  sessionMaxMs,
  startSession as startSessionRow,
} from "@/lib/services/people/accounts/sessions";
import { knowsPerson, rememberPerson } from "./known-device";
import { requestIp } from "./request-ip";
import { serverCookie } from "./sealed-cookie";
import { dropDraft } from "./stored-draft";

export const sessionMaxAgeSeconds = sessionMaxMs / 1000;

/** The sealed content of a session cookie: its row, its user, and a version that signing out everywhere invalidates. */
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

/**
 * Signs in a person who was checked: creates a row, and next-auth's own kind of token, so that its routes read it too.
 */
export async function startSession(person: {
  userId: number;
  sessionVersion: number;
  by: SignInWay;
}): Promise<void> {
  const { id, showsPerson } = await startSessionRow(systemWorld(), person.userId, {
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
  if (showsPerson) await rememberPerson(person);
}

/** Signs this browser out. Its row ends too, so that a copy of the cookie is worthless. */
export async function endSession(): Promise<void> {
  const { name, options } = sessionCookie();
  const jar = await cookies();
  const claims = await claimsOf(jar.get(name)?.value);
  if (claims) await endSessionRow(systemWorld(), claims.userId, claims.id);
  jar.set(name, "", { ...options, maxAge: 0 });
  await dropDraft();
}

/** The signed-in person's session, read from the database once per request. Null for none. */
export const currentSession = cache(async (): Promise<SessionFacts | null> => {
  const claims = await claimsOf((await cookies()).get(sessionCookie().name)?.value);
  return claims && readSession(systemWorld(), claims);
});

/**
 * Whether whoever is signed in here has shown in this browser that the account is theirs. A mailed link to an address
 * that is not confirmed shows it not.
 */
export async function isKnownHere(): Promise<boolean> {
  const claims = await claimsOf((await cookies()).get(sessionCookie().name)?.value);
  return claims !== null && knowsPerson(claims);
}

async function claimsOf(token: string | undefined): Promise<SessionClaims | null> {
  if (!token) return null;
  try {
    return sessionClaims(await decode({ token, secret: sessionSecret() }));
  } catch {
    // Sealed with another key, altered or expired: counts as no session.
    return null;
  }
}

/** The claims in a token of next-auth, if it is one of ours. */
export function sessionClaims(token: { sub?: string; [name: string]: unknown } | null): SessionClaims | null {
  const userId = Number(token?.sub);
  const sessionVersion = Number(token?.sessionVersion);
  if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(sessionVersion)) return null;
  return typeof token?.sid === "string" ? { id: token.sid, userId, sessionVersion } : null;
}
