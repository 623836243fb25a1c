import { visitingSeller } from "@/lib/auth/current-seller";
import { limits } from "@/lib/domain/limits";
import { systemWorld } from "@/lib/services/desk/system-world";
import { hasWallet } from "@/lib/services/money/wallet/read";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { wordsFor } from "../../words";
import { commandGroups } from "../commands";
import { foundGroups, newestGroups } from "../groups";

export const dynamic = "force-dynamic";

/**
 * What the palette shows while somebody types: the results of the search page as JSON, and what can be done. Without a
 * text, the newest.
 */
export async function GET(request: Request): Promise<Response> {
  const seller = await visitingSeller();
  if (!seller) return answer({}, 401);
  const world = systemWorld();
  const rate = await countRequest(world, `search:${seller.user.id}`, limits.searches.max);
  if (!rate.allowed) return answer({}, 429, { "Retry-After": String(rate.resetSeconds) });
  const typed = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 254);
  const caller = seller.caller(true);
  const words = wordsFor(seller);
  const groups = typed.trim()
    ? await foundGroups(world, caller, typed, words)
    : await newestGroups(world, caller, words);
  const shown = { role: seller.role, wallet: await hasWallet(world, seller.store.id) };
  return answer({ groups: [...groups, ...commandGroups(shown, words, typed)] }, 200);
}

function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}
