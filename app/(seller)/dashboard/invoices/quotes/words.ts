import type { StatusTone } from "@/components/ui/status-mark";
import type { QuoteStatus } from "@/lib/domain/quote";

export const quotesPath = "/dashboard/invoices/quotes";

export function quotePath(id: number): string {
  return `${quotesPath}/${id}`;
}

export const quoteTones: Record<QuoteStatus, StatusTone> = {
  draft: "ended",
  sent: "plain",
  accepted: "ok",
  invoiced: "ok",
  declined: "bad",
  expired: "ended",
  withdrawn: "ended",
};
