import type { AuthOptions } from "next-auth";
import { systemWorld } from "@/lib/services/desk/system-world";
import { endSession } from "@/lib/services/people/accounts/sessions";
import { sessionClaims, sessionCookie, sessionMaxAgeSeconds, sessionSecret } from "./session";

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
        if (claims) await endSession(systemWorld(), claims.userId, claims.id);
      },
    },
  };
}

const leastMs = 400;

/**
 * Answers no sooner than 0.4 seconds after the request. Work for an address with an account takes longer than for one
 * without, and the timing must not show the difference.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  try {
    return await work();
  } finally {
    await least;
  }
}
