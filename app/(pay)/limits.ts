import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { closed, type PayRequest } from "./respond";

/** How many posts a minute one address may send. */
const perMinute = {
  /** To one page that takes money, or that sends something. */
  pay: 10,
  /** "I have paid, check again": each is a question to the rail. */
  check: 6,
  /** A code that a network asked for. */
  code: 5,
  contact: 10,
  manage: 20,
  receipt: 5,
  undo: 10,
  /** The buttons of test pages, all of them together. */
  test: 60,
} as const;

/**
 * Counts a post, and is the page that says how long to wait when there were too many. `id` is the id of the row that the
 * page is of, never its address as it was written: that can be spelled in many ways, and what leads nowhere is not counted.
 */
export async function tooMany(
  pay: PayRequest,
  what: keyof typeof perMinute,
  id: string | number | null,
): Promise<Response | null> {
  const address = pay.request.headers.get("x-client-ip") ?? "unknown";
  const subject = `page:${what}:${address}${id === null ? "" : `:${id}`}`;
  const rate = await countRequest(systemWorld(), subject, perMinute[what]);
  if (rate.allowed) return null;
  const minutes = Math.ceil(rate.resetSeconds / 60);
  return closed(pay, null, { kind: "too_many", minutes, backUrl: pay.url.pathname }, 429);
}
