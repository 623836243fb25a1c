import { currentPerson } from "@/lib/auth/current-seller";
import { isSameOrigin } from "@/lib/auth/request";
import { currentSession } from "@/lib/auth/session";
import { Invalid } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { renewPushDevice } from "@/lib/services/notify/alerts/devices";
import { NotAllowed } from "@/lib/services/people/accounts/permit";

const bodyMax = 8_000;

/**
 * The service worker of a browser says that its address for push messages has changed. Nobody looks at a page, so there
 * is no answer to read: who is signed out keeps the old address until it fails.
 */
export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return new Response(null, { status: 403 });
  if (!(await currentSession())) return new Response(null, { status: 401 });
  const { seller, sessionId } = await currentPerson();
  if (!seller) return new Response(null, { status: 403 });
  const typed = (await request.text()).slice(0, bodyMax);
  const userAgent = request.headers.get("user-agent") ?? "";
  try {
    await renewPushDevice(systemWorld(), seller.caller(true), { typed, userAgent, sessionId });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof Invalid || error instanceof NotAllowed) return new Response(null, { status: 422 });
    throw error;
  }
}
