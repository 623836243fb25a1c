import type { PlanTerms } from "@/lib/domain/plan-change";
import type { Shown } from "@/lib/services/core/shown";
import type { ChangeQuote } from "./quote-change";

/** What the page of a plan says of it. `paidUntil`: the end that is paid already, where the page says that. */
export function planShown(
  { product, interval, amountMinor }: PlanTerms & { product: { id: number; name: string } },
  paidUntil: Date | null,
): Record<string, string> {
  return {
    ...{ plan: `${product.id} ${product.name}`, interval, price: String(amountMinor) },
    paid: paidUntil?.toISOString() ?? "",
  };
}

/** What a seller's page says of a subscription, for what is done to it there: until when it is paid, and its discount. */
export function runningShown(row: { currentPeriodEnd: Date; discountId: number | null }): Shown {
  return { paid: row.currentPeriodEnd.toISOString(), discount: String(row.discountId ?? "") };
}

/** What the page of a change says where nothing, or nothing real, is paid for it. */
export function changeShown({ kind, to, dueMinor: minor, currency, endsAt }: ChangeQuote): Shown {
  // What is changed now ends later with every moment that passes.
  return { ...planShown(to, kind === "now" ? null : endsAt), kind, due: { minor, currency } };
}
