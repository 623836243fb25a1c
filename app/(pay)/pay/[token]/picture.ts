import { readLinkPage } from "@/lib/services/payment-links/read";
import { systemWorld } from "@/lib/services/system-world";

export type LinkFound = NonNullable<Awaited<ReturnType<typeof readLinkPage>>> & { url: string };

/** A picture of a payment link, of one type; 404 where there is no such link or it was deleted. */
export async function linkPicture(
  token: string,
  type: "image/svg+xml" | "image/png",
  draw: (found: LinkFound) => Promise<string | Uint8Array>,
): Promise<Response> {
  const world = systemWorld();
  const found = await readLinkPage(world, token);
  if (!found || found.link.deletedAt) return new Response(null, { status: 404 });
  const drawn = await draw({ ...found, url: `${world.config.siteUrl}/pay/${token}` });
  return new Response(typeof drawn === "string" ? drawn : new Uint8Array(drawn), {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=3600",
      "X-Robots-Tag": "noindex",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
