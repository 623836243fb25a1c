import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { endSession } from "@/lib/services/accounts/end-session";
import { verifySecondStep } from "@/lib/services/accounts/second-step";
import { startSession } from "@/lib/services/accounts/start-session";
import { verifyPassword } from "@/lib/services/accounts/verify-password";
import { systemWorld } from "@/lib/services/system-world";
import { clientAddressHeader } from "./request-ip";
import { sessionClaims, sessionCookie, sessionMaxAgeSeconds, sessionSecret } from "./session";

/**
 * next-auth on the same accounts, throttle, sessions and cookie as the sign-in page. Made on first use from the
 * environment. Whoever has two-step sign-in on sends a `code` with the password.
 */
export function nextAuthOptions(): AuthOptions {
  process.env.NEXTAUTH_URL ??= systemWorld().config.siteUrl;
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: sessionMaxAgeSeconds },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: {
          email: { label: "E-mail", type: "email" },
          password: { label: "Password", type: "password" },
          code: { label: "Code", type: "text" },
        },
        authorize: (given, request) => authorize(given, request.headers ?? {}),
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        if (!user) return token;
        return {
          sub: user.id,
          sessionVersion: "sessionVersion" in user ? user.sessionVersion : undefined,
          sid: "sid" in user ? user.sid : undefined,
        };
      },
      // The session endpoint tells a page that somebody is signed in and nothing about them.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        const claims = sessionClaims(token);
        if (claims) await endSession(systemWorld(), claims.userId, claims.id);
      },
    },
  };
}

async function authorize(
  given: { email?: string; password?: string; code?: string } | undefined,
  headers: Record<string, unknown>,
) {
  const world = systemWorld();
  const header = (name: string) => (typeof headers[name] === "string" ? headers[name] : null);
  const ip = header(clientAddressHeader) ?? "unknown";
  const first = await verifyPassword(world, {
    ...{ email: given?.email ?? "", password: given?.password ?? "", ip },
  });
  const person = first.needsCode
    ? await verifySecondStep(world, { ...first, code: given?.code ?? "" })
    : first;
  const device = { userAgent: header("user-agent") ?? "", ip, isKnown: false, by: person.by };
  const { id: sid } = await startSession(world, person.userId, device);
  return { id: String(person.userId), sessionVersion: person.sessionVersion, sid };
}
