import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/session";

/** The only routes of next-auth that we serve: to read a session, and to end it. */
const actions = ["csrf", "session", "signout"];

// The options need the environment, which a build does not have, so they are created with the request.
async function handle(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const [action = "", ...more] = (await context.params).nextauth;
  if (!actions.includes(action) || more.length > 0) return new Response(null, { status: 404 });
  return NextAuth(request, context, nextAuthOptions());
}

export { handle as GET, handle as POST };
