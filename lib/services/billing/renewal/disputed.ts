import { Prisma } from "@/lib/db/client";
import type { AttemptRow } from "@/lib/db/rows";
import { maskedPhone } from "@/lib/providers/phone";
import type { Unit, World } from "@/lib/services/core/world";
import { lockSubscription } from "../subscriptions/record";
import { notifyRenewal } from "./announce";
import { endRenewal } from "./change";
import { phoneHash } from "./renewing";

type Paid = Pick<AttemptRow, "id" | "consentId" | "renewalOf" | "instrumentHash" | "phoneSealed"> & {
  order: { accountId: number; subscriptionId: string | null };
};

/**
 * Nothing more is taken by itself, because a payment went back or its payer says that it was not theirs: every consent of
 * the account on the phone or card that paid ends, and each payer is told why; only a new consent opens it again. Without
 * `everywhere` (a bank asks about something else) those of the payment's own subscription alone. Under the lock of the
 * attempt and its order, before any balance.
 */
export async function endConsentsOn(
  world: World,
  unit: Unit,
  attempt: Paid,
  by: "disputed" | "reversed",
  everywhere = true,
): Promise<void> {
  for (const { id, storeId } of await consentsOn(world, unit, attempt, everywhere)) {
    const row = await lockSubscription(unit, { storeId, livemode: true }, id);
    if (!row || row.renewalMode === "manual") continue;
    await notifyRenewal(world, unit, row, "renewal_disputed_off", attempt.id);
    await endRenewal(world, unit, row, by);
  }
}

/**
 * In one order for all, as two payments with one card may go back at once. A card that its bank replaced since is known by
 * the consent that was given with this payment, or by which it was made.
 */
function consentsOn(
  world: World,
  { tx }: Unit,
  { id, consentId, renewalOf, order, instrumentHash, phoneSealed }: Paid,
  everywhere: boolean,
): Promise<{ id: string; storeId: number }[]> {
  const phone = phoneSealed && world.secrets.open(phoneSealed);
  const hash = instrumentHash ?? (phone && phoneHash(world, phone));
  const own = renewalOf ?? order.subscriptionId;
  // The hash of a phone is missing where an earlier release wrote the consent: then it is the one that is shown so.
  const same = Prisma.sql`c.instrument_hash = ${hash}::bytea
    OR c.instrument_hash IS NULL AND sub.renewal_phone = ${phone && maskedPhone(phone)}
    OR c.instrument_id IN (SELECT instrument_id FROM renewal_consents
      WHERE subscription_id = ${own} AND (id = ${consentId} OR attempt_id = ${id}::uuid))`;
  return tx.$queryRaw<{ id: string; storeId: number }[]>`
    SELECT sub.id, sub.store_id AS "storeId" FROM renewal_consents c
    JOIN subscriptions sub ON sub.id = c.subscription_id AND sub.account_id = ${order.accountId} AND sub.livemode
    WHERE c.ended_at IS NULL AND (c.subscription_id = ${own} OR ${everywhere} AND (${same}))
    ORDER BY sub.store_id, sub.id`;
}
