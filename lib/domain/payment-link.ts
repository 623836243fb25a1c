import { exponentOf, maxMinor } from "./money";

export const linkStatuses = ["active", "paused", "expired", "completed"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** The stored fields of a payment link that decide whether it accepts money. */
export interface LinkFacts {
  amountType: "fixed" | "custom";
  currency: string;
  /** The amount of a fixed link; null only where the payer types the amount. */
  amountMinor: bigint | null;
  /** The smallest amount a payer can type; null is the currency's minimum. */
  minAmountMinor: bigint | null;
  isActive: boolean;
  isReusable: boolean;
  maxPayments: number | null;
  expiresAt: Date | null;
  deletedAt: Date | null;
  /** Places held by payments under way, and those used by payments made. */
  slotsReserved: number;
  paymentsCount: number;
  totalPaidMinor: bigint;
}

/** The status at `now`: the first of these that is true. A higher limit or a later date makes a link active again. */
export function linkStatus(link: LinkFacts, now: Date): LinkStatus {
  if (link.paymentsCount >= placesOf(link)) return "completed";
  if (link.expiresAt && link.expiresAt <= now) return "expired";
  return link.isActive ? "active" : "paused";
}

/** Why a link accepts no payment. `places_taken`: open payments hold all places left, and one may become free. */
export type LinkClosed = "deleted" | "completed" | "expired" | "paused" | "places_taken";

/** Null when a payment may begin. A payment that has begun is honoured, whatever happens to the link afterwards. */
export function whyLinkClosed(link: LinkFacts, now: Date): LinkClosed | null {
  if (link.deletedAt) return "deleted";
  const status = linkStatus(link, now);
  if (status !== "active") return status;
  return link.slotsReserved >= placesOf(link) ? "places_taken" : null;
}

export type LinkAmount =
  | { ok: true; amountMinor: bigint }
  | { ok: false; problem: "amount_missing" | "amount_too_low" | "amount_too_large" };

/** The amount of this payment. A fixed link ignores the typed amount; a custom link accepts any from its minimum. */
export function linkAmount(link: LinkFacts, typedMinor: bigint | null): LinkAmount {
  const amountMinor = link.amountType === "fixed" ? link.amountMinor : typedMinor;
  if (amountMinor === null) return { ok: false, problem: "amount_missing" };
  if (link.amountType === "custom" && amountMinor < leastAmount(link))
    return { ok: false, problem: "amount_too_low" };
  return amountMinor > maxMinor ? { ok: false, problem: "amount_too_large" } : { ok: true, amountMinor };
}

/** The smallest amount a payer can type: the seller's minimum, else one whole unit of the currency. */
export function leastAmount(link: Pick<LinkFacts, "currency" | "minAmountMinor">): bigint {
  return link.minAmountMinor ?? 10n ** BigInt(exponentOf(link.currency));
}

/**
 * Money came. `heldSlot`: the payment still held its place; a late success takes a new one. The payment is accepted
 * even over the limit, and flagged for the seller. `completes`: this payment reached the limit.
 */
export function countPayment(
  link: LinkFacts,
  payment: { amountMinor: bigint; heldSlot: boolean },
): { to: Partial<LinkFacts>; overLimit: boolean; completes: boolean } {
  const paymentsCount = link.paymentsCount + 1;
  return {
    to: {
      paymentsCount,
      totalPaidMinor: link.totalPaidMinor + payment.amountMinor,
      slotsReserved: payment.heldSlot ? link.slotsReserved : link.slotsReserved + 1,
    },
    overLimit: paymentsCount > placesOf(link),
    completes: paymentsCount === placesOf(link),
  };
}

/** How many payments it accepts: one, the seller's limit, or any number. */
function placesOf(link: LinkFacts): number {
  if (!link.isReusable) return 1;
  return link.maxPayments ?? Number.POSITIVE_INFINITY;
}
