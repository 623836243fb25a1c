import { clientNetwork } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { closed, type PayRequest } from "./respond";

/** The limits of posts to payers' pages, all of them in a minute. */
type PageLimit =
  | "pay"
  | "check"
  | "code"
  | "contact"
  | "trial"
  | "manage"
  | "receipt"
  | "undo"
  | "quote"
  | "test";

/**
 * Counts a post. If there were too many, returns the page that says how long to wait. `id` is the id of the page's row,
 * never its address, which can be spelled in many ways; unknown pages are not counted.
 */
export async function tooMany(
  pay: PayRequest,
  what: PageLimit,
  id: string | number | null,
): Promise<Response | null> {
  const subject = `page:${what}:${clientNetwork(pay.request.headers)}${id === null ? "" : `:${id}`}`;
  const rate = await countRequest(systemWorld(), subject, limits[what].max);
  if (rate.allowed) return null;
  const minutes = Math.ceil(rate.resetSeconds / 60);
  return closed(pay, null, { kind: "too_many", minutes, backUrl: pay.url.pathname }, 429);
}
