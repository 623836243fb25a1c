import { currentSeller } from "@/lib/auth/current-seller";
import { currentSession } from "@/lib/auth/session";
import { limits } from "@/lib/domain/limits";
import { storable } from "@/lib/domain/text";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { wordsFor } from "../../words";
import type { Picks } from "../pick-types";
import { customerPicks, productPicks } from "../read-body";

export const dynamic = "force-dynamic";

/** What the lists of the invoice form offer while somebody types: `?customer=` or `?product=`. */
export async function GET(request: Request): Promise<Response> {
  if (!(await currentSession())) return answer({}, 401);
  const seller = await currentSeller();
  const rate = await countRequest(systemWorld(), `search:${seller.user.id}`, limits.searches.max);
  if (!rate.allowed) return answer({}, 429, { "Retry-After": String(rate.resetSeconds) });
  const typed = (name: string) => storable(new URL(request.url).searchParams.get(name) ?? "", 254);
  const [customer, product] = [typed("customer"), typed("product")];
  const found: Picks = {
    customers: customer ? await customerPicks(seller, customer) : [],
    products: product ? await productPicks(seller, wordsFor(seller), product) : [],
  };
  return answer(found, 200);
}

function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}
