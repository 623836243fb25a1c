import type { StatusTone } from "@/components/ui/status-mark";
import type { PayoutRow } from "@/lib/services/payouts/read";

export const payoutWords: Record<PayoutRow["status"], { tone: StatusTone; word: string }> = {
  requested: { tone: "warn", word: "Queued" },
  sent: { tone: "warn", word: "On its way" },
  paid: { tone: "ok", word: "Paid" },
  failed: { tone: "bad", word: "Failed" },
  returned: { tone: "bad", word: "Returned to your wallet" },
};

export const arrivesWords: Record<PayoutRow["kind"], string> = {
  mobile_money: "Usually within minutes",
  bank: "Usually within one working day",
};

export const groupWords = {
  payments: "Payments",
  refunds: "Refunds",
  payouts: "Payouts",
  releases: "Ends of holds",
  set_aside: "Set aside",
} as const;
