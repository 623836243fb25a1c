import { entry, type LedgerEntry, move } from "./ledger-accounts";

/** The seller's net part of an amount, and the service's fee. */
interface Parts {
  netMinor: bigint;
  feeMinor: bigint;
}

/** A payer's money paid for something. `railCostMinor`: the rail's fee, which the service bears. */
export function paymentSettled(payment: Parts & { railCostMinor?: bigint }): LedgerEntry {
  return entry(
    "payment_settled",
    move("clearing", "wallet_pending", payment.netMinor),
    move("clearing", "fee_income", payment.feeMinor),
    move("rail_cost", "clearing", payment.railCostMinor ?? 0n),
  );
}

/**
 * How much of `wallet_pending` may be released: all but the net of the payments that are still on hold. Refunds are
 * taken from the same account, so a payment's own net may be gone when its hold ends.
 */
export function releasable(wallet: { pendingMinor: bigint; onHoldMinor: bigint }): bigint {
  return wallet.pendingMinor > wallet.onHoldMinor ? wallet.pendingMinor - wallet.onHoldMinor : 0n;
}

/** Holds are over: `amountMinor` is what is `releasable`. */
export function holdReleased(hold: { amountMinor: bigint }): LedgerEntry {
  return entry("hold_released", move("wallet_pending", "wallet_available", hold.amountMinor));
}

/** Any money that would become available pays the store's debt first. */
export function debtFirst<Entry extends LedgerEntry>(of: Entry, debtMinor: bigint): Entry {
  let owedMinor = debtMinor;
  const postings = of.postings.flatMap((posting) => {
    if (posting.to !== "wallet_available") return [posting];
    const repaidMinor = smaller(posting.amountMinor, owedMinor);
    owedMinor -= repaidMinor;
    return [
      ...move(posting.from, "wallet_available", posting.amountMinor - repaidMinor),
      ...move(posting.from, "store_debt", repaidMinor),
    ];
  });
  return { ...of, postings };
}

/** The amount that reaches the seller, and the fee on top of it; both leave the wallet. */
interface Payout {
  amountMinor: bigint;
  feeMinor: bigint;
}

/** Reserved when the payout is requested, and only while `wallet_available` covers both. */
export function payoutRequested(payout: Payout): LedgerEntry {
  const wholeMinor = payout.amountMinor + payout.feeMinor;
  return entry("payout_requested", move("wallet_available", "payout_in_flight", wholeMinor));
}

/** The rail says the payout arrived; the fee is earned now. */
export function payoutPaid(payout: Payout & { railCostMinor?: bigint }): LedgerEntry {
  return entry(
    "payout_paid",
    move("payout_in_flight", "clearing", payout.amountMinor),
    move("payout_in_flight", "fee_income", payout.feeMinor),
    move("rail_cost", "clearing", payout.railCostMinor ?? 0n),
  );
}

/** The payout failed: the seller gets everything back, the fee too. */
export function payoutReturned(payout: Payout): LedgerEntry {
  const wholeMinor = payout.amountMinor + payout.feeMinor;
  return entry("payout_returned", move("payout_in_flight", "wallet_available", wholeMinor));
}

/** The payout was paid and then returned to the rail: the seller gets everything back, the fee too. */
export function payoutReversed(payout: Payout): LedgerEntry {
  return entry(
    "payout_reversed",
    move("clearing", "wallet_available", payout.amountMinor),
    move("fee_income", "wallet_available", payout.feeMinor),
  );
}

/** The sources of a refund: the seller's wallet, and the part of the fee that the service gives back. */
export interface RefundSources {
  pendingMinor: bigint;
  availableMinor: bigint;
  feeBackMinor: bigint;
}

/**
 * The sources of the seller's part of a refund: money on hold first, then available money. Null when the wallet does
 * not cover it; then the refund is refused.
 */
export function takeFromWallet(
  wallet: { pendingMinor: bigint; availableMinor: bigint },
  amountMinor: bigint,
): { pendingMinor: bigint; availableMinor: bigint } | null {
  const pendingMinor = smaller(amountMinor, wallet.pendingMinor);
  const availableMinor = amountMinor - pendingMinor;
  return availableMinor <= wallet.availableMinor ? { pendingMinor, availableMinor } : null;
}

/** The refund is reserved before the rail is called. */
export function refundRequested(sources: RefundSources): LedgerEntry {
  return entry(
    "refund_requested",
    move("wallet_pending", "refund_in_flight", sources.pendingMinor),
    move("wallet_available", "refund_in_flight", sources.availableMinor),
    move("fee_income", "refund_in_flight", sources.feeBackMinor),
  );
}

/** The payer has the money. For a seller's refund and for suspense that is given back. */
export function refundPaid(amountMinor: bigint): LedgerEntry {
  return entry("refund_paid", move("refund_in_flight", "clearing", amountMinor));
}

/** The rail could not refund it: everything returns to the accounts it was taken from. */
export function refundFailed(sources: RefundSources): LedgerEntry {
  return entry(
    "refund_failed",
    move("refund_in_flight", "wallet_pending", sources.pendingMinor),
    move("refund_in_flight", "wallet_available", sources.availableMinor),
    move("refund_in_flight", "fee_income", sources.feeBackMinor),
  );
}

