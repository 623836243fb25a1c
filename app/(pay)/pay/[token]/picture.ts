import { readLinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { drawnResponse } from "../../drawn";

export type LinkFound = NonNullable<Awaited<ReturnType<typeof readLinkPage>>> & { url: string };

export interface Picture {
  /** Everything that it shows. */
  facts: unknown;
  draw(): Promise<string | Uint8Array>;
}

/** A picture of a payment link, of one type; 404 where there is no such link or it was deleted. */
export async function linkPicture(
  request: Request,
  token: string,
  type: "image/svg+xml" | "image/png",
  pictureOf: (found: LinkFound) => Picture,
): Promise<Response> {
  const world = systemWorld();
  const found = await readLinkPage(world, token);
  if (!found || found.link.deletedAt) return new Response(null, { status: 404 });
  const { facts, draw } = pictureOf({ ...found, url: `${world.config.siteUrl}/pay/${token}` });
  const headers = {
    "Content-Type": type,
    "Cache-Control": "public, max-age=3600",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  };
  return drawnResponse(request, type, facts, headers, async () => {
    const drawn = await draw();
    return typeof drawn === "string" ? new TextEncoder().encode(drawn) : drawn;
  });
}
