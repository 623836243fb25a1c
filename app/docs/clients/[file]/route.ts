import { readFile } from "node:fs/promises";
import path from "node:path";
import { otherClients } from "../files";

export const dynamic = "force-dynamic";

/** A client that is one file, of the same build as this API. Only a build has it. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  const known = otherClients.find(({ name }) => name === file);
  const text = known && (await readFile(path.resolve(".next", known.name)).catch(() => null));
  if (!text) return new Response("There is no such client here.", { status: 404 });
  return new Response(new Uint8Array(text), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "public, max-age=300",
    },
  });
}
