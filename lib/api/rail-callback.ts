import { NotFound } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { createAddressGate } from "./address-gate";
import { readBytes } from "./read-bytes";

const bodyMax = 64 * 1024;
const patienceMs = 3_000;
/** What one address may send in a minute that proves nothing and tells nothing new. What is signed does not count. */
const patience = createAddressGate({ now: () => performance.now(), attemptsMax: 120 });

/**
 * Where rails tell us of money, on whichever lane the request came. Nothing in the body is believed: the rail's own
 * adapter says what it proves. `later` runs the work of a callback that was kept, once it was answered.
 * 404 for a rail that is not set up, 413 for more than any rail sends, 429 for an address that goes on without proof, 503
 * until it is known which rails there are.
 */
export async function answerRailCallback(
  request: Request,
  rail: string,
  later: (work: () => Promise<void>) => void,
): Promise<Response> {
  const body = await readBytes(request, bodyMax);
  if (!body) return new Response(null, { status: 413 });
  const url = new URL(request.url);
  const world = systemWorld();
  // Right after a start nobody knows yet which rails there are: the rail must not hear that it has no address here.
  if (!(await areRailsRead(world)))
    return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  try {
    const raw = {
      method: request.method,
      host: request.headers.get("host") ?? url.host,
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(request.headers),
      body,
      ip: request.headers.get("x-client-ip") ?? "",
    };
    const received = await receiveCallback(world, rail, raw, patience);
    later(() => received.work());
    const headers = new Headers();
    if (received.status === 429) headers.set("Retry-After", String(patience.secondsLeft(raw.ip)));
    return new Response(received.body, { status: received.status, headers });
  } catch (error) {
    if (error instanceof NotFound) return new Response(null, { status: 404 });
    world.log.error({ err: error, rail }, "A callback could not be kept; the rail is to send it again.");
    return new Response(null, { status: 500 });
  }
}

function areRailsRead({ rails }: ReturnType<typeof systemWorld>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref());
  return Promise.race([late, (rails.routes?.ready() ?? Promise.resolve()).then(() => true)]);
}
