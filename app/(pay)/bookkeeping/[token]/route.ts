import { streamed } from "@/app/_lists/csv";
import { openMailedMonth } from "@/lib/services/desk/bookkeeping/monthly";
import { systemWorld } from "@/lib/services/desk/system-world";
import { nothing, payRoute } from "../../respond";

/** One month's file behind a mailed link. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await openMailedMonth(systemWorld(), token);
  if (!found) return nothing(pay);
  const answer = streamed(found.pieces, found.name);
  answer.headers.set("Referrer-Policy", "no-referrer");
  answer.headers.set("X-Robots-Tag", "noindex");
  return answer;
});
