import { createAddressGate } from "@/lib/api/address-gate";
import { clientNetwork } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { renderings } from "@/lib/services/catalog/payment-links/pictures";

/** The number of new renderings per minute for one address. Cached renderings cost nothing, so they do not count. */
const drawings = createAddressGate({ now: () => performance.now(), attemptsMax: limits.drawings.max });
const busySeconds = 5;

/**
 * The answer with a picture or document that is expensive to render. `facts` identify it, because they contain
 * everything that is drawn: other parts of its address change nothing. 304 for a browser that has it, 429 for an
 * address that requests too many new ones, 503 while others are being rendered.
 */
export async function drawnResponse(
  request: Request,
  kind: string,
  facts: unknown,
  headers: Record<string, string>,
  draw: () => Promise<Uint8Array>,
): Promise<Response> {
  const network = clientNetwork(request.headers);
  const etag = `"${renderings.tagOf(kind, facts)}"`;
  if (request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers: { ...headers, ETag: etag } });
  let isTooMany = false;
  const outcome = await renderings.render(kind, facts, draw, () => {
    isTooMany = !drawings.take(network);
    return !isTooMany;
  });
  if (outcome.kind === "ready")
    return new Response(outcome.rendering.bytes, { headers: { ...headers, ETag: etag } });
  const seconds = isTooMany ? drawings.secondsLeft(network) : busySeconds;
  return new Response(null, {
    status: isTooMany ? 429 : 503,
    headers: { "Retry-After": String(seconds), "Cache-Control": "no-store" },
  });
}
