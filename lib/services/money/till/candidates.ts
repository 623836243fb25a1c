import { type AttemptStatus, pollPlanEndMs } from "@/lib/domain/attempt";
import { mayBePhone, type TillPayment } from "@/lib/domain/till-payment";
import type { Unit } from "@/lib/services/core/world";
import type { Payable } from "./payable";

/** A payment that was asked for of the same account, for the same thing and amount, and that may be this very money. */
export interface Candidate {
  id: string;
  railRef: string | null;
  status: AttemptStatus;
  receipt: string | null;
  phoneSealed: Uint8Array | null;
  createdAt: Date;
  settledAt: Date | null;
  /** Its order waits for money. */
  isUnpaid: boolean;
}

/** `isPaid`: its money came already, by an answer that named no receipt. */
export interface Found {
  id: string;
  railRef: string | null;
  isPaid: boolean;
}

/** Two clocks tell the time of one payment. */
const slackMs = 60_000;

/**
 * Locks them, as settling does: what a callback decides meanwhile is seen. What has its receipt is another payment: of a link that
 * everybody pays with the same amount there may be thousands a day.
 */
export async function lockCandidates(
  unit: Unit,
  { orders }: Payable,
  { account, amount, at, attemptId }: TillPayment,
): Promise<Candidate[]> {
  // Who told us its receipt may have paid before they came to our page.
  const until = attemptId ? unit.now : at;
  const [from, to] = [at.getTime() - pollPlanEndMs, until.getTime() + slackMs];
  return unit.tx.$queryRaw<Candidate[]>`
    SELECT a.id, a.rail_ref AS "railRef", a.status, a.receipt, a.phone_sealed AS "phoneSealed",
      a.created_at AS "createdAt", a.settled_at AS "settledAt",
      o.payment_status IN ('pending', 'failed', 'expired') AND o.order_status <> 'cancelled' AS "isUnpaid"
    FROM payment_attempts a JOIN orders o ON o.id = a.order_id
    WHERE a.rail = ${account} AND a.currency = ${amount.currency} AND a.amount_minor = ${amount.minor} AND a.receipt IS NULL
      AND a.created_at BETWEEN ${new Date(from)} AND ${new Date(to)} AND ${orders}
    ORDER BY a.created_at DESC, a.id FOR NO KEY UPDATE OF a`;
}

/**
 * The payment that this money is, if we asked for one: its page turns green. One that is paid without a receipt comes first,
 * then one that waits, then one that was given up or failed. `several`: of a link with many payers nobody can tell which.
 */
export function candidateFor(
  unit: Unit,
  { isOfOne }: Payable,
  payment: TillPayment,
  rows: Candidate[],
): Found | "several" | null {
  const ofPayer = isOfOne ? rows : rows.filter((row) => isOfPayer(unit, row, payment));
  const paid = ofPayer.filter((row) => isTheSame(row, payment));
  const waiting = ofPayer.filter(({ status, isUnpaid }) => isUnpaid && status in order);
  if (!isOfOne && paid.length + waiting.length > 1) return "several";
  const [first] = paid;
  if (first) return { id: first.id, railRef: first.railRef, isPaid: true };
  const [best] = waiting.sort((a, b) => (order[a.status] ?? 0) - (order[b.status] ?? 0));
  return best ? { id: best.id, railRef: best.railRef, isPaid: false } : null;
}

const order: Partial<Record<AttemptStatus, number>> = { created: 0, pending: 0, unknown: 1, failed: 2 };

/** A query said that it was paid, and named no receipt: then this is its receipt, if it was paid in that time. */
function isTheSame({ status, receipt, createdAt, settledAt }: Candidate, { at }: TillPayment): boolean {
  if (status !== "succeeded" || receipt !== null || settledAt === null) return false;
  return at.getTime() >= createdAt.getTime() - slackMs && at.getTime() <= settledAt.getTime() + slackMs;
}

/** Nothing says that it is another's phone. */
function isOfPayer({ world }: Unit, { phoneSealed }: Candidate, { phone }: TillPayment): boolean {
  if (phoneSealed === null || phone === null || !/\d{4}/.test(phone)) return true;
  return mayBePhone(phone, world.secrets.open(phoneSealed) ?? "");
}
