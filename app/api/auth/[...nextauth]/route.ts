import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth-options";

/** What there is of next-auth's routes: to ask whether a session is there, and to end it. */
const actions = ["csrf", "session", "signout"];

// Options come from the environment, which a build does not have: they are made with the request.
async function handle(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const [action = "", ...more] = (await context.params).nextauth;
  if (!actions.includes(action) || more.length > 0) return new Response(null, { status: 404 });
  return NextAuth(request, context, nextAuthOptions());
}

export { handle as GET, handle as POST };
