import type { AccountKind } from "./ledger-accounts";
import { addMonths, type CivilMonth, startOfMonth } from "./money";

/**
 * The accounts of a seller's own books. `asset` and `expense` grow by debits, the others by credits. An account of
 * theirs at a provider is one each: `own:<key>`.
 */
const books = {
  /** What the service holds for them: on hold, available and disputed, less what they owe. */
  wallet: "asset",
  own: "asset",
  cash: "asset",
  /** Payouts that left the wallet and did not arrive yet. */
  payouts_on_way: "asset",
  /** Their bank or phone, where payouts arrive. */
  bank: "asset",
  /** Money of payers in an own account that belongs to no order yet. */
  unassigned: "liability",
  refunds_on_way: "liability",
  /** The service's fees for payments into own accounts. */
  fees_due: "liability",
  tax: "liability",
  sales: "income",
  refunds: "income",
  /** What banks and networks took back. */
  reversals: "income",
  fees: "expense",
  provider_fees: "expense",
  /** What the operator corrected. */
  corrections: "income",
} as const;

export type BookName = keyof typeof books;
export type BookKind = (typeof books)[BookName];
/** `own:mpesa:k3v9x2ma`, or one of the names. */
export type BookAccount = Exclude<BookName, "own"> | `own:${string}`;

// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
export const bookNames = Object.keys(books) as BookName[];

export function nameOfBook(account: BookAccount): BookName {
  return account.startsWith("own:") ? "own" : (account as BookName);
}

export function kindOfBook(account: BookAccount): BookKind {
  return books[nameOfBook(account)];
}

/** Accounts with a balance: the others begin each year with nothing. */
export function hasBalance(account: BookAccount): boolean {
  return ["asset", "liability"].includes(kindOfBook(account)) && account !== "bank" && account !== "tax";
}

/** One line of a journal: above zero it is a debit, below zero a credit. */
export interface BookLine {
  account: BookAccount;
  minor: bigint;
}

/** A month of a store's own zone, in one currency. */
export interface BookMonth {
  month: CivilMonth;
  currency: string;
  timeZone: string;
}

/** Its first moment, and the first after it. */
export function monthSpan({ month, timeZone }: BookMonth): { gte: Date; lt: Date } {
  return { gte: startOfMonth(month, timeZone), lt: startOfMonth(addMonths(month, 1), timeZone) };
}

/** What stood on an account, what came to it, and what stood there in the end. Debits are above zero. */
export interface AccountMonth {
  account: BookAccount;
  /** Null for an account without a balance, such as sales. */
  openingMinor: bigint | null;
  debitMinor: bigint;
  creditMinor: bigint;
  closingMinor: bigint | null;
}

/** One journal entry. What a provider or a bank calls it is `reference`. */
export interface BookEntry {
  id: bigint;
  kind: string;
  at: Date;
  orderId: number | null;
  orderNumber: string | null;
  customer: string | null;
  payoutId: string | null;
  rail: string | null;
  reference: string | null;
  /** The number that the tax authority signed the sale under. */
  fiscalNumber: number | null;
  lines: BookLine[];
}

/** A posting of the ledger with what it takes to read it from the seller's side. */
export interface LedgerMove {
  from: AccountKind;
  to: AccountKind;
  /** The key of an own account, where one of the two is that. */
  ownKey: string | null;
  minor: bigint;
}

/** Accounts that the ledger keeps from the seller's side; the others stand as the service sees them. */
const sellersSide: ReadonlySet<AccountKind> = new Set<AccountKind>([
  ...(["seller_cash", "sales_outside", "own_account", "sales_direct", "direct_cost"] as const),
]);
const servicesSide: ReadonlySet<AccountKind> = new Set(["fees_due", "fee_income", "fees_received"]);

/**
 * What a posting is in the seller's books: a debit and a credit of the same amount, or nothing where it moves only what
 * is not theirs. `isDirect`: the money is in an own account.
 */
