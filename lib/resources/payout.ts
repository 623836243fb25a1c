import type { PayoutRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { timestamp, timestampOrNull } from "./event";

/** `data` of `payout.paid` and `payout.failed`. The destination is masked, as in the dashboard. */
export function payoutEventData(row: PayoutRow): Record<string, unknown> {
  const amount = (minor: bigint) => toMajor({ minor, currency: row.currency });
  return {
    id: row.id,
    object: "payout",
    livemode: true,
    status: row.status,
    currency: row.currency,
    amount: amount(row.amountMinor),
    fee: amount(row.feeMinor),
    kind: row.kind,
    destination: row.destinationLabel,
    failure_reason: row.failureReason,
    created_at: timestamp(row.createdAt),
    completed_at: timestampOrNull(row.completedAt),
  };
}
