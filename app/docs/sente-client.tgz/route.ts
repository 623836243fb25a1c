import { readFile } from "node:fs/promises";
import path from "node:path";

export const dynamic = "force-dynamic";

/** The client as a package that npm installs, of the same build as this API. Only a build has it. */
export async function GET(): Promise<Response> {
  const file = await readFile(path.resolve(".next/sente-client.tgz")).catch(() => null);
  if (!file) return new Response("The package comes with a build: npm run build.", { status: 404 });
  return new Response(new Uint8Array(file), {
    headers: { "Content-Type": "application/gzip", "Cache-Control": "public, max-age=300" },
  });
}
