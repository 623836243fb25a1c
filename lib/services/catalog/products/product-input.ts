import { type Interval, isInterval } from "@/lib/domain/interval";
import { type AmountProblem, parseTypedAmount } from "@/lib/domain/money";
import { type Problem, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem, textProblem } from "@/lib/domain/text";
import { type TrialProof, trialDaysMax, trialProofs } from "@/lib/domain/trial";

export const productKinds = [
  "subscription",
  "physical",
  "digital",
  "course",
  "webinar",
  "service",
  "bookings",
  "bundle",
] as const;
/** The kinds that the form of a new product offers: what they promise, the payer gets. */
export const offeredKinds = [
  "subscription",
  "digital",
  "physical",
  "service",
] as const satisfies ProductKind[];
export type ProductKind = (typeof productKinds)[number];

/** The texts of the form. Prices in major units of the store's currency: "1500" or "1,500.50". */
export interface ProductInput {
  name: string;
  description: string;
  kind: string;
  price: string;
  /** Empty: no lower price. */
  salePrice: string;
  /** Of a subscription only. */
  interval: string;
  /** Of a physical product: its page asks where to bring it. */
  asksPlace?: boolean;
  /** Of a subscription: how many days are free, as typed, and what a payer proves for them. */
  trialDays?: string;
  trialProof?: string;
  /** Of a subscription: subscribers of other plans may choose it by themselves. */
  isChoosable?: boolean;
  /** Its price includes no tax. */
  isTaxFree?: boolean;
}

export interface CheckedProduct {
  name: string;
  shortDescription: string;
  kind: ProductKind;
  priceMinor: bigint;
  salePriceMinor: bigint | null;
  interval: Interval | null;
  asksPlace: boolean;
  trialDays: number;
  trialProof: TrialProof;
  isChoosable: boolean;
  isTaxFree: boolean;
}

/** Validates the input. Throws Invalid by field, with all problems at once. */
export function checkProduct(input: ProductInput, currency: string): CheckedProduct {
  const name = input.name.trim();
  const kind = productKinds.find((known) => known === input.kind);
  const interval = kind === "subscription" ? input.interval : null;
  const price = readPrice(input.price, currency);
  const sale = input.salePrice.trim() === "" ? null : readPrice(input.salePrice, currency);
  const trialDays = kind === "subscription" ? readDays(input.trialDays ?? "") : 0;
  const trialProof = trialProofs.find((known) => known === (input.trialProof || "phone"));
  const isLower = sale === null || typeof sale !== "bigint" || typeof price !== "bigint" || sale < price;
  const problems = {
    name: name === "" ? say("give_name") : lineProblem(name, 255),
    description: textProblem(input.description, 5000),
    kind: kind ? null : say("choose_kind"),
    price: typeof price === "bigint" ? null : price,
    salePrice: isProblem(sale) ? sale : isLower ? null : say("sale_price"),
    interval: interval === null || isInterval(interval) ? null : say("choose_interval"),
    trialDays: trialDays === null ? say("trial_days", { max: String(trialDaysMax) }) : null,
    trialProof: trialProof ? null : say("choose_proof"),
  };
  requireNone(problems);
  if (!kind || typeof price !== "bigint" || isProblem(sale) || trialDays === null || !trialProof)
    throw new RangeError("What has no problem was read.");
  return {
    name,
    shortDescription: input.description.trim(),
    kind,
    priceMinor: price,
    salePriceMinor: sale,
    interval: interval !== null && isInterval(interval) ? interval : null,
    asksPlace: kind === "physical" && input.asksPlace === true,
    trialDays,
    trialProof,
    isChoosable: kind === "subscription" && input.isChoosable === true,
    isTaxFree: input.isTaxFree === true,
  };
}

/** A whole number of days from 0; nothing typed is 0. Null where it is no such number. */
function readDays(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{0,2}$/.test(text)) return null;
  return Number(text) <= trialDaysMax ? Number(text) : null;
}

function isProblem(read: bigint | Problem | null): read is Problem {
  return read !== null && typeof read !== "bigint";
}

/** Parsed like a payer's amount. Returns the problem where it is no price. */
function readPrice(typed: string, currency: string): bigint | Problem {
  const amount = parseTypedAmount(typed, currency, "en");
  return amount.ok ? amount.money.minor : amountProblem(amount.problem, currency);
}

function amountProblem(problem: AmountProblem, currency: string): Problem {
  switch (problem) {
    case "not_a_number":
      return say("not_amount", { currency });
    case "not_positive":
      return say("price_positive");
    case "too_many_decimals":
      return say("too_many_decimals", { currency });
    case "too_large":
      return say("too_large");
  }
}
