import { exponentOf, type Money, toMajorText } from "@/lib/domain/money";
import { smallestMoved } from "@/lib/domain/network";
import { Invalid, say } from "@/lib/domain/refusal";
import type { NetworkInfo } from "@/lib/providers/rails/port";
import { within } from "@/lib/providers/turns";
import type { World } from "@/lib/services/core/world";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { permit, permitRead, type Seller } from "@/lib/services/people/accounts/permit";
import { readOwn } from "./connect";

// The last step of setting an account up: its owner pays a small sum to themselves, by exactly this account.

/** A payment to oneself, as the account's page follows it. */
export interface Trial {
  state: "waiting" | "paid" | "failed" | "returned";
  orderId: number;
  number: string;
  amount: Money;
  /** Why it failed. */
  reason: string;
  /** Where a card is asked for; anybody may open it. */
  token: string;
}

/** Ten of most currencies; one of those whose unit is worth more. Cards take no less in any of them. */
const units: Record<string, bigint> = { GHS: 1n, ZMW: 1n, USD: 1n, EUR: 1n, GBP: 1n, NGN: 100n, TZS: 500n };

/** What trying costs: a sum that every wallet of the country can pay and get back, and the rail takes. */
export function trialSum(
  { country, currency }: { country: string; currency: string },
  least: readonly Money[],
): Money {
  const { leastMinor } = smallestMoved(country, currency);
  const usual = (units[currency] ?? 10n) * 10n ** BigInt(exponentOf(currency));
  const all = [usual, leastMinor, ...least.flatMap((one) => (one.currency === currency ? one.minor : []))];
  return { minor: all.reduce((a, b) => (b > a ? b : a)), currency };
}

/** How long a page waits for a rail to name its networks. */
const patienceMs = 2_500;

/** How an account is tried, and with how much. Null where it cannot be now. */
export async function trialOf(
  { rails }: World,
  key: string,
  place: { country: string; currency: string },
): Promise<{ method: "mobile_money" | "card"; amount: Money; networks: NetworkInfo[] } | null> {
  const rail = rails.own?.isOn(key) ? rails.own.find(key) : null;
  if (!rail) return null;
  const { country, currency } = place;
  const told = await within<NetworkInfo[]>(
    patienceMs,
    rail.networks({ country, op: "charge" }).catch(() => []),
    () => [],
  );
  const networks = told.filter((one) => one.currency === currency);
  const method = networks.length > 0 ? "mobile_money" : "card";
  if (!rail.capabilities.methods.includes(method)) return null;
  const least = networks.flatMap(({ min }) => min ?? []);
  return { method, networks, amount: trialSum(place, least) };
}

/**
 * Asks the owner for the small sum, by this account and no other: a phone, or a card at the page of the attempt. It is an
 * ordinary order. Owner only. Throws NotFound, or Invalid as a sale at the counter does.
 */
export async function tryAccount(
  world: World,
  seller: Seller,
  input: {
    key: string;
    /** UUIDv4, made with the form: pressing twice asks once. */
    id: string;
    phone: string;
    network: string;
    /** What the order says, in the seller's language, and who pays. */
    line: string;
    name: string;
  },
): Promise<{ orderId: number; token: string | null }> {
  permit(seller, "rail_account.change");
  const { key, id, line, name, network } = input;
  await readOwn(world, seller, key);
  const store = await world.db.store.findUniqueOrThrow({ where: { id: seller.storeId } });
  const trial = await trialOf(world, key, store);
  if (!trial) throw new Invalid({ form: [say("prompt_unavailable")] });
  const { method, amount } = trial;
  const { orderId } = await sellAtCounter(world, seller, {
    ...{ id, method, network, reference: "", account: key },
    lines: [{ name: line, quantity: "", price: toMajorText(amount) }],
    customer: { name, email: "", phone: input.phone },
  });
  await world.db.railAccount.update({ where: { key }, data: { triedWith: id } });
  if (method === "mobile_money") return { orderId, token: null };
  return { orderId, token: (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).token };
}

/** What became of it. Null where it was never tried, or the money is kept. */
export async function readTrial(world: World, seller: Seller, key: string): Promise<Trial | null> {
  permitRead(seller, "money");
  const { triedWith } = await readOwn(world, seller, key);
  const attempt =
    triedWith &&
    (await world.db.paymentAttempt.findFirst({
      where: { id: triedWith, storeId: seller.storeId },
      include: { order: true },
    }));
  if (!attempt) return null;
  const { order, currency, amountMinor, failureReason, status, token } = attempt;
  const isOpen = ["created", "pending", "unknown"].includes(status);
  const isBack = order.paymentStatus === "refunded" || status === "reversed";
  return {
    state: isBack ? "returned" : order.paidAt ? "paid" : isOpen ? "waiting" : "failed",
    ...{ orderId: order.id, number: order.number, amount: { minor: amountMinor, currency }, token },
    reason: failureReason ?? "unknown",
  };
}

/** The owner keeps the money: nothing is asked about it any more. Owner only. Throws NotFound. */
export async function keepTrial(world: World, seller: Seller, key: string): Promise<void> {
  permit(seller, "rail_account.change");
  await readOwn(world, seller, key);
  await world.db.railAccount.update({ where: { key }, data: { triedWith: null } });
}
