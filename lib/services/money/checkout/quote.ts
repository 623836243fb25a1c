import type { StoreRow } from "@/lib/db/rows";
import { chargesOf, fixedFeesIn } from "@/lib/domain/fees";
import {
  chargeProblem,
  type Network,
  networkOf,
  networkOfPrefix,
  networksFor,
  smallestCharge,
  stepOf,
  termsOf,
} from "@/lib/domain/network";
import { gather, type PayField, type PayProblem, payInvalid } from "@/lib/domain/pay-problem";
import { isEmail } from "@/lib/domain/text";
import { type PhoneProblem, parsePhone } from "@/lib/providers/phone";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { type Chosen, chooseReduction, type Redeemer } from "@/lib/services/catalog/discounts/choose";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { routeOf } from "../rails";
import type { Payer } from "./customer";
import type { PaymentFor, Purchase } from "./purchase";

/** How the payer pays, as the form says. `phone` and `network` belong to mobile money. */
export interface PayInput {
  for: PaymentFor;
  method: "mobile_money" | "card";
  /** As it was typed. */
  phone?: string;
  /** Our code; absent: derived from the phone. */
  network?: string;
  name?: string;
  /** Trimmed and lower-cased. */
  email?: string | null;
  /** The code of a discount, as typed. */
  code?: string;
  /** The one account to pay into, of the store's own; absent: by the route. Never from a payer's form. */
  account?: string | undefined;
  /** The language of the page, such as `fr`: from now on, messages to the customer are written in it. */
  language?: string;
}

/** What it will cost, before anything is written. Amounts in minor units of `currency`. */
export interface Quote {
  purchase: Purchase;
  store: { id: number; name: string; country: string; language: string };
  currency: string;
  /** The listed price. */
  priceMinor: bigint;
  /** What takes off `discountMinor`, and why the typed code does not. */
  chosen: Chosen;
  discountMinor: bigint;
  /** What the same costs once a discount that ends is used up: what is agreed to where it renews by itself. */
  lastingTotalMinor: bigint;
  /** The fee that is added to the price for the payer; zero where the seller bears it. */
  addedMinor: bigint;
  totalMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  method: "mobile_money" | "card";
  /** E.164. */
  phone: string | null;
  network: Network | null;
}

/** The payment terms of a store. */
export type Terms = Pick<
  StoreRow,
  "id" | "name" | "country" | "currency" | "language" | "status" | "buyerPaysCharges"
> & {
  feePpm: number;
  fixedFees: unknown;
};

/** Reads the payer from the form, with the problems found in it. */
export async function readPayForm(
  input: PayInput,
  country: string,
): Promise<{ payer: Payer; problems: PayProblem[] }> {
  const problems: PayProblem[] = [];
  const phone =
    input.method === "mobile_money"
      ? await gather(problems, () => readPhone("phone", input.phone ?? "", country))
      : null;
  await gather(problems, () => requireContact(input));
  return { payer: { name: input.name || null, email: input.email || null, phone }, problems };
}

/** The cost of a purchase for this payer and method. Throws PayInvalid. */
export function quoteOf(
  store: Terms,
  { method }: PayInput,
  { phone }: Payer,
  purchase: Purchase,
  ways: Ways,
  chosen: Chosen = notReduced,
): Quote {
  const { currency, priceMinor } = purchase;
  // A second reason for a lower price is added here and to the order.
  const discountMinor = chosen.reduction?.amountMinor ?? 0n;
  const reducedMinor = priceMinor - discountMinor;
  // Nobody is asked for nothing.
  const network = phone === null || reducedMinor === 0n ? null : chosenNetwork(store.country, ways);
  const charged = (minor: bigint) =>
    chargesOf({
      priceMinor: minor,
      feePpm: store.feePpm,
      fixed: fixedFeesIn(store, currency),
      buyerPaysCharges: store.buyerPaysCharges,
      stepMinor: network ? stepOf(network, currency) : 1n,
    });
  const charges = charged(reducedMinor);
  const ends = chosen.reduction !== null && chosen.reduction.periods !== null;
  if (network) {
    const field = purchase.isAmountTyped ? "amount" : "network";
    checkAmount(network, charges.totalMinor, currency, field, discountMinor > 0n ? "code" : field);
  }
  const { id, name, country, language } = store;
  return {
    purchase,
    store: { id, name, country, language },
    currency,
    priceMinor,
    chosen,
    discountMinor,
    lastingTotalMinor: ends ? charged(priceMinor).totalMinor : charges.totalMinor,
    ...charges,
    method,
    phone,
    network,
  };
}

/** The total differs from what the payer saw: they must look again before they pay. */
export function totalChanged({ totalMinor: minor, currency }: { totalMinor: bigint; currency: string }) {
  const total = { minor, currency };
  return payInvalid("amount", "amount_changed", { total });
}

