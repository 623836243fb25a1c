import type { LinkClosedViewProps, LinkFacts } from "@/components/pay/document-types";
import type { Language } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { leastAmount, whyLinkClosed } from "@/lib/domain/payment-link";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";

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
