import type { StatusTone } from "@/components/ui/status-mark";
import type { PayoutHand } from "@/lib/services/desk/operator/decide-payout";

export const payoutsPath = "/ops/payouts";

export const handTones: Record<PayoutHand, StatusTone> = {
  unknown: "bad",
  refused: "bad",
  waiting: "warn",
  under_way: "plain",
  done: "ended",
};
