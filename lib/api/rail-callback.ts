import { clientAddress } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { NotFound } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { createAddressGate } from "./address-gate";
import { errorAnswer, toResponse } from "./answers";
import { readBytes } from "./read-request";
import { requestIdOf } from "./trace";

const bodyMax = 64 * 1024;
const patienceMs = 3_000;
/** How many unproved callbacks without news one address may send per minute. Signed callbacks do not count. */
const patience = createAddressGate({ now: () => performance.now(), attemptsMax: limits.callbacks.max });

/**
 * The endpoint for callbacks from rails, on any lane; `address` is what follows `/api/rails/`. The body is not trusted: the
 * rail's own adapter decides what it proves. `later` runs the work of a stored callback after the answer. 404 for a rail
 * that is not set up, 413 for a body larger than any rail sends, 429 for an address that keeps sending without proof, 503
 * until the configured rails are known.
 */
export async function answerRailCallback(
  request: Request,
  address: string,
  later: (work: () => Promise<void>) => void,
): Promise<Response> {
  const body = await readBytes(request, bodyMax);
  if (!body) return new Response(null, { status: 413 });
  const url = new URL(request.url);
  const world = systemWorld();
  // Right after a start the configured rails are not known yet: the rail must not get a 404 then.
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
      ip: clientAddress(request.headers),
    };
    const received = await receiveCallback(world, address, raw, patience);
    later(() => received.work());
    const headers = new Headers();
    if (received.status === 429) headers.set("Retry-After", String(patience.secondsLeft(raw.ip)));
    return new Response(received.body, { status: received.status, headers });
  } catch (error) {
    if (error instanceof NotFound) return new Response(null, { status: 404 });
    // It could not be kept; the rail is to send it again.
    return toResponse(errorAnswer(world, request, requestIdOf(world), error, {}));
  }
}

function areRailsRead({ rails }: ReturnType<typeof systemWorld>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref());
  return Promise.race([late, (rails.routes?.ready() ?? Promise.resolve()).then(() => true)]);
}
