import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { closed, type PayRequest } from "./respond";

/** How many posts one address may send per minute. */
const perMinute = {
  /** To one page that takes money, or that sends a message. */
  pay: 10,
  /** "I have paid, check again": each one polls the rail. */
  check: 6,
  /** A code that a network requires. */
  code: 5,
  contact: 10,
  /** A code for free days, or the code itself. */
  trial: 10,
  manage: 20,
  receipt: 5,
  undo: 10,
  /** An answer to a quote. */
  quote: 10,
  /** The buttons of test pages, all of them together. */
  test: 60,
} as const;

/**
 * Counts a post. If there were too many, returns the page that says how long to wait. `id` is the id of the page's row,
 * never its address, which can be spelled in many ways; unknown pages are not counted.
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