export function bookLines(entryKind: string, isDirect: boolean, move: LedgerMove): BookLine[] {
  const isSellers =
    sellersSide.has(move.from) ||
    sellersSide.has(move.to) ||
    (isDirect && !servicesSide.has(move.from) && !servicesSide.has(move.to));
  // The service pays what rails cost it.
  if (move.from === "rail_cost" || move.to === "rail_cost") return [];
  const of = (kind: AccountKind) => bookOf(kind, entryKind, isSellers, move.ownKey);
  const [debit, credit] = isSellers ? [of(move.from), of(move.to)] : [of(move.to), of(move.from)];
  if (debit === credit) return [];
  return [
    { account: debit, minor: move.minor },
    { account: credit, minor: -move.minor },
  ];
}

const sellersBooks: Partial<Record<AccountKind, BookAccount>> = {
  ...{ seller_cash: "cash", direct_cost: "provider_fees" },
  ...{ suspense: "unassigned", refund_in_flight: "refunds_on_way" },
};

const servicesBooks: Partial<Record<AccountKind, BookAccount>> = {
  ...{
    wallet_pending: "wallet",
    wallet_available: "wallet",
    dispute_reserve: "wallet",
    store_debt: "wallet",
  },
  ...{ payout_in_flight: "payouts_on_way", refund_in_flight: "refunds" },
  ...{ fee_income: "fees", fees_due: "fees_due", fees_received: "bank" },
};

function bookOf(
  kind: AccountKind,
  entryKind: string,
  isSellers: boolean,
  ownKey: string | null,
): BookAccount {
  if (kind === "own_account") return `own:${ownKey}`;
  return (isSellers ? sellersBooks : servicesBooks)[kind] ?? reasonOf(entryKind);
}

const reasons: Record<string, BookAccount> = {
  ...{ payment_settled: "sales", suspense_allocated: "sales" },
  ...{ outside_received: "sales", outside_undone: "sales" },
  ...{ refund_requested: "refunds", refund_paid: "refunds", refund_failed: "refunds" },
  ...{ refund_reversed: "refunds", returned_by_hand: "refunds", outside_returned: "refunds" },
  ...{ payment_reversed: "reversals", dispute_reserved: "reversals", dispute_released: "reversals" },
  // In a wallet this is money that was never the seller's: both ends are one, so nothing is booked.
  ...{ suspense_returned: "refunds", suspense_return_failed: "refunds" },
  ...{ payout_paid: "bank", payout_reversed: "bank" },
};

function reasonOf(entryKind: string): BookAccount {
  return reasons[entryKind] ?? "corrections";
}

const taxed: ReadonlySet<BookAccount> = new Set(["sales", "refunds", "reversals"]);

/** The same lines with the tax apart, that was within what was sold or given back: of sales less, of refunds too. */
export function taxApart(lines: readonly BookLine[], taxMinor: bigint): BookLine[] {
  if (taxMinor === 0n) return [...lines];
  let left = taxMinor;
  return lines.flatMap((line) => {
    if (left === 0n || !taxed.has(line.account)) return [line];
    const size = line.minor < 0n ? -line.minor : line.minor;
    const part = left < size ? left : size;
    left -= part;
    const signed = line.minor < 0n ? -part : part;
    return [
      { ...line, minor: line.minor - signed },
      { account: "tax" as const, minor: signed },
    ];
  });
}

/** One line an account, in the order of the accounts; what comes to nothing is left out. */
export function addUp(lines: Iterable<BookLine>): BookLine[] {
  const sums = new Map<BookAccount, bigint>();
  for (const { account, minor } of lines) sums.set(account, (sums.get(account) ?? 0n) + minor);
  return [...sums]
    .map(([account, minor]) => ({ account, minor }))
    .filter(({ minor }) => minor !== 0n)
    .sort((a, b) => placeOf(a.account) - placeOf(b.account) || (a.account < b.account ? -1 : 1));
}

export function placeOf(account: BookAccount): number {
  return bookNames.indexOf(nameOfBook(account));
}
