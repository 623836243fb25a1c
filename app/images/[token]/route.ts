import { readImage } from "@/lib/services/catalog/images/pictures";
import { systemWorld } from "@/lib/services/desk/system-world";

export const dynamic = "force-dynamic";

/** A logo or a product's picture. The content of its address never changes, so it may be cached for ever. */
export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  const found = await readImage(systemWorld(), (await params).token);
  if (!found) return new Response(null, { status: 404 });
  return new Response(found.bytes, {
    headers: {
      "Content-Type": found.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Robots-Tag": "noindex",
    },
  });
}
