import { pressOf, savedBefore } from "@/lib/auth/once";
import { isSameOrigin } from "@/lib/auth/request";
import { setFlash } from "@/lib/auth/sealed-cookie";
import { currentSession } from "@/lib/auth/session";
import { limits } from "@/lib/domain/limits";
import { pressedField } from "@/lib/domain/opened-for";
import { systemWorld } from "@/lib/services/desk/system-world";
import { askPress } from "@/lib/services/people/drafts/presses";
import { countRequest } from "@/lib/services/people/keys/rate-limit";

export const dynamic = "force-dynamic";

/**
 * What became of a press whose answer did not arrive, for the script of its page: `{ is, to }`. `to` is where it led; that
 * page says that it was saved.
 */
export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return answer(403);
  const session = await currentSession();
  if (!session) return answer(401);
  const form = await request.formData().catch(() => null);
  const press = await pressOf(form?.get(pressedField));
  if (!press) return answer(422);
  const world = systemWorld();
  const rate = await countRequest(world, `drafts:${press.userId}`, limits.drafts.max);
  if (!rate.allowed) return answer(429);
  const pressed = await askPress(world, press);
  if (pressed.is !== "done") return answer(200, pressed);
  const to = pressed.ledTo;
  if (to) await setFlash({ tone: "ok", text: savedBefore(session.user.language) }, to);
  return answer(200, { is: to ? "done" : "unknown", to });
}

function answer(status: number, body?: unknown): Response {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  return new Response(body ? JSON.stringify(body) : null, { status, headers });
}
