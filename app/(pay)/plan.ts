import type { PictureFacts, Plan, ProductFacts, SubscriptionFacts } from "@/components/pay/types";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { accessEndsAt, endedAt, hasAccess, statusAt } from "@/lib/domain/subscription";
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

/** The plan as this subscriber signed up for it, whatever the product costs now. */
export function planOfSubscription(product: ProductRow, row: SubscriptionRow, lang: Language): Plan {
  return {
    name: product.name,
    description: product.shortDescription || null,
    price: formatMoney({ minor: row.amountMinor, currency: row.currency }, lang),
    interval: row.interval,
  };
}

export function factsOf(row: SubscriptionRow, now: Date): SubscriptionFacts {
  return {
    status: statusAt(row, now),
    hasAccess: hasAccess(row, now),
    currentPeriodEnd: row.currentPeriodEnd,
    accessEndsAt: accessEndsAt(row),
    cancelledAt: row.cancelledAt,
    endedAt: endedAt(row, now),
  };
}
