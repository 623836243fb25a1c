import type { PictureFacts, Plan, ProductFacts, SubscriptionFacts } from "@/components/pay/types";
import { lastingAmountMinor, nextAmountMinor } from "@/lib/domain/discount";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { nextPlan, planAt } from "@/lib/domain/plan-change";
import { accessEndsAt, endedAt, hasAccess, statusAt } from "@/lib/domain/subscription";
import { isInTrial, isUnpaidTrial } from "@/lib/domain/trial";
import type { NamedPlan } from "@/lib/services/billing/changes/change";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";

type ProductRow = ManagePage["product"];
type SubscriptionRow = ManagePage["subscription"];

/** The plan for a visitor who has not subscribed yet. Null for a product that is not a subscription. */
export function planOf(
  product: ProductRow,
  lang: Language,
  picture: PictureFacts | null = null,
): Plan | null {
  if (!product.interval) return null;
  return {
    name: product.name,
    description: product.shortDescription || null,
    picture,
    price: formatMoney(
      { minor: product.salePriceMinor ?? product.priceMinor, currency: product.currency },
      lang,
    ),
    interval: product.interval,
  };
}

/** A product that is bought once, as payers see it. */
export function productFactsOf(
  product: ProductRow,
  lang: Language,
  picture: PictureFacts | null = null,
): ProductFacts {
  const { name, currency, priceMinor, salePriceMinor } = product;
  return {
    name,
    description: product.shortDescription || null,
    picture,
    price: formatMoney({ minor: salePriceMinor ?? priceMinor, currency }, lang),
    wasPrice: salePriceMinor === null ? null : formatMoney({ minor: priceMinor, currency }, lang),
  };
}

/**
 * The plan as this subscriber signed up for it, whatever the product costs now. `which`: the one that runs, or the one
 * that the next payment buys.
 */
export function planOfSubscription(
  product: ProductRow,
  row: SubscriptionRow,
  lang: Language,
  which: "running" | "next" = "running",
): Plan {
  const plan = which === "next" ? nextPlan(row) : planAt(row, systemWorld().clock.now());
  const description = plan.product.id === product.id ? product.shortDescription || null : null;
  const lasting = { ...plan, amountMinor: lastingAmountMinor({ ...row, amountMinor: plan.amountMinor }) };
  const nextPrice = formatMoney({ minor: nextAmountMinor(row), currency: row.currency }, lang);
  return { ...planInWords(lasting, row.currency, lang), description, nextPrice };
}

/** A plan by its name and price. */
export function planInWords(
  { product, amountMinor, interval }: NamedPlan,
  currency: string,
  lang: Language,
): Plan {
  const price = formatMoney({ minor: amountMinor, currency }, lang);
  return { name: product.name, description: null, price, interval };
}

export function factsOf(row: SubscriptionRow, now: Date): SubscriptionFacts {
  return {
    status: statusAt(row, now),
    hasAccess: hasAccess(row, now),
    currentPeriodEnd: row.currentPeriodEnd,
    accessEndsAt: accessEndsAt(row),
    isTrial: isUnpaidTrial(row) && isInTrial(row, now),
    cancelledAt: row.cancelledAt,
    endedAt: endedAt(row, now),
  };
}
