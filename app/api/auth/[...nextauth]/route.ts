import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth-options";

// Options come from the environment, which a build does not have: they are made with the request.
async function handle(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  return NextAuth(request, context, nextAuthOptions());
}

export { handle as GET, handle as POST };
