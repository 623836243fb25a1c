import { Prisma } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";

/** Why the payer's consent is over. */
export type ConsentEnd =
  | (
      | "payer"
      | "seller"
      | "refused"
      | "disputed"
      | "reversed"
      | "refunded"
      | "replaced"
      | "erased"
      | "card_over"
    )
  | SubscriptionRow["status"];

/**
 * Notes that the consent of a subscription is over, and has its card looked at: the rail forgets a card that no
 * subscription uses any more. Whoever calls it sets the columns of the subscription.
 */
export function endConsent(
  unit: Unit,
  row: Pick<SubscriptionRow, "renewalConsentId" | "instrumentId">,
  by: ConsentEnd,
): void {
  const { tx, now } = unit;
  if (row.renewalConsentId !== null)
    tx.$send(Prisma.sql`
      UPDATE renewal_consents SET ended_at = ${now}, ended_by = ${by}
      WHERE id = ${row.renewalConsentId} AND ended_at IS NULL`);
  if (row.instrumentId !== null)
    tx.$send(Prisma.sql`
      UPDATE payment_instruments SET next_forget_at = ${now}
      WHERE id = ${row.instrumentId} AND token_sealed IS NOT NULL`);
}
