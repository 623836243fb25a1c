import type { RailAccount } from "@/lib/db/generated/client";
import type { Money } from "@/lib/domain/money";
import { NotFound, type Problem } from "@/lib/domain/refusal";
import { kindOf, railKinds } from "@/lib/providers/rails/kinds";
import { within } from "@/lib/providers/turns";
import type { World } from "@/lib/services/core/world";
import { permitRead, type Seller } from "@/lib/services/people/accounts/permit";
import { opened } from "../rails/settings";
import { accountAddress } from "./open";

/** An account of the store's own, as its page shows it. */
export interface AccountView {
  key: string;
  rail: string;
  label: string;
  livemode: boolean;
  /** `broken`: its rail was not well when it was asked last; see `problem`. */
  state: "on" | "off" | "broken";
  problem: Problem | null;
  checkedAt: Date;
  ways: string[];
  callbackUrl: string;
  /** The last characters of secrets and the values of the other fields, for the form. */
  shown: Record<string, string>;
  /** What came by it, less what went back, by currency. */
  came: Money[];
}

/** The store's accounts, oldest first. For who may read money. Throws NotAllowed. */
export async function listAccounts(world: World, seller: Seller): Promise<AccountView[]> {
  permitRead(seller, "money");
  const where = { storeId: seller.storeId, removedAt: null };
  const rows = await world.db.railAccount.findMany({ where, orderBy: { createdAt: "asc" } });
  const books = await world.db.ledgerAccount.findMany({
    where: { storeId: seller.storeId, kind: "own_account" },
    include: { balance: true },
    orderBy: { currency: "asc" },
  });
  return rows.map((row) => ({
    ...viewOf(world, row),
    came: books
      .filter(({ rail }) => rail === row.key)
      .map(({ currency, balance }) => ({ currency, minor: balance?.balanceMinor ?? 0n })),
  }));
}

/** One of them. Throws NotFound, NotAllowed. */
export async function readAccount(world: World, seller: Seller, key: string): Promise<AccountView> {
  const found = (await listAccounts(world, seller)).find((one) => one.key === key);
  if (!found) throw new NotFound();
  return found;
}

/** How long a page waits for a rail to say what it holds. */
const patienceMs = 2_500;

/** What the rail says is in the account now. Null where it does not tell, or not in time. */
export async function balanceOf(world: World, seller: Seller, key: string): Promise<Money[] | null> {
  permitRead(seller, "money");
  const rail = world.rails.own?.storeOf(key) === seller.storeId ? world.rails.own.find(key) : null;
  if (!rail?.balance) return null;
  return within<Money[] | null>(
    patienceMs,
    rail.balance().catch(() => null),
    () => null,
  );
}

/** The rails at which a store may have accounts; the sandbox where play money is allowed. */
export function connectable(world: Pick<World, "rails">): string[] {
  return [...railKinds.map(({ id }) => id), ...(world.rails.sandbox ? ["sandbox"] : [])];
}

function viewOf(world: World, row: RailAccount): Omit<AccountView, "came"> {
  const { key, rail, label, livemode, enabled, checkedAt, ways } = row;
  // Safe: only a problem was written there.
  const problem = row.problem === null ? null : (JSON.parse(row.problem) as Problem);
  const credentials = opened(world, row.credentialsSealed) ?? {};
  const shown = (kindOf(rail)?.fields ?? []).flatMap(({ name, kind }) => {
    const value = credentials[name];
    return value === undefined ? [] : [[name, kind === "secret" ? `…${value.slice(-4)}` : value] as const];
  });
  return {
    ...{ key, rail, label, livemode, checkedAt, ways, problem },
    state: problem ? "broken" : enabled ? "on" : "off",
    callbackUrl: accountAddress(world, row),
    shown: Object.fromEntries(shown),
  };
}