/** A refund was reported as paid and returned to the rail: all accounts get their part back, the service's fee too. */
export function refundReversed(sources: RefundSources): LedgerEntry {
  return entry(
    "refund_reversed",
    move("clearing", "wallet_pending", sources.pendingMinor),
    move("clearing", "wallet_available", sources.availableMinor),
    move("clearing", "fee_income", sources.feeBackMinor),
  );
}

/** Money came that cannot be credited as it is. */
export function suspenseReceived(money: { amountMinor: bigint; railCostMinor?: bigint }): LedgerEntry {
  return entry(
    "suspense_received",
    move("clearing", "suspense", money.amountMinor),
    move("rail_cost", "clearing", money.railCostMinor ?? 0n),
  );
}

/** A person allocated the money to something: from here on it is like any payment. */
export function suspenseAllocated(parts: Parts): LedgerEntry {
  return entry(
    "suspense_allocated",
    move("suspense", "wallet_pending", parts.netMinor),
    move("suspense", "fee_income", parts.feeMinor),
  );
}

/** Suspense goes back to the payer; `refundPaid` follows, or `suspenseReturnFailed`. */
export function suspenseReturned(amountMinor: bigint): LedgerEntry {
  return entry("suspense_returned", move("suspense", "refund_in_flight", amountMinor));
}

export function suspenseReturnFailed(amountMinor: bigint): LedgerEntry {
  return entry("suspense_return_failed", move("refund_in_flight", "suspense", amountMinor));
}

/** Suspense was reported as given back and returned to the rail: it is in suspense again. */
export function suspenseReturnReversed(amountMinor: bigint): LedgerEntry {
  return entry("suspense_return_reversed", move("clearing", "suspense", amountMinor));
}

/**
 * The rail reversed a credited payment, or a part of it. The service gives up its fee in proportion. The seller's part
 * is taken from the dispute reserve, then from the wallet as far as it goes; the rest becomes the store's debt, so that
 * a wallet is never below zero.
 */
export function paymentReversed(
  payment: Parts & { reservedMinor?: bigint; wallet: { pendingMinor: bigint; availableMinor: bigint } },
): LedgerEntry {
  const { netMinor, feeMinor, wallet } = payment;
  const reservedMinor = smaller(netMinor, payment.reservedMinor ?? 0n);
  const pendingMinor = smaller(netMinor - reservedMinor, wallet.pendingMinor);
  const availableMinor = smaller(netMinor - reservedMinor - pendingMinor, wallet.availableMinor);
  return entry(
    "payment_reversed",
    move("dispute_reserve", "clearing", reservedMinor),
    move("wallet_pending", "clearing", pendingMinor),
    move("wallet_available", "clearing", availableMinor),
    move("store_debt", "clearing", netMinor - reservedMinor - pendingMinor - availableMinor),
    move("fee_income", "clearing", feeMinor),
  );
}

/** A second payment came under an attempt that was already paid: it goes into suspense as a payment of its own. */
export function secondReceived(money: { amountMinor: bigint; railCostMinor?: bigint }): LedgerEntry {
  return { ...suspenseReceived(money), kind: "second_received" };
}

/** The seller took a payment themselves. It is their own money already, so no wallet and no fee is in it. */
export function outsideReceived(amountMinor: bigint): LedgerEntry {
  return entry("outside_received", move("seller_cash", "sales_outside", amountMinor));
}

/** The seller gave a part of such a payment, or all of it, back by hand. */
export function outsideReturned(amountMinor: bigint): LedgerEntry {
  return entry("outside_returned", move("sales_outside", "seller_cash", amountMinor));
}

/** Such a payment was recorded by mistake: what is left of it never came. */
export function outsideUndone(amountMinor: bigint): LedgerEntry {
  return entry("outside_undone", move("sales_outside", "seller_cash", amountMinor));
}

/** The rail reversed money that was still in suspense. */
export function suspenseReversed(amountMinor: bigint): LedgerEntry {
  return entry("suspense_reversed", move("suspense", "clearing", amountMinor));
}

/** The seller gave back by hand what is in their own account, because its rail cannot: no rail is asked. */
export function returnedByHand({
  sellerMinor,
  feeBackMinor,
}: {
  sellerMinor: bigint;
  feeBackMinor: bigint;
}): LedgerEntry {
  return entry(
    "returned_by_hand",
    move("wallet_available", "clearing", sellerMinor),
    move("fee_income", "clearing", feeBackMinor),
  );
}

/** What a store owes for payments into its own accounts is taken from its wallet. */
export function feesTaken(amountMinor: bigint): LedgerEntry {
  return entry("fees_taken", move("wallet_available", "fees_due", amountMinor));
}

/** Or it paid it otherwise. */
export function feesPaid(amountMinor: bigint): LedgerEntry {
  return entry("fees_paid", move("fees_received", "fees_due", amountMinor));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
