import { Prisma, readRows } from "@/lib/db/client";
import type { StoreRow } from "@/lib/db/rows";
import { chargesOf } from "@/lib/domain/fees";
import { exponentOf, formatMoney } from "@/lib/domain/money";
import { chargeProblem, type Network, networkOf, networksFor, termsOf } from "@/lib/domain/network";
import { gather, type PayField, type PayProblem, payInvalid, throwProblems } from "@/lib/domain/pay-problem";
import { networkOfPrefix } from "@/lib/domain/phone-prefix";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { isEmail } from "@/lib/domain/text";
import { type PhoneProblem, parsePhone } from "@/lib/providers/phone";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { routeOf } from "../rails";
import type { Payer } from "./customer";
import type { PaymentFor, Purchase } from "./purchase";
import { readPurchase } from "./read-purchase";

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
  /** Of the page, such as `fr`: the customer is written to in it from here on. */
  language?: string;
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
 * (`store_suspended` or one of `readPurchase`) or PayInvalid with all that is wrong on the form.
 */
export async function quotePayment(world: World, caller: Caller, input: PayInput): Promise<Quote> {
  const store = await readStore(world, caller.storeId);
  if (!store) throw new NotFound();
  if (store.status === "suspended") throw new Refusal("store_suspended");
  const problems: PayProblem[] = [];
  const phone =
    input.method === "mobile_money" ? await gather(problems, () => phoneOf(input, store.country)) : null;
  await gather(problems, () => requireContact(input));
  const payer = payerOf(input, phone);
  const now = world.clock.now();
  const purchase = await gather(problems, () => readPurchase(world.db, caller, input.for, payer, now));
  throwProblems(problems);
  if (!purchase) throw new Error("A purchase that cannot be read has a problem.");
  await requireNotBlocked(world.db, caller, purchase, payer);
  const { currency, priceMinor } = purchase;
  const network =
    phone === null ? null : await chosenNetwork(world, input, phone, { country: store.country, currency });
  const charges = chargesOf({
    priceMinor,
    feePpm: store.feePpm,
    buyerPaysCharges: store.buyerPaysCharges,
    stepMinor: network ? stepOf(network, currency) : 1n,
  });
  if (network)
    checkAmount(network, charges.totalMinor, currency, purchase.isAmountTyped ? "amount" : "network");
  const { id, name, country, language } = store;
  return {
    purchase,
    store: { id, name, country, language },
    currency,
    priceMinor,
    ...charges,
    method: input.method,
    phone,
    network,
  };
}

type QuotedStore = Pick<StoreRow, "id" | "name" | "country" | "language" | "status" | "buyerPaysCharges"> & {
  feePpm: number;
};

async function readStore(world: World, id: number): Promise<QuotedStore | null> {
  const [store = null] = await readRows<QuotedStore>(
    world.pool,
    Prisma.sql`
      SELECT s.id, s.name, s.country, s.language, s.status, s.buyer_pays_charges AS "buyerPaysCharges",
        plans.fee_ppm AS "feePpm"
      FROM stores s JOIN plans ON plans.code = s.plan_code WHERE s.id = ${id}`,
  );
  return store;
}

/** Nobody whom the seller blocked begins a payment, whichever of their addresses they use. */
async function requireNotBlocked(
  db: World["db"],
  caller: Caller,
  { customerId }: Purchase,
  { email, phone }: Payer,
): Promise<void> {
  const them = [
    ...(customerId === null ? [] : [{ id: customerId }]),
    ...(email === null ? [] : [{ email }]),
    ...(phone === null ? [] : [{ phone }]),
  ];
  if (them.length === 0) return;
  const where = { accountId: caller.accountId, livemode: true, status: "blocked" as const, OR: them };
  if ((await db.customer.findFirst({ where, select: { id: true } })) !== null)
    throw new Refusal("customer_blocked");
}

/** What a payer saw is not what it costs (any more): they look again first. */
export function totalChanged({ totalMinor: minor, currency }: { totalMinor: bigint; currency: string }) {
  const total = formatMoney({ minor, currency });
  return payInvalid("amount", "amount_changed", { total });
}

/** Who pays, by what the form says. */
export function payerOf(input: PayInput, phone: string | null) {
  return { name: input.name || null, email: input.email || null, phone };
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

function phoneOf(input: PayInput, country: string): string {
  const parsed = parsePhone(input.phone ?? "", country);
  if (parsed.ok) return parsed.phone;
  const values = {
    example: parsed.example,
    country: new Intl.DisplayNames(["en"], { type: "region" }).of(country) ?? country,
    countryCode: country,
  };
  throw payInvalid("phone", phoneCodes[parsed.problem], values);
}

async function chosenNetwork(
  world: World,
  input: PayInput,
  phone: string,
  { country, currency }: { country: string; currency: string },
): Promise<Network> {
  const offered = networksFor(country, currency);
  if (offered.length === 0) {
    throw payInvalid("network", "network_not_offered", { currency });
  }
  const code = input.network || networkOfPrefix(phone) || (await onlyNetwork(world, country, currency));
  const network = code === null ? null : networkOf(code);
  if (network && offered.includes(network)) return network;
  throw payInvalid("network", "network_unknown");
}

/** Where one network is all that can be paid with, no page asks which; numbers of some countries do not tell it. */
async function onlyNetwork(world: World, country: string, currency: string): Promise<string | null> {
  const rails = await routeOf(world, { op: "charge", method: "mobile_money", country, currency });
  try {
    const rows = await Promise.all(rails.map((rail) => rail.networks({ country, op: "charge" })));
    const codes = new Set(rows.flat().flatMap((row) => (row.currency === currency ? [row.code] : [])));
    const [only] = codes;
    return codes.size === 1 && only !== undefined ? only : null;
  } catch {
    // A rail that cannot say may have others.
    return null;
  }
}

/** The smallest amount that the network can move: whole shillings where there are cents that no wallet pays. */
function stepOf(network: Network, currency: string): bigint {
  const decimals = termsOf(network, currency)?.decimals ?? 0;
  return 10n ** BigInt(Math.max(0, exponentOf(currency) - decimals));
}

function checkAmount(network: Network, minor: bigint, currency: string, field: PayField): void {
  const problem = chargeProblem(network, { minor, currency });
  if (!problem) return;
  const { min, max } = termsOf(network, currency) ?? {};
  const name = network.displayName;
  const least = min ? formatMoney(min) : "";
  const most = max ? formatMoney(max) : "";
  const values = { network: name, currency, min: least, max: most };
  switch (problem) {
    case "other_currency":
      throw payInvalid("network", "network_other_currency", values);
    case "too_many_decimals":
      throw payInvalid(field, "network_whole_amounts", values);
    case "too_small":
      throw payInvalid(field, "network_too_small", values);
    case "too_large":
      throw payInvalid(field, "network_too_large", values);
  }
}
