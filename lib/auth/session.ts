import { timingSafeEqual } from "node:crypto";
import { cookies, headers } from "next/headers";
import type { AuthOptions } from "next-auth";
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
import { requestIp } from "./request";
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

/** The signed-in person's session, read once for a page; a route reads it each time that it asks. Null for none. */
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

/** A till or a family's phone has several users; the least recent one is forgotten first. */
const peopleMax = 8;
const maxAge = 400 * 24 * 60 * 60;

type Person = { userId: number; sessionVersion: number };

/** Whether this browser has signed this person in since they last signed out everywhere. */
export async function knowsPerson(person: Person): Promise<boolean> {
  const mark = Buffer.from(markOf(person));
  return (await marks()).some((one) => {
    const given = Buffer.from(one);
    return given.length === mark.length && timingSafeEqual(given, mark);
  });
}

/** Stores a mark that only this server can read and that gives no access. */
export async function rememberPerson(person: Person): Promise<void> {
  const mine = markOf(person);
  const kept = [mine, ...(await marks()).filter((one) => one !== mine)].slice(0, peopleMax);
  const { name, options } = serverCookie("known");
  (await cookies()).set(name, kept.join("."), { ...options, maxAge });
}

async function marks(): Promise<string[]> {
  const value = (await cookies()).get(serverCookie("known").name)?.value ?? "";
  return value.split(".").filter(Boolean);
}

function markOf({ userId, sessionVersion }: Person): string {
  const mark = systemWorld().secrets.mac("known-device", `${userId}/${sessionVersion}`);
  return Buffer.from(mark).toString("base64url");
}

/** next-auth on the same sessions and cookie as the sign-in page. Made on first use from the environment. */
export function nextAuthOptions(): AuthOptions {
  process.env.NEXTAUTH_URL ??= systemWorld().config.siteUrl;
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: sessionMaxAgeSeconds },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    // Sign-in works only on our own page with its limits and second step, so these routes have no providers.
    providers: [],
    callbacks: {
      // The session endpoint says that someone is signed in, and nothing about them.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        const claims = sessionClaims(token);
        if (claims) await endSessionRow(systemWorld(), claims.userId, claims.id);
      },
    },
  };
}