const nameMaxLength = 200;

function requireContact({ email, name = "" }: PayInput): void {
  if (email && !isEmail(email)) throw payInvalid("email", "email_unreadable");
  if (name.length <= nameMaxLength) return;
  const max = String(nameMaxLength);
  throw payInvalid("name", "name_too_long", { max });
}

const phoneCodes = {
  missing: "phone_missing",
  not_digits: "phone_not_digits",
  too_short: "phone_too_short",
  too_long: "phone_too_long",
  invalid: "phone_invalid",
  not_mobile: "phone_not_mobile",
  other_country: "phone_other_country",
} as const satisfies Record<PhoneProblem, `phone_${string}`>;

/** A typed number of the country as E.164. Throws PayInvalid on the field. */
export function readPhone(field: PayField, typed: string, country: string): string {
  const parsed = parsePhone(typed, country);
  if (parsed.ok) return parsed.phone;
  throw payInvalid(field, phoneCodes[parsed.problem], { example: parsed.example, country });
}

function chosenNetwork(country: string, { currency, network: code }: Ways): Network {
  const offered = networksFor(country, currency);
  if (offered.length === 0) {
    throw payInvalid("network", "network_not_offered", { currency });
  }
  const network = code === null ? null : networkOf(code);
  if (network && offered.includes(network)) return network;
  throw payInvalid("network", "network_unknown");
}

/** The ways to pay in a currency. The rails are queried before anything is locked. */
export interface Ways {
  currency: string;
  /** Our code, from the form or the number, or because there is only one network. */
  network: string | null;
  /** Best first. */
  rails: readonly PaymentRail[];
}

/** Where the money is to be taken. */
interface Place {
  storeId: number;
  country: string;
  currency: string;
}

export async function askWays(
  world: World,
  { method, network: chosen, account }: PayInput,
  { phone }: Payer,
  { storeId, country, currency }: Place,
): Promise<Ways> {
  const network =
    phone === null
      ? null
      : chosen || networkOfPrefix(phone) || (await onlyNetwork(world, { storeId, country, currency }));
  const asked = network !== null && networkOf(network) ? network : undefined;
  const { own } = world.rails;
  const only = account !== undefined && own?.storeOf(account) === storeId && own.isOn(account);
  const rails = only ? [own.find(account)].flatMap((rail) => rail ?? []) : [];
  if (account !== undefined) return { currency, network, rails };
  return {
    currency,
    network,
    rails: await routeOf(world, { op: "charge", storeId, method, country, currency, network: asked }),
  };
}

/**
 * The network, where there is only one: no page offers a choice then. In some countries the number does not identify
 * the network.
 */
async function onlyNetwork(world: World, { country, ...place }: Place): Promise<string | null> {
  const { currency } = place;
  const rails = await routeOf(world, { op: "charge", method: "mobile_money", country, ...place });
  try {
    const rows = await Promise.all(rails.map((rail) => rail.networks({ country, op: "charge" })));
    const codes = new Set(rows.flat().flatMap((row) => (row.currency === currency ? [row.code] : [])));
    const [only] = codes;
    return codes.size === 1 && only !== undefined ? only : null;
  } catch {
    // A rail that does not answer may have other networks.
    return null;
  }
}

/** `lowField`: where it is said that the amount is too small. */
function checkAmount(
  network: Network,
  minor: bigint,
  currency: string,
  field: PayField,
  lowField: PayField,
): void {
  const problem = chargeProblem(network, { minor, currency });
  if (!problem) return;
  const { min, max } = termsOf(network, currency) ?? {};
  const name = network.displayName;
  const least = min ?? "";
  const most = max ?? "";
  const values = { network: name, currency, min: least, max: most };
  switch (problem) {
    case "other_currency":
      throw payInvalid("network", "network_other_currency", values);
    case "too_many_decimals":
      throw payInvalid(field, "network_whole_amounts", values);
    case "too_small":
      throw payInvalid(lowField, "network_too_small", values);
    case "too_large":
      throw payInvalid(field, "network_too_large", values);
  }
}

/** Nothing is taken off, and nothing was typed. */
export const notReduced: Chosen = { reduction: null, problem: null, isOutdone: false };

/**
 * What is taken off the price of a purchase. An invoice has a discount of its own, at the counter the seller names the
 * price, of an amount that the payer types nothing is taken off, and what a change of plan costs is less by the time
 * that was not used.
 */
export async function reduce(
  unit: Unit,
  caller: Caller,
  purchase: Purchase,
  { payer, country, typed }: { payer: Payer; country: string; typed: string },
): Promise<Chosen> {
  const isAgreed = purchase.source === "invoice" || purchase.source === "manual";
  if (isAgreed || purchase.isAmountTyped || purchase.change) return notReduced;
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
