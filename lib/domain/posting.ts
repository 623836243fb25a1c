/**
 * The accounts of the ledger, one each per currency. `clearing` is per rail, the rest per store or for the service.
 *
 * A posting takes from one account and gives to another. For what the service owes (`owed`: wallets, suspense, money
 * in flight, its income) the balance is what came in less what went out. For what it holds or has spent (`held`:
 * clearing, rail cost, store debt) it is the other way round: a payment goes from clearing to a wallet, and both grow.
 */
const accounts = {
  /** What a rail holds for us: money in less money out. */
  clearing: { owner: "rail", side: "held" },
  /** What rails kept for their work. */
  rail_cost: { owner: "service", side: "held" },
  /** The service's fees. */
  fee_income: { owner: "service", side: "owed" },
  /** The seller's money on hold after a payment, not to be paid out yet. */
  wallet_pending: { owner: "store", side: "owed" },
  /** The seller's money, ready to be paid out. */
  wallet_available: { owner: "store", side: "owed" },
  /** On its way to the seller. */
  payout_in_flight: { owner: "store", side: "owed" },
  /** On its way back to a payer. */
  refund_in_flight: { owner: "store", side: "owed" },
  /** Came, but belongs to nothing yet: a person accepts it or gives it back. */
  suspense: { owner: "store", side: "owed" },
  /** Kept back while a payer disputes a payment, so that it cannot be paid out. */
  dispute_reserve: { owner: "store", side: "owed" },
  /** What a store owes us after a rail took back money that its wallet no longer held. */
  store_debt: { owner: "store", side: "held" },
} as const satisfies Record<string, { owner: "rail" | "service" | "store"; side: "held" | "owed" }>;

export type AccountKind = keyof typeof accounts;

// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
export const accountKinds = Object.keys(accounts) as AccountKind[];

/** Whose account it is: a rail's (the service's, named by the rail), the service's own, or the store's. */
export function ownerOf(kind: AccountKind): "rail" | "service" | "store" {
  return accounts[kind].owner;
}

/** The balance of an account from all that was posted to it and from it. */
export function accountBalance(kind: AccountKind, sums: { inMinor: bigint; outMinor: bigint }): bigint {
  const difference = sums.inMinor - sums.outMinor;
  return accounts[kind].side === "owed" ? difference : -difference;
}

/** `amountMinor` is above zero, so money can neither appear nor vanish. */
export interface Posting {
  from: AccountKind;
  to: AccountKind;
  amountMinor: bigint;
}

/**
 * One entry of the ledger: what happened, and its postings, all of one currency, one store and (for clearing) one rail.
 * Kind and source (the attempt, payout or refund) name it once, so that posting it again changes nothing.
 */
export interface LedgerEntry {
  kind: string;
  postings: Posting[];
}

/** What of an amount is net to the seller and what is the service's fee. */
interface Parts {
  netMinor: bigint;
  feeMinor: bigint;
}

/** A payer's money came and paid for something. `railCostMinor`: what the rail kept of it, which the service bears. */
export function paymentSettled(payment: Parts & { railCostMinor?: bigint }): LedgerEntry {
  return entry(
    "payment_settled",
    move("clearing", "wallet_pending", payment.netMinor),
    move("clearing", "fee_income", payment.feeMinor),
    move("rail_cost", "clearing", payment.railCostMinor ?? 0n),
  );
}

/**
 * How much of `wallet_pending` may be released: all but the net of the payments whose hold still runs. Refunds are taken
 * from the same pot, so a payment's own net may not be there any more when its hold ends.
 */
export function releasable(wallet: { pendingMinor: bigint; onHoldMinor: bigint }): bigint {
  return wallet.pendingMinor > wallet.onHoldMinor ? wallet.pendingMinor - wallet.onHoldMinor : 0n;
}

/** Holds are over: `amountMinor` is what is `releasable`. */
export function holdReleased(hold: { amountMinor: bigint }): LedgerEntry {
  return entry("hold_released", move("wallet_pending", "wallet_available", hold.amountMinor));
}

/** Whatever would become available pays what the store owes first, whichever way it comes. */
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

/** What reaches the seller, and the fee on top of it; both leave the wallet. */
interface Payout {
  amountMinor: bigint;
  feeMinor: bigint;
}

/** Reserved the moment it is asked for. Only while `wallet_available` covers both. */
export function payoutRequested(payout: Payout): LedgerEntry {
  const wholeMinor = payout.amountMinor + payout.feeMinor;
  return entry("payout_requested", move("wallet_available", "payout_in_flight", wholeMinor));
}

/** The rail says it arrived; the fee is earned now. */
export function payoutPaid(payout: Payout & { railCostMinor?: bigint }): LedgerEntry {
  return entry(
    "payout_paid",
    move("payout_in_flight", "clearing", payout.amountMinor),
    move("payout_in_flight", "fee_income", payout.feeMinor),
    move("rail_cost", "clearing", payout.railCostMinor ?? 0n),
  );
}

