import type { Quote } from "./quote";

/** The total that a page says, and how it comes about. */
export function totalShown({
  priceMinor,
  addedMinor,
  totalMinor,
  chosen,
}: Pick<Quote, "priceMinor" | "addedMinor" | "totalMinor" | "chosen">): Record<string, string> {
  const { discountId = "", amountMinor = "", periods = "" } = chosen.reduction ?? {};
  return {
    ...{ listed: String(priceMinor), added: String(addedMinor), total: String(totalMinor) },
    discount: `${discountId}/${amountMinor}/${periods}`,
  };
}

/** What a payment link's page says besides the amount. */
export function linkShown(link: { title: string; description: string | null }): Record<string, string> {
  return { item: link.title, about: link.description ?? "" };
}

/** What an invoice's page says besides what is left to pay. */
export function invoiceShown({
  totalMinor,
  taxMinor,
  paidMinor,
}: Record<"totalMinor" | "taxMinor" | "paidMinor", bigint>): Record<string, string> {
  return { price: String(totalMinor), tax: String(taxMinor), received: String(paidMinor) };
}

/** All that a quote says, for a screen that shows it whole. */
export function quoteShown(quote: Quote): Record<string, string> {
  return { ...quote.purchase.shown, ...totalShown(quote), item: quote.purchase.line.name };
}
