import { drawnResponse } from "@/app/(pay)/drawn";
import { drawSmall, readImage, smallMaxBytes } from "@/lib/services/catalog/images/pictures";
import { systemWorld } from "@/lib/services/desk/system-world";

export const dynamic = "force-dynamic";

const headers = {
  "Content-Security-Policy": "default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};
const forEver = { ...headers, "Cache-Control": "public, max-age=31536000, immutable" };

/** The picture for a list of many, of a few KB. Whoever asks for too many new ones gets the stored one, which is heavier. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await params;
  const found = await readImage(systemWorld(), token);
  if (!found) return new Response(null, { status: 404 });
  const whole = (lasting: Record<string, string>) =>
    new Response(found.bytes, { headers: { ...lasting, "Content-Type": found.type } });
  if (found.bytes.length <= smallMaxBytes) return whole(forEver);
  const small = { ...forEver, "Content-Type": "image/jpeg" };
  const drawn = await drawnResponse(request, "image/jpeg", ["small", token], small, () =>
    drawSmall(found.bytes),
  );
  return drawn.status < 400 ? drawn : whole({ ...headers, "Cache-Control": "public, max-age=60" });
}
