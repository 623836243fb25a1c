import { readFile } from "node:fs/promises";
import { pictureFile } from "../../../book";

/** A picture of a page of ours, which the browser tests drew (e2e/handbook.spec.ts). */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ language: string; file: string }> },
): Promise<Response> {
  const { language, file } = await params;
  const place = pictureFile(language, file);
  if (!place) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(await readFile(place)), {
    headers: {
      "Content-Type": "image/webp",
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
