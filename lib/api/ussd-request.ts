import { clientAddress } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { systemWorld } from "@/lib/services/desk/system-world";
import { answerUssd } from "@/lib/services/money/ussd/answer";
import { isUssdSecret, readUssd } from "@/lib/services/money/ussd/settings";
import { endSession } from "@/lib/services/money/ussd/shown";
import { catalogueOf } from "@/lib/text/catalogue";
import { createAddressGate } from "./address-gate";
import { readBytes } from "./read-request";

const bodyMax = 8 * 1024;
const now = () => performance.now();
/** Wrong addresses that one caller may try in a minute before nothing is looked up for it. */
const guesses = createAddressGate({ now, attemptsMax: limits.ussdSecrets.max });
/** Screens of one number in a minute: more than anybody types. */
const numbers = createAddressGate({ now, attemptsMax: limits.ussdScreens.max });

/**
 * One request of a USSD provider, in the shape of Africa's Talking: a posted form, answered by plain text that begins with
 * `CON` or `END`. The address is the only proof, so a wrong one is not found, in the same time as where nothing is set up.
 * Whatever stands in the form, the answer is a screen.
 */
export async function answerUssdRequest(
  request: Request,
  provider: string,
  secret: string,
): Promise<Response> {
  const fields = await admitted(request, provider, secret);
  if (!fields) return notFound();
  const world = systemWorld();
  const later = `END ${catalogueOf("en", "payer").raw("ussd_end_later")}`;
  const [phone = "", sessionId = ""] = [fields.get("phoneNumber"), fields.get("sessionId")].map(
    (value) => value ?? "",
  );
  if (!numbers.take(phone)) return plain(later);
  try {
    const text = fields.get("text") ?? "";
    const answer = await answerUssd(world, { provider, sessionId, phone, text });
    return plain(`${answer.end ? "END" : "CON"} ${answer.text}`);
  } catch (error) {
    world.log.error({ err: error, provider }, "A USSD screen could not be made.");
    return plain(later);
  }
}

/** The provider says that a session is over. */
export async function noteUssdEnd(request: Request, provider: string, secret: string): Promise<Response> {
  const fields = await admitted(request, provider, secret);
  if (!fields) return notFound();
  const world = systemWorld();
  try {
    const sessionId = fields.get("sessionId") ?? "";
    if (sessionId !== "") await endSession(world, { provider, sessionId });
  } catch (error) {
    world.log.error({ err: error, provider }, "The end of a USSD session was not written down.");
  }
  return plain("OK");
}

/** The fields of the form, if this address and this caller may send any. */
async function admitted(
  request: Request,
  provider: string,
  secret: string,
): Promise<Map<string, string> | null> {
  const address = clientAddress(request.headers);
  if (!mayGuess(address)) return null;
  const world = systemWorld();
  const setting = await readUssd(world, provider).catch((error: unknown) => {
    world.log.error({ err: error, provider }, "The settings of USSD could not be read.");
    return null;
  });
  if (!isUssdSecret(world, setting, secret)) {
    guesses.take(address);
    return null;
  }
  const addresses = setting?.addresses ?? [];
  if (addresses.length > 0 && !addresses.includes(address.replace(/^::ffff:/, ""))) return null;
  return readFields(request);
}

/** Only what was wrong counts: all sessions of a provider come from a few addresses, many at once. */
function mayGuess(address: string): boolean {
  const may = guesses.take(address);
  if (may) guesses.giveBack(address);
  return may;
}

/** What is no form has no fields: then the screen says to try again. */
async function readFields(request: Request): Promise<Map<string, string>> {
  const body = await readBytes(request, bodyMax).catch(() => null);
  return new Map(new URLSearchParams(body ? new TextDecoder().decode(body) : ""));
}

function plain(text: string): Response {
  return new Response(text, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}
