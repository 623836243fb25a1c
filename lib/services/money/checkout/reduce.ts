import { smallestCharge } from "@/lib/domain/network";
import { type Chosen, chooseReduction, type Redeemer } from "@/lib/services/catalog/discounts/choose";
import type { Caller, Unit } from "@/lib/services/core/world";
import type { Payer } from "./customer";
import type { Purchase } from "./purchase";

/** Nothing is taken off, and nothing was typed. */
export const notReduced: Chosen = { reduction: null, problem: null, isOutdone: false };

/**
 * What is taken off the price of a purchase. An invoice has a discount of its own, of an amount that the payer types
 * nothing is taken off, and what a change of plan costs is less by the time that was not used.
 */
export async function reduce(
  unit: Unit,
  caller: Caller,
  purchase: Purchase,
  { payer, country, typed }: { payer: Payer; country: string; typed: string },
): Promise<Chosen> {
  if (purchase.source === "invoice" || purchase.isAmountTyped || purchase.change) return notReduced;
  const { priceMinor, currency, line, renews } = purchase;
  const leastMinor = smallestCharge(country, currency);
  const offered = { productId: line.productId, priceMinor, currency, renews, typed, leastMinor };
  const who = redeemerOf(caller, purchase, payer);
  return chooseReduction(unit.world, unit.tx, caller.storeId, offered, who, unit.now);
}

export function redeemerOf(
  { accountId }: Caller,
  { customerId }: Purchase,
  { email, phone }: Payer,
): Redeemer {
  return { accountId, customerId, email, phone };
}
