import { chargesOf } from "@/lib/domain/fees";
import { exponentOf, formatMoney } from "@/lib/domain/money";
import { chargeProblem, type Network, networkOf, networksFor, termsOf } from "@/lib/domain/network";
import { networkOfPrefix } from "@/lib/domain/phone-prefix";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller } from "../caller";
import type { World } from "../world";
import { type PaymentFor, type Purchase, readPurchase } from "./purchase";

/** How the payer pays, as the form says. `phone` and `network` belong to mobile money. */
export interface PayInput {
  for: PaymentFor;
  method: "mobile_money" | "card";
  /** As it was typed. */
  phone?: string;
  /** Our code; absent: told from the phone. */
  network?: string;
  name?: string;
  /** Trimmed and lower-cased. */
  email?: string | null;
}

/** What it will cost, before anything is written. Amounts in minor units of `currency`. */
export interface Quote {
  purchase: Purchase;
  store: { id: number; name: string; country: string; language: string };
  currency: string;
  priceMinor: bigint;
  /** The fee that is added for the payer to bear; zero where the seller bears it. */
  addedMinor: bigint;
  totalMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  method: "mobile_money" | "card";
  /** E.164. */
  phone: string | null;
  network: Network | null;
}

/**
 * Checks what a payer filled in and says what it costs. Throws NotFound (nothing to pay here), Refusal
 * (`store_suspended`, `renewal_limit`) or Invalid on `phone`, `network` or `amount`.
 */
export async function quotePayment(world: World, caller: Caller, input: PayInput): Promise<Quote> {
  const store = await world.db.store.findUnique({ where: { id: caller.storeId }, include: { plan: true } });
  if (!store) throw new NotFound();
  if (store.status === "suspended") throw new Refusal("store_suspended");
  const phone = input.method === "mobile_money" ? phoneOf(input, store.country) : null;
  const payer = { name: input.name ?? null, email: input.email ?? null, phone };
  const purchase = await readPurchase(world.db, caller, input.for, payer, world.clock.now());
  const { currency } = purchase;
  const network = phone === null ? null : chosenNetwork(input, phone, store.country, currency);
  const charges = chargesOf({
    priceMinor: purchase.priceMinor,
    feePpm: store.plan.feePpm,
    buyerPaysCharges: store.buyerPaysCharges,
    stepMinor: network ? stepOf(network, currency) : 1n,
  });
  if (network) checkAmount(network, charges.totalMinor, currency);
  const { id, name, country, language } = store;
  return {
    purchase,
    store: { id, name, country, language },
    currency,
    priceMinor: purchase.priceMinor,
    ...charges,
    method: input.method,
    phone,
    network,
  };
}

function phoneOf(input: PayInput, country: string): string {
  const parsed = parsePhone(input.phone ?? "", country);
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  return parsed.phone;
}

function chosenNetwork(input: PayInput, phone: string, country: string, currency: string): Network {
  const offered = networksFor(country, currency);
  if (offered.length === 0)
    throw new Invalid({ network: [`Mobile money cannot pay in ${currency} here. Pay another way.`] });
  const code = input.network ?? networkOfPrefix(phone);
  const network = code === null ? null : networkOf(code);
  if (network && offered.includes(network)) return network;
  throw new Invalid({ network: ["Choose the network of this number."] });
}

/** The smallest amount that the network can move: whole shillings where there are cents that no wallet pays. */
function stepOf(network: Network, currency: string): bigint {
  const decimals = termsOf(network, currency)?.decimals ?? 0;
  return 10n ** BigInt(Math.max(0, exponentOf(currency) - decimals));
}

function checkAmount(network: Network, minor: bigint, currency: string): void {
  const problem = chargeProblem(network, { minor, currency });
  if (!problem) return;
  const terms = termsOf(network, currency);
  const range = [
    terms?.min && `from ${formatMoney(terms.min)}`,
    terms?.max && `to ${formatMoney(terms.max)}`,
  ];
  const limits = range.filter((part) => part !== undefined).join(" ");
  const sentences = {
    other_currency: `${network.displayName} cannot pay in ${currency}. Choose another network.`,
    too_many_decimals: `${network.displayName} takes whole amounts only. Choose another network.`,
    too_small: `${network.displayName} takes payments ${limits}. Choose another way to pay.`,
    too_large: `${network.displayName} takes payments ${limits}. Choose another way to pay.`,
  };
  throw new Invalid({ amount: [sentences[problem]] });
}
