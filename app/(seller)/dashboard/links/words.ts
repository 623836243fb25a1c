import { cache } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { LinkStatus } from "@/lib/domain/payment-link";
import { rowIdOf } from "@/lib/domain/token";
import { type LinkPage, readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { found } from "../../../service-name";

/** "Expired" is by date, "completed" is by count. */
export const linkTones: Record<LinkStatus, StatusTone> = {
  active: "plain",
  paused: "warn",
  expired: "ended",
  completed: "ok",
};

interface Counted {
  isReusable: boolean;
  maxPayments: number | null;
  paymentsCount: number;
}

/** "3", or "3 of 50" where it closes by count. */
export function timesPaid(link: Counted, words: DashboardWords): string {
  const count = String(link.paymentsCount);
  const max = link.isReusable ? link.maxPayments : 1;
  return max === null ? count : words.text("countOf", { count, max: String(max) });
}

export const linksPath = "/dashboard/links";

export function linkPath(id: number): string {
  return `${linksPath}/${id}`;
}

/** The link of this page's address; without one, the page does not exist. */
export const ownLink = cache(async (seller: CurrentSeller, id: string): Promise<LinkPage["link"]> => {
  const number = rowIdOf(id);
  return found(readPaymentLink(systemWorld(), seller.caller(true), number));
});