/** It failed on the way: the seller has everything back, the fee too. */
export function payoutReturned(payout: Payout): LedgerEntry {
  const wholeMinor = payout.amountMinor + payout.feeMinor;
  return entry("payout_returned", move("payout_in_flight", "wallet_available", wholeMinor));
}

/** It was paid and then came back to the rail: the seller has everything back, the fee too. */
export function payoutReversed(payout: Payout): LedgerEntry {
  return entry(
    "payout_reversed",
    move("clearing", "wallet_available", payout.amountMinor),
    move("fee_income", "wallet_available", payout.feeMinor),
  );
}

/** Where the money of a refund comes from: the seller's wallet, and the fee as far as the service gives it back. */
export interface RefundSources {
  pendingMinor: bigint;
  availableMinor: bigint;
  feeBackMinor: bigint;
}

/**
 * From where the seller's part of a refund is taken: first from what is still on hold, then from what is available.
 * Null when the wallet does not cover it; then the refund is refused.
 */
export function takeFromWallet(
  wallet: { pendingMinor: bigint; availableMinor: bigint },
  amountMinor: bigint,
): { pendingMinor: bigint; availableMinor: bigint } | null {
  const pendingMinor = smaller(amountMinor, wallet.pendingMinor);
  const availableMinor = amountMinor - pendingMinor;
  return availableMinor <= wallet.availableMinor ? { pendingMinor, availableMinor } : null;
}

/** Reserved before the rail is asked. */
export function refundRequested(sources: RefundSources): LedgerEntry {
  return entry(
    "refund_requested",
    move("wallet_pending", "refund_in_flight", sources.pendingMinor),
    move("wallet_available", "refund_in_flight", sources.availableMinor),
    move("fee_income", "refund_in_flight", sources.feeBackMinor),
  );
}

/** The payer has it. Of a seller's refund and of suspense that is given back alike. */
export function refundPaid(amountMinor: bigint): LedgerEntry {
  return entry("refund_paid", move("refund_in_flight", "clearing", amountMinor));
}

/** The rail could not give it back: everything returns to where it was taken from. */
export function refundFailed(sources: RefundSources): LedgerEntry {
  return entry(
    "refund_failed",
    move("refund_in_flight", "wallet_pending", sources.pendingMinor),
    move("refund_in_flight", "wallet_available", sources.availableMinor),
    move("refund_in_flight", "fee_income", sources.feeBackMinor),
  );
}

/** It was called paid and came back to the rail: everything returns to where it was taken from, the service's fee too. */
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

/** A person accepted it for something: from here on it is like any payment. */
export function suspenseAllocated(parts: Parts): LedgerEntry {
  return entry(
    "suspense_allocated",
    move("suspense", "wallet_pending", parts.netMinor),
    move("suspense", "fee_income", parts.feeMinor),
  );
}

/** It goes back to the payer; `refundPaid` follows, or `suspenseReturnFailed`. */
export function suspenseReturned(amountMinor: bigint): LedgerEntry {
  return entry("suspense_returned", move("suspense", "refund_in_flight", amountMinor));
}

export function suspenseReturnFailed(amountMinor: bigint): LedgerEntry {
  return entry("suspense_return_failed", move("refund_in_flight", "suspense", amountMinor));
}

/** It was called given back and came back to the rail: it is set aside again. */
export function suspenseReturnReversed(amountMinor: bigint): LedgerEntry {
  return entry("suspense_return_reversed", move("clearing", "suspense", amountMinor));
}

/**
 * The rail took a credited payment back, or a part of it. The service gives up its fee in proportion; the seller's part
 * is taken from what was kept back for it, then from the wallet as far as it goes, and the rest is the store's debt, so
 * that a wallet is never below zero.
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

/** Money came under an attempt that was paid already: it is set aside under its own name. */
export function secondReceived(money: { amountMinor: bigint; railCostMinor?: bigint }): LedgerEntry {
  return { ...suspenseReceived(money), kind: "second_received" };
}

/** The rail took back money that was still set aside. */
export function suspenseReversed(amountMinor: bigint): LedgerEntry {
  return entry("suspense_reversed", move("suspense", "clearing", amountMinor));
}

export function entry(kind: string, ...postings: Posting[][]): LedgerEntry {
  return { kind, postings: postings.flat() };
}

/** Nothing is posted for nothing, and a negative amount is a mistake of the caller. */
export function move(from: AccountKind, to: AccountKind, amountMinor: bigint): Posting[] {
  if (amountMinor < 0n) throw new RangeError(`Cannot move ${amountMinor} from ${from} to ${to}.`);
  return amountMinor === 0n ? [] : [{ from, to, amountMinor }];
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
