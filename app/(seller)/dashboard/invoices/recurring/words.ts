import type { StatusTone } from "@/components/ui/blocks";
import type { RecurringRow } from "@/lib/services/billing/recurring/recurring";

export const recurringPath = "/dashboard/invoices/recurring";

export type RecurringState = "active" | "paused" | "ended";

export function stateOf({ endedAt, pausedAt }: RecurringRow): RecurringState {
  if (endedAt) return "ended";
  return pausedAt ? "paused" : "active";
}

export const recurringTones: Record<RecurringState, StatusTone> = {
  active: "ok",
  paused: "warn",
  ended: "ended",
};
