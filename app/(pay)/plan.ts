import type { LinkClosedViewProps, LinkFacts } from "@/components/pay/link-view";
import type { ProductFacts } from "@/components/pay/shop-views";
import type { PictureFacts, Plan, SubscriptionFacts } from "@/components/pay/types";
import { lastingAmountMinor, nextAmountMinor } from "@/lib/domain/discount";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { leastAmount, whyLinkClosed } from "@/lib/domain/payment-link";
import { nextPlan, planAt } from "@/lib/domain/plan-change";
import { accessEndsAt, endedAt, hasAccess, renew, statusAt } from "@/lib/domain/subscription";
import { isInTrial, isUnpaidTrial } from "@/lib/domain/trial";
import { type NamedPlan, planShown } from "@/lib/services/billing/changes/change";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayRequest } from "./respond";

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

/** What the pages of a subscription's next period share: what is paid, and the time that a payment adds. */
export function nextPeriodOf(
  pay: PayRequest,
  { store, subscription }: Pick<ManagePage, "store" | "subscription">,
  now: Date,
) {
  const next = nextPlan(subscription);
  const { period } = renew(subscription, now, next.interval);
  // The new period of an ended subscription begins at the payment.
  const beginsNow = period.start.getTime() === now.getTime();
  return {
    desk: {
      id: `renew/${subscription.id}`,
      store,
      page: pay.page(store, { test: false }),
      currency: subscription.currency,
      priceMinor: next.amountMinor,
      shown: planShown(next, subscription.currentPeriodEnd),
      till: { kind: "subscription" as const, id: subscription.id },
      reduces: {
        productId: next.product.id,
        renews: { ...subscription, amountMinor: next.amountMinor },
      },
    },
    interval: next.interval,
    adds: beginsNow ? null : { startsAt: period.start, endsAt: period.end },
  };
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

type Link = LinkPage["link"];

export function linkFactsOf(link: Link, lang: Language): LinkFacts {
  const isFixed = link.amountType === "fixed" && link.amountMinor !== null;
  const max = link.isReusable ? link.maxPayments : 1;
  return {
    title: link.title,
    description: link.description,
    amount: isFixed ? formatMoney({ minor: link.amountMinor ?? 0n, currency: link.currency }, lang) : null,
    places: link.showsPlaces && max !== null ? { taken: Math.min(link.slotsReserved, max), max } : null,
  };
}

/** Why nothing can be paid here at `now`; null when it can. */
export function linkClosedReason(
  link: Link,
  now: Date,
  againUrl: string,
): LinkClosedViewProps["reason"] | null {
  switch (whyLinkClosed(link, now)) {
    case null:
      return null;
    case "completed":
      return { kind: link.isReusable ? "full" : "paid" };
    case "expired":
      return { kind: "expired", at: link.expiresAt ?? now };
    case "places_taken":
      return { kind: "busy", againUrl };
    case "paused":
      return { kind: "paused" };
    case "deleted":
      return { kind: "deleted" };
  }
}

/** The amounts of a custom link: its minimum, with the seller's suggestions. */
export function amountChoice(link: Link) {
  const suggested = link.amountMinor ?? link.minAmountMinor;
  return {
    minMinor: leastAmount(link),
    maxMinor: null,
    quickMinor: suggested === null ? [] : [suggested, suggested * 2n, suggested * 5n],
    ...(link.amountMinor === null ? {} : { startMinor: link.amountMinor }),
  };
}
