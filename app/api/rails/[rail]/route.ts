import { after } from "next/server";
import { NotFound } from "@/lib/domain/refusal";
import { receiveCallback } from "@/lib/services/payments/receive-callback";
import { systemWorld } from "@/lib/services/system-world";

export const dynamic = "force-dynamic";

const bodyMax = 64 * 1024;
const patienceMs = 3_000;

/** Where rails tell us of money. Nothing in the body is believed: the rail's own adapter says what it proves. */
export async function POST(
  request: Request,
  context: { params: Promise<{ rail: string }> },
): Promise<Response> {
  const { rail } = await context.params;
  const body = await readRaw(request);
  if (!body) return new Response(null, { status: 413 });
  const url = new URL(request.url);
  const world = systemWorld();
  // Right after a start nobody knows yet which rails there are: the rail must not hear that it has no address here.
  if (!(await areRailsRead(world)))
    return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  try {
    const received = await receiveCallback(world, rail, {
      method: request.method,
      host: request.headers.get("host") ?? url.host,
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(request.headers),
      body,
      ip: request.headers.get("x-client-ip") ?? "",
    });
    after(() => received.work());
    return new Response(received.body, { status: received.status });
  } catch (error) {
    if (error instanceof NotFound) return new Response(null, { status: 404 });
    throw error;
  }
}

function areRailsRead({ rails }: ReturnType<typeof systemWorld>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref());
  return Promise.race([late, (rails.routes?.ready() ?? Promise.resolve()).then(() => true)]);
}

// One rail sends its callbacks by PUT.
export { POST as PUT };

/** The raw bytes, which signatures cover; null when there are more than any rail sends. */
async function readRaw(request: Request): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bodyMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
