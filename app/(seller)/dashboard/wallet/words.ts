import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/status-mark";
import { formatMoney } from "@/lib/domain/money";
import type { PayoutRow } from "@/lib/services/money/out/payouts/read";
import type { StatementLine } from "@/lib/services/money/wallet/statement";

export const payoutTones: Record<PayoutRow["status"], StatusTone> = {
  requested: "warn",
  sent: "warn",
  paid: "ok",
  failed: "bad",
  returned: "bad",
};

const told = [
  ...(["payment_settled", "payment_reversed", "hold_released"] as const),
  ...(["refund_requested", "refund_paid", "refund_failed", "refund_reversed"] as const),
  ...(["payout_requested", "payout_paid", "payout_returned", "payout_reversed"] as const),
  ...(["suspense_received", "suspense_allocated", "suspense_returned"] as const),
  ...(["suspense_return_failed", "suspense_return_reversed", "suspense_reversed"] as const),
  ...(["second_received", "dispute_reserved", "dispute_released", "correction"] as const),
];

/** What a line of the statement was, in plain words: "Payment for ORD-000042". */
export function lineText(line: StatementLine, words: DashboardWords): string {
  const { about } = line;
  const kind = told.find((one) => one === line.kind);
  if (!kind) return line.kind.replaceAll("_", " ");
  if (kind === "hold_released" && !about) return words.text("line_a_hold_released");
  return words.loose(`line_${kind}`, {
    order: about?.type === "order" ? about.number : words.text("someOrder"),
    account: about?.type === "payout" ? about.destination : words.text("someAccount"),
    reason: about?.type === "correction" ? about.reason : "",
    amount: formatMoney({ minor: amountOf(line), currency: line.currency }, words.lang),
  });
}

/** What moved, where the sentence says so. */
function amountOf({ about, kind, effects }: StatementLine): bigint {
  if (about?.type === "payout") return about.amountMinor;
  const minor = kind === "refund_paid" ? effects.refundInFlightMinor : effects.suspenseMinor;
  return minor < 0n ? -minor : minor;
}
