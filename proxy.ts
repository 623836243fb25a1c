import { type NextRequest, NextResponse } from "next/server";
import { dashboardLanguage } from "@/lib/domain/languages";

/**
 * Headers of every page of the app router. It allows nothing and refuses nobody: who may see a page is decided where
 * the page is made. The API and payers' pages set their own headers.
 */
export function proxy(request: NextRequest): NextResponse {
  if (isForeignPost(request)) {
    return new NextResponse("This form was sent from another site. Nothing was changed.\n", { status: 403 });
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const forwarded = new Headers(request.headers);
  // Next reads the nonce from here and puts it on the scripts it writes.
  forwarded.set("Content-Security-Policy", policy);
  forwarded.set("x-pathname", request.nextUrl.pathname);
  forwarded.set("x-search", request.nextUrl.search);
  const response = NextResponse.next({ request: { headers: forwarded } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  // Our own forms must still say where they come from, so this is not no-referrer.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  // Written by hand: a cookie that is set through the response's own jar is also changed for the page being made.
  const chosen = chosenLanguage(request);
  if (chosen) response.headers.append("Set-Cookie", `hl=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return response;
}

/** `?hl=fr` of a page for people who are not signed in, kept in the cookie in which payers' pages keep it. */
function chosenLanguage(request: NextRequest): string | null {
  return dashboardLanguage(request.nextUrl.searchParams.get("hl"));
}

/** The pages of the app router. Everything else is a route handler, which sets its own headers. */
export const config = {
  matcher: [
    "/(dashboard|ops|sign-in|sign-up|forgot-password|reset-password|invitation|new-email|verify-email)(/.*)?",
  ],
};

/** Next ends such a post as a fault of ours (500). This only gives it its right name; each action checks for itself. */
function isForeignPost(request: NextRequest): boolean {
  const origin = request.headers.get("origin");
  if (request.method !== "POST" || origin === null) return false;
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function contentSecurityPolicy(nonce: string): string {
  // Development needs eval for its overlays and readable stacks; nothing of that reaches production.
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Our own worker alone: without this line its scripts would need a nonce.
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join("; ");
}
