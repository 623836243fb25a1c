import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/status-mark";
import type { LinkStatus } from "@/lib/domain/payment-link";

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
