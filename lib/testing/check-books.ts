import type { BookAccount } from "@/lib/domain/bookkeeping";
import { civilDateIn } from "@/lib/domain/civil-date";
import { addMonths, monthOf } from "@/lib/domain/money";
import type { World } from "@/lib/services/core/world";
import { readAccounts, walkEntries } from "@/lib/services/desk/bookkeeping/read-month";

/**
 * What is wrong with a store's bookkeeping, one sentence each: every entry has as many debits as credits, each month opens
 * as the one before it closed, and the last one closes with what the ledger's balances say.
 */
export async function checkBooks(world: World, storeId: number): Promise<string[]> {
  const store = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const caller = { storeId, accountId: store.accountId, livemode: true, actor: "system" };
  const accounts = await world.db.ledgerAccount.findMany({ where: { storeId }, include: { balance: true } });
  const last = monthOf(civilDateIn(world.clock.now(), store.timeZone));
  const problems: string[] = [];
  for (const currency of new Set(accounts.map((account) => account.currency))) {
    let closed = new Map<BookAccount, bigint | null>();
    for (let month = addMonths(last, -2); month <= addMonths(last, 1); month = addMonths(month, 1)) {
      const of = { month, currency, timeZone: store.timeZone };
      const rows = await readAccounts(world, caller, of);
      for (const { account, openingMinor } of rows)
        if (
          month > addMonths(last, -2) &&
          openingMinor !== null &&
          openingMinor !== (closed.get(account) ?? 0n)
        )
          problems.push(`${currency} ${month}: ${account} opens with ${openingMinor}, and not as it closed.`);
      closed = new Map(rows.map(({ account, closingMinor }) => [account, closingMinor]));
      for await (const entries of walkEntries(world, caller, of))
        for (const { id, kind, lines } of entries)
          if (lines.reduce((sum, { minor }) => sum + minor, 0n) !== 0n)
            problems.push(`${currency} ${month}: entry ${id} (${kind}) is out of balance.`);
    }
    const sums = new Map<BookAccount, bigint>();
    for (const { kind, rail, balance, currency: its } of accounts) {
      const [name, sign] = mine(kind, rail) ?? [];
      if (its !== currency || !name || !sign) continue;
      sums.set(name, (sums.get(name) ?? 0n) + sign * (balance?.balanceMinor ?? 0n));
    }
    for (const [account, minor] of sums)
      if ((closed.get(account) ?? 0n) !== minor)
        problems.push(
          `${currency}: ${account} closes with ${closed.get(account) ?? 0n}, the ledger has ${minor}.`,
        );
  }
  return problems;
}

/** Written a second time, so that a mistake in the map of the product shows. */
function mine(kind: string, rail: string | null): [BookAccount, bigint] | null {
  switch (kind) {
    case "wallet_pending":
    case "wallet_available":
    case "dispute_reserve":
      return ["wallet", 1n];
    case "store_debt":
      return ["wallet", -1n];
    case "payout_in_flight":
      return ["payouts_on_way", 1n];
    case "seller_cash":
      return ["cash", 1n];
    case "own_account":
      return [`own:${rail}`, 1n];
    case "fees_due":
      return ["fees_due", -1n];
    default:
      return null;
  }
}
