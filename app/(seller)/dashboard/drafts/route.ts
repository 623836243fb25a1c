import { openedBy, visitingSeller } from "@/lib/auth/current-seller";
import { keepTyped } from "@/lib/auth/form-draft";
import { isSameOrigin } from "@/lib/auth/request";
import { limits } from "@/lib/domain/limits";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";

export const dynamic = "force-dynamic";

/** What is kept is at most 64 KB; the rest is what surrounds the fields on their way. */
const bytesMax = 256 * 1024;

/** What a page sends by itself of a half-written form. It is kept for this person and the store of the form. */
export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return answer(403);
  const seller = await visitingSeller();
  if (!seller) return answer(401);
  const length = Number(request.headers.get("content-length"));
  if (!(length > 0 && length <= bytesMax)) return answer(413);
  const world = systemWorld();
  const rate = await countRequest(world, `drafts:${seller.user.id}`, limits.drafts.max);
  if (!rate.allowed) return answer(429);
  const form = await request.formData().catch(() => null);
  // Another tab may have changed the store: it is kept where the form was opened.
  const opened = form && openedBy(seller, form);
  if (!opened) return answer(409);
  return answer((await keepTyped(opened, form, world)) ? 204 : 422);
}

function answer(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
