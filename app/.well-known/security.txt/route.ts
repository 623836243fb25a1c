import { env } from "@/lib/env";
import { systemWorld } from "@/lib/services/desk/system-world";

export const dynamic = "force-dynamic";

const validDays = 180;

/** Whom to tell of a vulnerability (RFC 9116), where the operator has said it. */
export async function GET(): Promise<Response> {
  const { SECURITY_CONTACT, SITE_URL } = env();
  if (!SECURITY_CONTACT) return new Response(null, { status: 404 });
  const contact = SECURITY_CONTACT.startsWith("https:") ? SECURITY_CONTACT : `mailto:${SECURITY_CONTACT}`;
  const expires = new Date(systemWorld().clock.now().getTime() + validDays * 24 * 60 * 60 * 1000);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, fr",
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
