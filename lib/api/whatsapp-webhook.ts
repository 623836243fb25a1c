import { clientAddress } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { isOneOf } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { answerWhatsapp } from "@/lib/services/money/whatsapp/answer";
import { receiveWhatsapp } from "@/lib/services/notify/whatsapp/inbox";
import { hearWhatsapp } from "@/lib/services/notify/whatsapp/numbers";
import { createAddressGate } from "./address-gate";
import { errorAnswer, toResponse } from "./answers";
import { readBytes } from "./read-request";
import { requestIdOf } from "./trace";

/** The provider gathers up to a thousand events in a call; larger than that it never sends. */
const bodyMax = 512 * 1024;
/** Of what is not signed alone: all stores' calls come from the provider's few addresses. */
const gate = createAddressGate({ now: () => performance.now(), attemptsMax: limits.whatsappUnsigned.max });

/**
 * Gives the challenge back to whoever knows the word of that address: the one that a store was shown, or, without an `address`, the
 * operator's.
 */
export async function answerWhatsappCheck(
  request: Request,
  address: string | null = null,
): Promise<Response> {
  const world = systemWorld();
  const asked = new URL(request.url).searchParams;
  const given = asked.get("hub.verify_token") ?? "";
  if (asked.get("hub.mode") !== "subscribe" || !(await knows(world, address, given)))
    return new Response(null, { status: 403 });
  return new Response((asked.get("hub.challenge") ?? "").slice(0, 200), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

async function knows(world: World, address: string | null, given: string): Promise<boolean> {
  if (address !== null) return hearWhatsapp(world, address, given);
  const word = world.whatsapp?.verifyToken;
  return Boolean(word) && isOneOf(world, [word ?? ""], given);
}

/**
 * Stores what a signed call tells, answers, and works it afterwards. 413 for a body larger than the provider sends, 401 for one that
 * is not signed, 404 without a number, 429 instead of these two where an address keeps sending such.
 */
export async function answerWhatsappCall(
  request: Request,
  later: (work: () => Promise<void>) => void,
  address: string | null = null,
): Promise<Response> {
  const body = await readBytes(request, bodyMax);
  if (!body) return new Response(null, { status: 413 });
  const world = systemWorld();
  const from = clientAddress(request.headers);
  try {
    const signature = request.headers.get("x-hub-signature-256");
    const { status, work } = await receiveWhatsapp(world, { address, body, signature }, answerWhatsapp);
    if (status !== 200 && !gate.take(from)) {
      const headers = { "Retry-After": String(gate.secondsLeft(from)) };
      return new Response(null, { status: 429, headers });
    }
    later(work);
    return new Response(null, { status });
  } catch (error) {
    // It could not be kept; the provider sends it again.
    return toResponse(errorAnswer(world, request, requestIdOf(world), error, {}));
  }
}
