/**
 * The accounts of the ledger, one of each per currency. `clearing` is per rail, `own_account` per store and rail account,
 * the others per store or for the service.
 *
 * A posting takes from one account and gives to another. For accounts of what the service owes (`owed`: wallets,
 * suspense, money in flight, its income) the balance is incoming less outgoing. For accounts of what it holds or has
 * spent (`held`: clearing, rail cost, store debt) it is the reverse: a payment goes from clearing to a wallet, and both
 * grow.
 */
const accounts = {
  /** What a rail holds for us: money in less money out. */
  clearing: { owner: "rail", side: "held" },
  /** The fees that rails took. */
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
  /** Money that came but cannot be credited yet: a person allocates it or gives it back. */
  suspense: { owner: "store", side: "owed" },
  /** Reserved while a payer disputes a payment, so that it cannot be paid out. */
  dispute_reserve: { owner: "store", side: "owed" },
  /** What a store owes us after a rail took back money that its wallet no longer held. */
  store_debt: { owner: "store", side: "held" },
  /** What the seller took outside of the service and says to have. It is theirs: never ours to pay out. */
  seller_cash: { owner: "store", side: "held" },
  /** The sales that this money paid. */
  sales_outside: { owner: "store", side: "owed" },
  /** What came to an account of the store's own at a rail, less what went back. It is theirs: never ours to pay out. */
  own_account: { owner: "store_at_rail", side: "held" },
  /** The sales that this money paid. */
  sales_direct: { owner: "store", side: "owed" },
  /** What the rails kept of it. */
  direct_cost: { owner: "store", side: "held" },
  /** The service's fees for such sales, which the store owes us. */
  fees_due: { owner: "store", side: "held" },
  /** Such fees that stores paid by statement, outside their wallets. */
  fees_received: { owner: "service", side: "held" },
} as const satisfies Record<string, { owner: Owner; side: "held" | "owed" }>;

/** `rail`: the money is the service's, per rail. `store_at_rail`: per store, and per account of its own at a rail. */
type Owner = "rail" | "service" | "store" | "store_at_rail";

export type AccountKind = keyof typeof accounts;

// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
export const accountKinds = Object.keys(accounts) as AccountKind[];

export function ownerOf(kind: AccountKind): Owner {
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
 * One ledger entry: what happened, and its postings, all of one currency, one store and (for clearing) one rail. Kind
 * and source (the attempt, payout or refund) identify it, so that posting it again changes nothing.
 */
export interface LedgerEntry {
  kind: string;
  postings: Posting[];
}

/**
 * The same fact where the money is in an account of the store's own: what a rail would hold for us is in that account,
 * what a wallet would hold is a sale, and our fee is owed to us instead of taken. What only moves within a wallet is
 * nothing here.
 */
export function directly({ kind, postings }: LedgerEntry): LedgerEntry {
  return entry(kind, ...postings.map(directPosting));
}

const direct: Partial<Record<AccountKind, AccountKind>> = {
  ...{ clearing: "own_account", rail_cost: "direct_cost", fee_income: "sales_direct" },
  ...{ wallet_pending: "sales_direct", wallet_available: "sales_direct" },
  ...{ dispute_reserve: "sales_direct", store_debt: "sales_direct" },
};

function directPosting({ from, to, amountMinor }: Posting): Posting[] {
  const [giver, taker] = [direct[from] ?? from, direct[to] ?? to];
  return [
    ...(giver === taker ? [] : move(giver, taker, amountMinor)),
    ...(to === "fee_income" ? move("fees_due", "fee_income", amountMinor) : []),
    ...(from === "fee_income" ? move("fee_income", "fees_due", amountMinor) : []),
  ];
}

export function entry(kind: string, ...postings: Posting[][]): LedgerEntry {
  return { kind, postings: postings.flat() };
}

/** A zero amount gives no posting. Throws on a negative amount, which is a mistake of the caller. */
export function move(from: AccountKind, to: AccountKind, amountMinor: bigint): Posting[] {
  if (amountMinor < 0n) throw new RangeError(`Cannot move ${amountMinor} from ${from} to ${to}.`);
  return amountMinor === 0n ? [] : [{ from, to, amountMinor }];
}
