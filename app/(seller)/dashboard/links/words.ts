import type { StatusTone } from "@/components/ui/status-mark";
import type { LinkStatus } from "@/lib/domain/payment-link";

/** Expired by its date and completed by its count are told apart. */
export const linkStatusWords: Record<LinkStatus, { tone: StatusTone; word: string }> = {
  active: { tone: "plain", word: "Active" },
  paused: { tone: "warn", word: "Paused" },
  expired: { tone: "ended", word: "Expired" },
  completed: { tone: "ok", word: "Completed" },
};

export const linksPath = "/dashboard/links";

export function linkPath(id: number): string {
  return `${linksPath}/${id}`;
}
