import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { verifyPassword } from "@/lib/services/accounts/verify-password";
import { systemWorld } from "@/lib/services/system-world";
import { clientAddressHeader } from "./request-ip";
import { sessionCookie, sessionMaxAgeSeconds, sessionSecret } from "./session";

/** next-auth on the same accounts, throttle and cookie as the sign-in page. Made on first use from the environment. */
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
        },
        async authorize(given, request) {
          const input = { email: given?.email ?? "", password: given?.password ?? "" };
          const ip = request.headers?.[clientAddressHeader];
          const signedIn = await verifyPassword(systemWorld(), {
            ...input,
            ip: typeof ip === "string" ? ip : "unknown",
          });
          return { id: String(signedIn.userId), sessionVersion: signedIn.sessionVersion };
        },
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        if (!user) return token;
        return { sub: user.id, sessionVersion: "sessionVersion" in user ? user.sessionVersion : undefined };
      },
      // The session endpoint tells a page that somebody is signed in and nothing about them.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}
