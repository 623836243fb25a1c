import type { StatusTone } from "@/components/ui/status-mark";
import type { RefundHand } from "@/lib/services/desk/operator/decide-refund";

export const refundsPath = "/ops/refunds";

export const handTones: Record<RefundHand, StatusTone> = {
  unknown: "bad",
  under_way: "plain",
  done: "ended",
};
