import { type Interval, isInterval } from "@/lib/domain/interval";
import { type AmountProblem, parseAmount } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { lineProblem, textProblem } from "@/lib/domain/text";

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
export type ProductKind = (typeof productKinds)[number];

/** As a seller types it. Prices in major units of the store's currency: "1500" or "1,500.50". */
export interface ProductInput {
  name: string;
  description: string;
  kind: string;
  price: string;
  /** Empty: no lower price. */
  salePrice: string;
  /** Of a subscription only. */
  interval: string;
}

export interface CheckedProduct {
  name: string;
  shortDescription: string;
  kind: ProductKind;
  priceMinor: bigint;
  salePriceMinor: bigint | null;
  interval: Interval | null;
}

/** Throws Invalid by field, with everything that is wrong at once. */
export function checkProduct(input: ProductInput, currency: string): CheckedProduct {
  const name = input.name.trim();
  const kind = productKinds.find((known) => known === input.kind);
  const interval = kind === "subscription" ? input.interval : null;
  const price = readPrice(input.price, currency);
  const sale = input.salePrice.trim() === "" ? null : readPrice(input.salePrice, currency);
  const isLower = sale === null || typeof sale !== "bigint" || typeof price !== "bigint" || sale < price;
  const problems = {
    name: name === "" ? "Give it a name." : lineProblem(name, 255),
    description: textProblem(input.description, 5000),
    kind: kind ? null : "Choose what kind of product it is.",
    price: typeof price === "bigint" ? null : price,
    salePrice: typeof sale === "string" ? sale : isLower ? null : "The sale price must be below the price.",
    interval: interval === null || isInterval(interval) ? null : "Choose how often it is paid.",
  };
  const found = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []));
  if (found.length > 0 || !kind || typeof price !== "bigint" || typeof sale === "string")
    throw new Invalid(Object.fromEntries(found));
  return {
    name,
    shortDescription: input.description.trim(),
    kind,
    priceMinor: price,
    salePriceMinor: sale,
    interval: interval !== null && isInterval(interval) ? interval : null,
  };
}

/**
 * People write thousands with commas or spaces; a comma before one or two digits is a decimal somewhere, so it stays
 * and is refused rather than guessed. Gives the problem's sentence where it is no price.
 */
function readPrice(typed: string, currency: string): bigint | string {
  const amount = parseAmount(typed.trim().replace(/[,\s](?=\d{3}(?!\d))/g, ""), currency);
  return amount.ok ? amount.money.minor : amountSentence(amount.problem, currency);
}

function amountSentence(problem: AmountProblem, currency: string): string {
  switch (problem) {
    case "not_a_number":
      return `Enter an amount in ${currency} in digits, such as 1500.`;
    case "not_positive":
      return "The price must be more than zero.";
    case "too_many_decimals":
      return `${currency} has fewer decimals than this.`;
    case "too_large":
      return "This is more than one payment can hold.";
  }
}
