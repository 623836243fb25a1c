import { clientAddress } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { isOneOf } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { answerWhatsapp } from "@/lib/services/money/whatsapp/answer";
import { receiveWhatsapp } from "@/lib/services/notify/whatsapp/inbox";
import { createAddressGate } from "./address-gate";
import { errorAnswer, toResponse } from "./answers";
import { readBytes } from "./read-request";
import { requestIdOf } from "./trace";

/** The provider gathers up to a thousand events in a call; larger than that it never sends. */
const bodyMax = 512 * 1024;
const gate = createAddressGate({ now: () => performance.now(), attemptsMax: limits.whatsappUnsigned.max });

/** Gives the challenge back to whoever knows the operator's word. */
export function answerWhatsappCheck(request: Request): Response {
  const world = systemWorld();
  const asked = new URL(request.url).searchParams;
  const word = world.whatsapp?.verifyToken;
  const knows = Boolean(word) && isOneOf(world, [word ?? ""], asked.get("hub.verify_token") ?? "");
  if (asked.get("hub.mode") !== "subscribe" || !knows) return new Response(null, { status: 403 });
  return new Response((asked.get("hub.challenge") ?? "").slice(0, 200), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

/**
 * Stores what a signed call tells, answers, and works it afterwards. 413 for a body larger than the provider sends, 401 for one that
 * is not signed, 429 for an address that keeps sending such, 404 without a number.
 */
export async function answerWhatsappCall(
  request: Request,
  later: (work: () => Promise<void>) => void,
): Promise<Response> {
  const body = await readBytes(request, bodyMax);
  if (!body) return new Response(null, { status: 413 });
  const world = systemWorld();
  const address = clientAddress(request.headers);
  if (!gate.take(address)) {
    const headers = { "Retry-After": String(gate.secondsLeft(address)) };
    return new Response(null, { status: 429, headers });
  }
  try {
    const signature = request.headers.get("x-hub-signature-256");
    const { status, work } = await receiveWhatsapp(world, { body, signature }, answerWhatsapp);
    if (status === 200) gate.giveBack(address);
    later(work);
    return new Response(null, { status });
  } catch (error) {
    // It could not be kept; the provider sends it again.
    return toResponse(errorAnswer(world, request, requestIdOf(world), error, {}));
  }
}
