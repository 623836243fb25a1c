import type { RailAccount } from "@/lib/db/generated/client";
import type { Money } from "@/lib/domain/money";
import { NotFound, type Problem } from "@/lib/domain/refusal";
import type { RailKind } from "@/lib/providers/rails/kind";
import { kindOf, ownKinds } from "@/lib/providers/rails/kinds";
import type { Held } from "@/lib/providers/rails/port";
import type { Till } from "@/lib/providers/rails/till";
import { within } from "@/lib/providers/turns";
import type { World } from "@/lib/services/core/world";
import { permitRead, type Seller } from "@/lib/services/people/accounts/permit";
import { type Operator, requireOperator } from "../operator/operator";
import { opened } from "../rails/settings";
import { accountAddress } from "./open";

export type { Held };

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
  /** The last day of which its rail's list was compared with the books. */
  compared: { day: Date; agrees: boolean } | null;
  /** Where payers pay to it unasked; null where they cannot. `refuses`: what it says when its provider asks first. */
  till: (Pick<Till, "kind" | "number"> & { refuses: boolean; isHeard: boolean }) | null;
}

/** The store's accounts, oldest first. For who may read money. Throws NotAllowed. */
export async function listAccounts(world: World, seller: Seller): Promise<AccountView[]> {
  permitRead(seller, "money");
  const where = { storeId: seller.storeId, removedAt: null };
  const rows = await world.db.railAccount.findMany({ where, orderBy: { createdAt: "asc" } });
  // What another machine connected a moment ago is not known here yet: its pages would lack the till.
  const { own } = world.rails;
  if (own && rows.some(({ key }) => own.storeOf(key) === null)) await own.reload();
  const [books, days] = await Promise.all([
    world.db.ledgerAccount.findMany({
      where: { storeId: seller.storeId, kind: "own_account" },
      include: { balance: true },
      orderBy: { currency: "asc" },
    }),
    world.db.reconciliation.findMany({
      where: { rail: { in: rows.map(({ key }) => key) }, state: { not: "failed" } },
      orderBy: [{ rail: "asc" }, { day: "desc" }],
      distinct: ["rail"],
    }),
  ]);
  const comparedAt = new Map(days.map(({ rail, day, state }) => [rail, { day, agrees: state === "agrees" }]));
  return rows.map((row) => ({
    ...viewOf(world, row),
    compared: comparedAt.get(row.key) ?? null,
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

/**
 * What the rail says is in the account now, in the currencies that the store takes or took there: some rails list every one.
 * Null where it does not tell, or not in time.
 */
export async function balanceOf(
  world: World,
  seller: Seller,
  { key, ways, came }: Pick<AccountView, "key" | "ways" | "came">,
): Promise<Held[] | null> {
  permitRead(seller, "money");
  const rail = world.rails.own?.storeOf(key) === seller.storeId ? world.rails.own.find(key) : null;
  if (!rail?.balance) return null;
  const held = await within<Held[] | null>(
    patienceMs,
    rail.balance().catch(() => null),
    () => null,
  );
  const ours = new Set([...came.map(({ currency }) => currency), ...ways.map((way) => way.split("/")[2])]);
  return held?.filter(({ currency }) => ours.has(currency)) ?? null;
}

/**
 * The rails at which stores may connect accounts; with any of them the sandbox, where play money is allowed. Those of the
 * country come first, and of these the ones that are in the fewest others.
 */
export function connectable({ rails, config }: Pick<World, "rails" | "config">, country = ""): string[] {
  const { rails: allowed } = config.ownAccounts;
  const place = ({ countries }: RailKind) => (countries.includes(country) ? countries.length : 1_000);
  const near = ownKinds.toSorted((a, b) => place(a) - place(b));
  const ids = near.map(({ id }): string => id).filter((id) => allowed?.includes(id) ?? true);
  return ids.length > 0 && rails.sandbox ? [...ids, "sandbox"] : ids;
}

/** What the operator lets stores do, and how many accounts are on and not well. Throws NotAllowed. */
export async function readAllowance(world: World, operator: Operator) {
  await requireOperator(world.db, operator);
  const where = { removedAt: null, enabled: true };
  const [on, broken] = await Promise.all([
    world.db.railAccount.count({ where }),
    world.db.railAccount.count({ where: { ...where, problem: { not: null } } }),
  ]);
  const { wallets, ownAccounts } = world.config;
  return { wallets, ...ownAccounts, on, broken };
}

function viewOf(world: World, row: RailAccount): Omit<AccountView, "came" | "compared"> {
  const { key, rail, label, livemode, enabled, checkedAt, ways } = row;
  const till = world.rails.own?.find(key)?.till;
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
    till: till
      ? { kind: till.kind, number: till.number, refuses: row.tillRefuses, isHeard: till.isHeard !== false }
      : null,
    shown: Object.fromEntries(shown),
  };
}
