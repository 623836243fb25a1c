import type { EarlierAttempt } from "@/components/pay/pay-form-types";
import { tokenShape } from "@/lib/domain/token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readTried, type TriedPayment } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { cookieOf } from "./browser";
import type { PayRequest } from "./respond";

/** A page that takes money, as far as it matters what this browser did there before. */
interface Desk {
  store: { id: number };
  knownPhone?: TriedPayment["phone"] | undefined;
}

const minuteMs = 60_000;
/** How long a payment that came is mentioned; a later visit is for a new payment. */
const paidShownMs = 60 * minuteMs;

/** The payment that this browser began on this page; null when it no longer matters. */
export async function earlierAttempt(pay: PayRequest, { store }: Desk): Promise<EarlierAttempt | null> {
  const found = (await triedHere(pay, store))?.attempt;
  if (!found) return null;
  const ageMs = systemWorld().clock.now().getTime() - (found.paidAt ?? found.startedAt).getTime();
  const shown = { href: `/attempt/${found.token}`, minutesAgo: Math.max(0, Math.floor(ageMs / minuteMs)) };
  if (found.state === "paid") return ageMs <= paidShownMs ? { ...shown, state: "paid" } : null;
  if (found.state !== "waiting" && found.state !== "unknown") return null;
  if (found.isPaidOtherwise) return null;
  return { ...shown, state: found.state === "unknown" || found.isOverdue ? "overdue" : "open" };
}

/** The stored number, else the last one this browser used on this page, so that nobody types it twice. */
export async function knownPhone(pay: PayRequest, desk: Desk): Promise<TriedPayment["phone"]> {
  return desk.knownPhone ?? (await triedHere(pay, desk.store))?.phone ?? null;
}

/** From the cookie of this page. */
async function triedHere(pay: PayRequest, store: { id: number }): Promise<TriedPayment | null> {
  const token = cookieOf(pay, "paying", tokenShape);
  return token ? readTried(systemWorld(), store, token) : null;
}
